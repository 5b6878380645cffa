import {useAnswer} from '../answers.ts';
import {Combobox} from '../parts/combobox.tsx';
import {EntityLink} from '../parts/entity-link.tsx';
import {Caveats, GateNote} from '../parts/notes.tsx';
import {Page} from '../parts/page.tsx';
import {RequestBehind} from '../parts/request.tsx';
import {Scroll} from '../parts/scroll.tsx';
import {Empty, View} from '../parts/states.tsx';
import {go, here, place, to} from '../place.ts';
import {useSubject} from '../subject.ts';
import type {Comparables} from '../types.ts';
import {count} from '../words.ts';

type Other = Comparables['results'][number];

const LIMIT = 40;
const CELLS = 3;

export function ComparablesPage() {
  const name = place.value.query.get('company') ?? '';
  const company = useSubject(name, (address) => go(here({company: address}), {replace: true}), 'company');
  const found = company.answer?.value;
  const path = `v1/entities/${found?.id}/comparables`;
  const asked = {limit: LIMIT, min_confidence: place.value.query.get('min_confidence')};
  const others = useAnswer<Comparables>(found === undefined ? null : path, asked);
  return (
    <Page
      title={
        name === ''
          ? 'Companies with the same targets and modalities'
          : `Companies like ${found?.name ?? name.slice(name.indexOf('/') + 1)}`
      }
    >
      <div class="settings">
        <Combobox
          label="Company"
          kind="company"
          placeholder="A company’s name or ticker"
          onPick={(one) => go(here({company: `${one.kind}/${one.slug}`, min_confidence: null}))}
        />
      </div>
      {name === '' ? (
        <Empty>
          Choose a company. For example <a href={here({company: 'company/pfizer'})}>Pfizer</a>.
        </Empty>
      ) : (
        <View of={found === undefined ? {...others, ...company, answer: null} : others} what="comparable companies">
          {(value) => (
            <>
              <GateNote gate={value.gate} />
              {value.results.length === 0 ? (
                <Empty>No other company shares a target and modality with it.</Empty>
              ) : (
                <Shown of={value.results} self={name} />
              )}
              <Caveats caveats={value.caveats} />
              <RequestBehind path={path} query={asked} />
            </>
          )}
        </View>
      )}
    </Page>
  );
}

function Shown({of, self}: {of: readonly Other[]; self: string}) {
  return (
    <div class="pictured">
      <Scatter of={of} />
      <Scroll label="Comparable companies">
        <table class="rows">
          <caption class="hidden">Companies that share targets and modalities, most first</caption>
          <thead>
            <tr>
              <th scope="col">Company</th>
              <th scope="col" class="number">
                Shared
              </th>
              <th scope="col" class="number">
                Evidence
              </th>
              <th scope="col">Furthest stage</th>
              <th scope="col">Compare</th>
              <th scope="col">Targets and modalities</th>
            </tr>
          </thead>
          <tbody>
            {of.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <EntityLink of={one} />
                </th>
                <td class="number">{count(one.shared_cells)}</td>
                <td class="number">{count(one.evidence)}</td>
                <td>{one.furthest_stage}</td>
                <td>
                  <a class="together" href={to('compare', [], {entity: [self, `${one.kind}/${one.slug}`]})}>
                    side by side<span class="hidden"> with {one.name}</span>
                  </a>
                </td>
                <td class="source">
                  {one.cells
                    .slice(0, CELLS)
                    .map(({target, modality}) => `${target} ${modality}`)
                    .join('; ')}
                  {one.cells.length > CELLS && ` and ${count(one.cells.length - CELLS)} more`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </div>
  );
}

const [WIDTH, HEIGHT, SIDE] = [560, 420, 48];
/** Maximum length of a name beside its point. */
const LONG = 26;
/** Approximate width of a letter. */
const LETTER = 6.2;
/** Minimum distance between a name and the next point, so that it is not mistaken for that point's. */
const GAP = 18;

interface Point {
  id: string;
  name: string;
  x: number;
  y: number;
}

/** The names that fit to the left or right of their points, the most comparable first, with their positions. */
function namesBeside(points: readonly Point[]): (Point & {from: number; to: number})[] {
  const placed: (Point & {from: number; to: number})[] = [];
  for (const point of points) {
    const width = point.name.length * LETTER;
    const sides = [point.x - 9 - width, point.x + 9].map((from) => ({...point, from, to: from + width}));
    const free = sides.find(
      ({id, y, from, to}) =>
        from > SIDE &&
        to < WIDTH &&
        placed.every((other) => Math.abs(other.y - y) > 13 || other.to < from || other.from > to) &&
        points.every(
          (other) => other.id === id || Math.abs(other.y - y) > 10 || other.x < from - GAP || other.x > to + GAP,
        ),
    );
    if (free !== undefined) placed.push(free);
  }
  return placed;
}

/** The table as a picture: more overlap to the right, more assets upwards. */
function Scatter({of}: {of: readonly Other[]}) {
  const [fewest, most] = [
    Math.min(...of.map((one) => one.shared_cells)),
    Math.max(...of.map((one) => one.shared_cells)),
  ];
  const [least, top] = [Math.min(...of.map((one) => one.evidence)), Math.max(...of.map((one) => one.evidence))];
  const x = (n: number) => 2 * SIDE + ((n - fewest) / Math.max(1, most - fewest)) * (WIDTH - 4 * SIDE);
  const y = (n: number) =>
    HEIGHT -
    1.5 * SIDE -
    ((Math.log(n) - Math.log(least)) / Math.max(0.1, Math.log(top) - Math.log(least))) * (HEIGHT - 3 * SIDE);
  const points = of.map((one) => ({
    id: one.id,
    name: one.name.length > LONG ? `${one.name.slice(0, LONG - 1).trimEnd()}…` : one.name,
    x: x(one.shared_cells),
    y: y(one.evidence),
  }));
  const named = namesBeside(points);
  return (
    <figure>
      <svg
        class="net"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Shared targets and modalities, and the evidence behind them; the table has the numbers"
      >
        <line x1={SIDE} y1={HEIGHT - SIDE} x2={WIDTH - SIDE} y2={HEIGHT - SIDE} />
        <line x1={SIDE} y1={SIDE} x2={SIDE} y2={HEIGHT - SIDE} />
        {of.map((one) => (
          <g key={one.id}>
            <title>{`${one.name}: ${one.shared_cells} shared, evidence ${one.evidence}`}</title>
            <circle class="point" cx={x(one.shared_cells)} cy={y(one.evidence)} r="6" data-kind="company" />
          </g>
        ))}
        {named.map(({id, name, from, x, y}) => (
          <text
            key={id}
            class="point-name"
            x={from < x ? x - 9 : from}
            y={y + 4}
            text-anchor={from < x ? 'end' : 'start'}
          >
            {name}
          </text>
        ))}
        <text class="axis" x={WIDTH - SIDE} y={HEIGHT - SIDE + 24} text-anchor="end">
          {`shared targets and modalities, ${fewest} to ${most} →`}
        </text>
        <text class="axis" x={SIDE} y={SIDE - 14}>
          {`↑ evidence, ${least} to ${top} (logarithmic)`}
        </text>
      </svg>
    </figure>
  );
}
