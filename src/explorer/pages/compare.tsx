import type {ComponentChildren} from 'preact';
import {type RequestState, useAnswer} from '../answers.ts';
import {aliasesOf, factsOf} from '../facts.ts';
import {Combobox} from '../parts/combobox.tsx';
import {EntityLink, Kind} from '../parts/entity-link.tsx';
import {LISTED} from '../parts/few.tsx';
import {Caveats, Confidence} from '../parts/notes.tsx';
import {Page} from '../parts/page.tsx';
import {Scroll} from '../parts/scroll.tsx';
import {Empty, Failed} from '../parts/states.tsx';
import {go, here, place} from '../place.ts';
import {useSubject} from '../subject.ts';
import type {Dossier, Edges, Entity} from '../types.ts';
import {count, counted, plain, relationWords} from '../words.ts';

const MOST = 5;

interface Side {
  name: string;
  entity: RequestState<Entity>;
  edges: RequestState<Edges>;
  dossier: RequestState<Dossier>;
}

function useSide(name: string | undefined): Side {
  const entity = useSubject(name ?? '', (address) => {
    // The address as it is by now, because several entities may have moved.
    const names = place.value.query.getAll('entity').map((one) => (one === name ? address : one));
    go(here({entity: [...new Set(names)]}), {replace: true});
  });
  const {id, kind} = entity.answer?.value ?? {};
  const edges = useAnswer<Edges>(id === undefined ? null : `v1/entities/${id}/edges`, {limit: 1});
  const dossier = useAnswer<Dossier>(id === undefined || kind !== 'company' ? null : `v1/entities/${id}/dossier`);
  return {name: name ?? '', entity, edges, dossier};
}

export function ComparePage() {
  const {query} = place.value;
  const names = [...new Set(query.getAll('entity'))].slice(0, MOST);
  // Always the maximum number, because the number of hooks must not change.
  const all = [useSide(names[0]), useSide(names[1]), useSide(names[2]), useSide(names[3]), useSide(names[4])];
  const sides = all.slice(0, names.length);
  const titles = sides.map(({name, entity}) => entity.answer?.value.name ?? name);
  return (
    <Page title={titles.length === 0 ? 'Compare entities side by side' : `Compare ${titles.join(', ')}`}>
      <div class="settings">
        {names.length < MOST ? (
          <Combobox
            label={names.length === 0 ? 'First entity' : 'Add an entity'}
            placeholder="A company, product, target…"
            onPick={({kind, slug}) => go(here({entity: [...names, `${kind}/${slug}`]}))}
          />
        ) : (
          <p class="faint">{MOST} at most.</p>
        )}
      </div>
      {sides.length === 0 ? (
        <Empty>
          Choose two to five entities. For example{' '}
          <a href={here({entity: ['product/pembrolizumab', 'product/nivolumab']})}>pembrolizumab and nivolumab</a>.
        </Empty>
      ) : (
        <Beside sides={sides} names={names} />
      )}
    </Page>
  );
}

interface Line {
  name: string;
  cells: ComponentChildren[];
  /** The texts of the cells, to detect differences. */
  texts: string[];
}

function Beside({sides, names}: {sides: Side[]; names: string[]}) {
  const isOfGroups = sides.some(({dossier}) => (dossier.answer?.value.rolled_up.length ?? 0) > 0);
  const groups: [string, Line[]][] = [
    ['Facts', factLines(sides)],
    [isOfGroups ? 'Links, without those of subsidiaries' : 'Links', linkLines(sides)],
    [isOfGroups ? 'Pipeline, with that of subsidiaries' : 'Pipeline', pipelineLines(sides)],
  ];
  const caveats = [...new Set(sides.flatMap(({dossier}) => dossier.answer?.value.caveats ?? []))];
  return (
    <>
      <Scroll label="Side by side">
        <table class="rows compare">
          <caption class="hidden">
            {counted(sides.length, 'entity', 'entities')} side by side; lines in which they differ are marked
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">What</span>
              </th>
              {sides.map(({name, entity}) => (
                <th scope="col" key={name}>
                  {entity.error !== null ? (
                    <Failed error={entity.error} retry={entity.retry} />
                  ) : entity.answer === null ? (
                    name
                  ) : (
                    <>
                      <EntityLink of={entity.answer.value} />
                      <br />
                      <Kind of={entity.answer.value.kind ?? ''} />
                    </>
                  )}{' '}
                  <a
                    class="away"
                    href={here({entity: names.filter((one) => one !== name)})}
                    aria-label={`Remove ${entity.answer?.value.name ?? name}`}
                  >
                    ×
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(([title, lines]) =>
            lines.length === 0 ? null : (
              <tbody key={title}>
                <tr class="group">
                  <th scope="rowgroup" colSpan={sides.length + 1}>
                    {title}
                  </th>
                </tr>
                {lines.map(({name, cells, texts}) => {
                  const said = texts.filter((text) => text !== '');
                  const isDifferent = said.length > 1 && new Set(said).size > 1;
                  return (
                    <tr key={name} class={isDifferent ? 'is-different' : ''}>
                      <th scope="row">
                        {name}
                        {isDifferent && <span class="hidden"> (differs)</span>}
                      </th>
                      {cells.map((cell, n) => (
                        <td key={names[n]}>{cell}</td>
                      ))}
                    </tr>
                  );
                })}
              </tbody>
            ),
          )}
        </table>
      </Scroll>
      <Caveats caveats={caveats} />
    </>
  );
}

function factLines(sides: Side[]): Line[] {
  const facts = sides.map(({entity}) => (entity.answer === null ? [] : factsOf(entity.answer.value)));
  const names = [...new Set(facts.flat().map(({name}) => name))];
  const lines = names.map((name) => {
    const of = facts.map((side) => side.filter((fact) => fact.name === name));
    const cells = of.map((found) => (
      <>
        {found.slice(0, 8).map(({value, confidence}) => (
          <p key={value}>
            {value.length > 160 ? `${value.slice(0, 159)}…` : value}{' '}
            {confidence !== null && (
              <small>
                <Confidence value={confidence} />
              </small>
            )}
          </p>
        ))}
        {found.length > 8 && <p class="faint">and {count(found.length - 8)} more</p>}
      </>
    ));
    return {name, cells, texts: of.map((found) => found.map(({value}) => value).join('\n'))};
  });
  const aliases = sides.map(({entity}) => (entity.answer === null ? [] : aliasesOf(entity.answer.value)));
  if (aliases.some((some) => some.length > 0))
    lines.push({name: 'Also called', cells: aliases.map((some) => <>{some.slice(0, 6).join(', ')}</>), texts: []});
  return lines;
}

function linkLines(sides: Side[]): Line[] {
  const counts = sides.map(({edges}) => edges.answer?.value.relation_counts ?? {});
  const relations = [...new Set(counts.flatMap((one) => Object.keys(one)))].sort();
  const edges = sides.flatMap(({edges}) => edges.answer?.value.edges ?? []);
  return relations.map((relation) => {
    const found = new Set(edges.filter((edge) => edge.relation === relation).map(({direction}) => direction));
    // Seen from these entities: for a company, subsidiary_of counts its subsidiaries.
    const words = [...found].sort().map((direction) => relationWords(relation, direction));
    return numbers(
      words.join(' / ') || plain(relation),
      counts.map((one) => one[relation] ?? 0),
    );
  });
}

function pipelineLines(sides: Side[]): Line[] {
  const found = sides.map(({dossier}) => dossier.answer?.value);
  if (found.every((one) => one === undefined)) return [];
  const stages = found.map((one) => one?.maturity.stage ?? '');
  const pairs = found.map(
    (one) =>
      new Map(
        (one?.programs ?? []).map((program) => [`${program.target}, ${program.modality}`, program.furthest_stage]),
      ),
  );
  const shared = [...new Set(pairs.flatMap((one) => [...one.keys()]))].filter(
    (pair) => pairs.filter((one) => one.has(pair)).length > 1,
  );
  return [
    {name: 'Furthest stage', cells: stages, texts: stages},
    numbers(
      'Targets with a modality',
      pairs.map((one) => one.size),
      LISTED.programs,
    ),
    ...shared.slice(0, 40).map((pair) => {
      const texts = pairs.map((one) => one.get(pair) ?? '');
      return {name: pair, cells: texts, texts};
    }),
  ];
}

/** @param most The most that is counted; a number that reaches it may be larger. */
function numbers(name: string, values: number[], most = Number.POSITIVE_INFINITY): Line {
  const texts = values.map((n) => (n < most ? count(n) : `${count(n)} or more`));
  return {name, cells: texts.map((text) => <span class={text === '0' ? 'faint' : ''}>{text}</span>), texts};
}
