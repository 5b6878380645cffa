import {useAnswer} from '../answers.ts';
import {type Bar, BarTable} from '../parts/bar-table.tsx';
import {CellForm, cellQuery, cellWords, hasCell} from '../parts/cell-form.tsx';
import {EntityLink} from '../parts/entity-link.tsx';
import {Caveats, GateNote} from '../parts/notes.tsx';
import {Page} from '../parts/page.tsx';
import {RequestBehind} from '../parts/request.tsx';
import {Empty, View} from '../parts/states.tsx';
import {here, place} from '../place.ts';
import type {Landscape} from '../types.ts';
import {count, day} from '../words.ts';

export function LandscapePage() {
  const {query} = place.value;
  const isAsked = hasCell(query);
  const asked = {...cellQuery(query), limit: 15};
  const found = useAnswer<Landscape>(isAsked ? 'v1/patents/landscape' : null, asked);
  return (
    <Page title={isAsked ? `Patents in ${cellWords(query)}` : 'Patent landscape and concentration'}>
      <CellForm />
      {isAsked ? (
        <>
          <View of={found} what="the landscape">
            {(landscape) => <Shown of={landscape} />}
          </View>
          <RequestBehind path="v1/patents/landscape" query={asked} />
        </>
      ) : (
        <Empty>
          Name a target, a modality or a therapeutic area. For example{' '}
          <a href={here({therapeutic_area: 'oncology', modality: 'monoclonal antibody'})}>antibodies in oncology</a>.
        </Empty>
      )}
    </Page>
  );
}

function Shown({of}: {of: Landscape}) {
  if (of.patents === 0)
    return (
      <>
        <Empty>No patent carries these labels with enough confidence.</Empty>
        <GateNote gate={of.gate} />
        <Caveats caveats={of.caveats} />
      </>
    );
  return (
    <>
      <dl class="figures">
        <div>
          <dt>Patents</dt>
          <dd>{count(of.patents)}</dd>
        </div>
        <div>
          <dt>Concentration (HHI, of 10,000)</dt>
          <dd>{of.hhi === null ? 'unknown' : count(Math.round(of.hhi))}</dd>
        </div>
        <div>
          <dt>Held by the four largest</dt>
          <dd>{of.top4_share === null ? 'unknown' : percent(of.top4_share)}</dd>
        </div>
      </dl>
      <GateNote gate={of.gate} />
      <div class="columns">
        <Holders title="Companies" of={of.assignees} />
        <Years of={of.by_year} />
        <Holders title="Institutions" of={of.institution_assignees} />
        <Holders title="Inventors" of={of.inventors} />
        <Leaders of={of.kols} />
      </div>
      <Caveats caveats={of.caveats} />
    </>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function Holders({title, of}: {title: string; of: Landscape['assignees']}) {
  if (of.length === 0) return null;
  const bars: Bar[] = of.map((one) => ({
    key: one.id,
    name: <EntityLink of={one} />,
    value: one.patents,
    text: count(one.patents),
    more: [percent(one.share)],
  }));
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <BarTable caption={`${title} with patents here`} heads={['Name', 'Patents', 'Share']} bars={bars} />
    </section>
  );
}

function Years({of}: {of: Landscape['by_year']}) {
  const bars: Bar[] = of.map(({year, patents}) => ({
    key: String(year),
    name: String(year),
    value: patents,
    text: count(patents),
  }));
  return (
    <section aria-label="By year">
      <h2>By year</h2>
      <BarTable caption="Patents by year" heads={['Year', 'Patents']} bars={bars} />
    </section>
  );
}

function Leaders({of}: {of: Landscape['kols']}) {
  if (of.length === 0) return null;
  const bars: Bar[] = of.map((one) => ({
    key: one.id,
    name: <EntityLink of={one} />,
    value: one.score,
    text: one.score.toFixed(2),
    more: [count(one.patents), day(one.latest)],
  }));
  return (
    <section aria-label="Recently active">
      <h2>Recently active</h2>
      <BarTable
        caption="Inventors by recent patents; a patent counts half after three years"
        heads={['Name', 'Score', 'Patents', 'Latest']}
        bars={bars}
      />
    </section>
  );
}
