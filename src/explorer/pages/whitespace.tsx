import {useState} from 'preact/hooks';
import {useAnswer} from '../answers.ts';
import {Caveats, GateNote} from '../parts/notes.tsx';
import {Page} from '../parts/page.tsx';
import {RequestBehind} from '../parts/request.tsx';
import {Scroll} from '../parts/scroll.tsx';
import {Empty, View} from '../parts/states.tsx';
import {besides, go, here, place, type Query, to} from '../place.ts';
import type {Buckets, Whitespace} from '../types.ts';
import {count, kindWord} from '../words.ts';

type Cell = Whitespace['cells'][number];

/** The kinds counted in cells, which are shown in a cell's list. */
const KINDS = ['paper', 'patent', 'trial', 'approval'];

export function WhitespacePage() {
  const {query} = place.value;
  const area = query.get('therapeutic_area') ?? '';
  const asked: Query = {
    ...besides(query, ['therapeutic_area', 'limit_targets', 'limit_modalities', 'min_confidence']),
    therapeutic_area: area,
    limit_targets: query.get('limit_targets'),
    limit_modalities: query.get('limit_modalities'),
    min_confidence: query.get('min_confidence'),
  };
  const found = useAnswer<Whitespace>('v1/whitespace', asked);
  return (
    <Page title={area === '' ? 'White space: targets by modality' : `White space in ${area}`}>
      <p class="lead">
        How much there is for each pair of target and modality, in papers, patents, trials and approvals. The empty
        pairs are the white space: no company works on them either. Companies count for whether a pair is empty, not in
        its number. A pair with only untrusted labels is not known to be empty.
      </p>
      <Settings area={area} query={query} />
      <View of={found} what="white space">
        {(value) => (
          <>
            <GateNote gate={value.gate as never} />
            {value.targets.length === 0 ? (
              <Empty>Nothing here has a trusted target and modality{area !== '' && ` in ${area}`}.</Empty>
            ) : (
              <HeatMap of={value} area={area} />
            )}
            <Legend />
            <Caveats caveats={value.caveats} />
          </>
        )}
      </View>
      <RequestBehind path="v1/whitespace" query={asked} />
    </Page>
  );
}

function Settings({area, query}: {area: string; query: URLSearchParams}) {
  const areas = useAnswer<Buckets>('v1/aggregate', {field: 'therapeutic_area', limit: 100});
  const known = areas.answer?.value.buckets.map(({value}) => value) ?? [];
  const options = area === '' || known.includes(area) ? known : [area, ...known];
  const size = (name: string, words: string, choices: readonly number[], usual: number) => (
    <label>
      {words}{' '}
      <select
        value={query.get(name) ?? String(usual)}
        onChange={(event) =>
          go(here({[name]: event.currentTarget.value === String(usual) ? null : event.currentTarget.value}))
        }
      >
        {choices.map((n) => (
          <option key={n} value={n}>
            {n}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      <label>
        Therapeutic area{' '}
        <select value={area} onChange={(event) => go(here({therapeutic_area: event.currentTarget.value}))}>
          <option value="">All areas</option>
          {options.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      </label>
      {size('limit_targets', 'Targets', [10, 20, 30, 50], 20)}
      {size('limit_modalities', 'Modalities', [6, 12, 20], 12)}
    </form>
  );
}

function HeatMap({of: {targets, modalities, cells}, area}: {of: Whitespace; area: string}) {
  const [isUnsure, setUnsure] = useState(true);
  const byPair = new Map(cells.map((cell) => [`${cell.target}\n${cell.modality}`, cell]));
  const most = Math.max(1, ...cells.map(({total}) => total));
  return (
    <>
      <label class="inline">
        <input type="checkbox" checked={isUnsure} onChange={(event) => setUnsure(event.currentTarget.checked)} /> Show
        untrusted labels too
      </label>
      <Scroll label="Targets by modality">
        <table class="heat">
          <caption>
            Trusted records for each target and modality; after a plus, those with untrusted labels; “co.” where there
            are companies alone
          </caption>
          <thead>
            <tr>
              <th scope="col">Target</th>
              {modalities.map((modality) => (
                <th scope="col" key={modality}>
                  <span>{modality}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {targets.map((target) => (
              <tr key={target}>
                <th scope="row">
                  <a href={to('list', [], {target, therapeutic_area: area})}>{target}</a>
                </th>
                {modalities.map((modality) => (
                  <HeatCell
                    key={modality}
                    of={byPair.get(`${target}\n${modality}`)}
                    most={most}
                    area={area}
                    isUnsure={isUnsure}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

function HeatCell({
  of: cell,
  most,
  area,
  isUnsure,
}: {
  of: Cell | undefined;
  most: number;
  area: string;
  isUnsure: boolean;
}) {
  if (cell === undefined) return <td />;
  const {target, modality, total, tagged, counts} = cell;
  const unsure = tagged - total;
  const companies = counts.company;
  if (tagged === 0 && companies === 0)
    return (
      <td class="is-empty">
        <span class="hidden">none</span>
      </td>
    );
  // With companies alone, what they work on is of other kinds.
  const list = (least: string | null, kind: readonly string[] = KINDS) =>
    to('list', [], {
      kind,
      target,
      modality,
      therapeutic_area: area,
      min_confidence: least ?? place.value.query.get('min_confidence'),
    });
  const said = Object.entries(counts)
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => `${count(n)} ${kindWord(kind, n).toLowerCase()}`)
    .join(', ');
  return (
    <td
      class={total > 0 ? '' : companies > 0 ? 'is-company' : 'is-unsure'}
      style={{'--share': total === 0 ? 0 : 0.12 + 0.88 * (Math.log1p(total) / Math.log1p(most))}}
    >
      {total > 0 && (
        <a href={list(null)} title={said} aria-label={`${count(total)} trusted: ${target}, ${modality}`}>
          {count(total)}
        </a>
      )}
      {total === 0 && companies > 0 && (
        <a href={list(null, [])} title={said} aria-label={`${count(companies)} co. alone: ${target}, ${modality}`}>
          {count(companies)} co.
        </a>
      )}
      {unsure > 0 && isUnsure && (
        <a class="unsure" href={list('0')} aria-label={`${count(unsure)} untrusted: ${target}, ${modality}`}>
          +{count(unsure)}
        </a>
      )}
    </td>
  );
}

function Legend() {
  return (
    <ul class="legend" aria-label="Legend">
      <li>
        <i class="swatch is-empty" aria-hidden="true" /> nothing known: white space
      </li>
      <li>
        <i class="swatch is-company" aria-hidden="true" /> companies work on it (2 co.), without a trusted paper,
        patent, trial or approval
      </li>
      <li>
        <i class="swatch is-unsure" aria-hidden="true" /> untrusted labels only
      </li>
      <li>
        <i class="unsure">+2</i> more with untrusted labels
      </li>
      <li>
        <i class="swatch is-some" aria-hidden="true" />
        <i class="swatch is-many" aria-hidden="true" /> few to many trusted records
      </li>
    </ul>
  );
}
