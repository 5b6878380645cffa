// The competition on a target: companies with the products, programs, trials and approvals that address it.
import {useAnswer} from '../answers.ts';
import type {Traversal} from '../types.ts';
import {count, counted} from '../words.ts';
import {EntityLink} from './entity-link.tsx';
import {Scroll} from './scroll.tsx';
import {Empty, View} from './states.tsx';

type Node = Traversal['nodes'][number];

interface Holder {
  who: Node;
  /** Products, programs and approvals. */
  what: Node[];
  trials: number;
}

const SHOWN = 25;
const EACH = 6;

export function Holders({id, name}: {id: string; name: string}) {
  const walk = useAnswer<Traversal>(`v1/entities/${id}/traverse`, {
    depth: 2,
    relations: 'targets,develops,holds,sponsors',
  });
  return (
    <section aria-labelledby="holders">
      <h2 id="holders">Who holds what</h2>
      <View of={walk} what="who holds what">
        {(value) => {
          const holders = holdersIn(value);
          if (holders.length === 0) return <Empty>No company is linked to anything that aims at {name}.</Empty>;
          return (
            <>
              <Scroll label="Who holds what">
                <table class="rows">
                  <caption class="hidden">Companies with what they have against {name}</caption>
                  <thead>
                    <tr>
                      <th scope="col">Company</th>
                      <th scope="col">Products, programs, approvals and trials</th>
                    </tr>
                  </thead>
                  <tbody>
                    {holders.slice(0, SHOWN).map(({who, what, trials}) => (
                      <tr key={who.id}>
                        <th scope="row">
                          <EntityLink of={who} />
                        </th>
                        <td>
                          <ul class="stack">
                            {what.slice(0, EACH).map((one) => (
                              <li key={one.id}>
                                <EntityLink of={one} withKind />
                              </li>
                            ))}
                            {what.length > EACH && <li class="faint">and {count(what.length - EACH)} more</li>}
                            {trials > 0 && <li class="faint">{counted(trials, 'trial', 'trials')}</li>}
                          </ul>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scroll>
              {holders.length > SHOWN && (
                <p class="note">
                  The first {SHOWN} of {count(holders.length)} companies.
                </p>
              )}
              {value.truncated.fan_out + value.truncated.visited > 0 && (
                <p class="note">
                  Not all links to it were followed: {count(value.limits.fan_out)} links from each,{' '}
                  {count(value.limits.visited)} entities in all, the best connected first.
                </p>
              )}
            </>
          );
        }}
      </View>
    </section>
  );
}

function holdersIn({nodes, edges}: Traversal): Holder[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const holders = new Map<string, Holder>();
  for (const {source, target, relation} of edges) {
    if (relation === 'targets') continue;
    const [who, what] = [byId.get(source), byId.get(target)];
    if (who?.kind !== 'company' || what === undefined) continue;
    const holder = holders.get(who.id) ?? {who, what: [], trials: 0};
    if (what.kind === 'trial') holder.trials++;
    else holder.what.push(what);
    holders.set(who.id, holder);
  }
  return [...holders.values()].sort(
    (a, b) => b.what.length - a.what.length || b.trials - a.trials || a.who.name.localeCompare(b.who.name),
  );
}
