// Works and events of an entity, year by year.
import {useEdges} from '../edges.ts';
import type {Edge} from '../types.ts';
import {count, kindWord} from '../words.ts';
import {Scroll} from './scroll.tsx';

const DATED = ['paper', 'patent', 'trial', 'approval', 'catalyst', 'funding_event', 'opportunity'];
/** Number of edges per relation, newest first. */
const READ = 200;
const YEARS = 30;

export function Timeline({id}: {id: string}) {
  const {answer} = useEdges(id, READ);
  if (answer === null) return null;
  const {edges, relation_counts: counts} = answer.value;
  const byKind = new Map<string, Map<number, Set<string>>>();
  for (const edge of edges) {
    const {kind} = edge.neighbor;
    const year = Number(dateOf(edge)?.slice(0, 4) ?? Number.NaN);
    if (!DATED.includes(kind) || !Number.isInteger(year)) continue;
    const years = byKind.get(kind) ?? new Map<number, Set<string>>();
    years.set(year, (years.get(year) ?? new Set()).add(edge.neighbor.id));
    byKind.set(kind, years);
  }
  const all = [...byKind.values()].flatMap((years) => [...years.keys()]);
  const last = Math.max(...all);
  const first = Math.max(Math.min(...all), last - YEARS + 1);
  if (all.length === 0 || first === last) return null;
  const span = Array.from({length: last - first + 1}, (_, n) => first + n);
  const most = Math.max(...[...byKind.values()].flatMap((years) => [...years.values()].map((ids) => ids.size)));
  const isCut = Object.values(counts).some((n) => n > READ);
  return (
    <Scroll label="Timeline">
      <table class="timeline">
        <caption>Works and events by year{isCut && `, of the newest ${count(READ)} in each relation`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">Kind</span>
            </th>
            {span.map((year) => (
              <th scope="col" key={year} abbr={String(year)}>
                <span class={year % 5 === 0 || (year === last && year % 5 > 2) ? '' : 'hidden'}>{year}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DATED.filter((kind) => byKind.has(kind)).map((kind) => (
            <tr key={kind}>
              <th scope="row">{kindWord(kind, 2)}</th>
              {span.map((year) => {
                const n = byKind.get(kind)?.get(year)?.size ?? 0;
                return (
                  <td key={year} title={n === 0 ? undefined : `${kindWord(kind, n)} ${year}: ${n}`}>
                    {n > 0 && (
                      <>
                        <i style={{'--share': Math.sqrt(n / most)}} aria-hidden="true" />
                        <span class="hidden">{n}</span>
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** The neighbour's own date if it has one, or else the date of the edge. */
export function dateOf(edge: Edge): string | null {
  return (edge.neighbor as {date?: string | null}).date ?? edge.observed_at;
}
