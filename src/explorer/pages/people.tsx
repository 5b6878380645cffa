import {useAnswer} from '../answers.ts';
import {BarTable} from '../parts/bar-table.tsx';
import {CellForm, cellQuery, cellWords, hasCell} from '../parts/cell-form.tsx';
import {EntityLink} from '../parts/entity-link.tsx';
import {Caveats, GateNote} from '../parts/notes.tsx';
import {Page} from '../parts/page.tsx';
import {RequestBehind} from '../parts/request.tsx';
import {Empty, View} from '../parts/states.tsx';
import {here, place} from '../place.ts';
import type {Experts, Ranking} from '../types.ts';
import {count, day} from '../words.ts';

const LIMIT = 50;

/** People by recent work; within a cell, its leading researchers. */
export function PeoplePage() {
  const {query} = place.value;
  const isCell = hasCell(query);
  const asked = {...cellQuery(query), limit: LIMIT};
  const path = isCell ? 'v1/people/experts' : 'v1/people/rank';
  return (
    <Page title={isCell ? `Experts in ${cellWords(query)}` : 'People by recent papers and patents'}>
      <CellForm />
      {isCell ? <Leading asked={asked} /> : <Ranked asked={asked} />}
      <RequestBehind path={path} query={asked} />
    </Page>
  );
}

function Ranked({asked}: {asked: ReturnType<typeof cellQuery>}) {
  const found = useAnswer<Ranking>('v1/people/rank', asked);
  return (
    <View of={found} what="people">
      {({results, gate, caveats}) => (
        <>
          <p class="lead">
            A work counts half after three years. Name a target, a modality or an area to see who leads there, for
            example <a href={here({therapeutic_area: 'oncology'})}>oncology</a>.
          </p>
          <GateNote gate={gate} />
          {results.length === 0 ? (
            <Empty>Nobody here has a paper or patent.</Empty>
          ) : (
            <BarTable
              caption="People by score"
              heads={['Name', 'Score', 'Papers', 'Patents', 'Latest', 'Rising']}
              words={['Rising']}
              bars={results.map((one) => ({
                key: one.id,
                name: <EntityLink of={one} />,
                value: one.score,
                text: one.score.toFixed(2),
                more: [count(one.papers), count(one.patents), day(one.latest), one.rising.is_rising ? 'rising' : ''],
              }))}
            />
          )}
          <Caveats caveats={caveats} />
        </>
      )}
    </View>
  );
}

function Leading({asked}: {asked: ReturnType<typeof cellQuery>}) {
  const found = useAnswer<Experts>('v1/people/experts', asked);
  return (
    <View of={found} what="experts">
      {({results, institutions, gate, caveats}) => (
        <>
          <GateNote gate={gate} />
          {results.length === 0 ? (
            <Empty>Nobody has a paper or patent with these labels.</Empty>
          ) : (
            <div class="columns wide-left">
              <BarTable
                caption="Experts by score"
                heads={['Name', 'Score', 'Standing', 'Papers', 'Patents', 'At']}
                words={['Standing', 'At']}
                bars={results.map((one) => ({
                  key: one.id,
                  name: <EntityLink of={one} />,
                  value: one.score,
                  text: one.score.toFixed(2),
                  more: [
                    one.tier,
                    count(one.papers),
                    count(one.patents),
                    one.institutions.slice(0, 2).map((at) => (
                      <div key={at.id}>
                        <EntityLink of={at} />
                      </div>
                    )),
                  ],
                }))}
              />
              {institutions.length > 0 && (
                <section aria-labelledby="institutions">
                  <h2 id="institutions">Institutions</h2>
                  <BarTable
                    caption="Institutions by experts"
                    heads={['Institution', 'Experts']}
                    bars={institutions.map((one) => ({
                      key: one.id,
                      name: <EntityLink of={one} />,
                      value: one.experts,
                      text: count(one.experts),
                    }))}
                  />
                </section>
              )}
            </div>
          )}
          <Caveats caveats={caveats} />
        </>
      )}
    </View>
  );
}
