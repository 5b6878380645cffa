// What a company has, by target and modality, and how far it has come.
import {useState} from 'preact/hooks';
import {useAnswer} from '../answers.ts';
import {to} from '../place.ts';
import type {Dossier} from '../types.ts';
import {count, counted} from '../words.ts';
import {Caveats} from './notes.tsx';
import {Scroll} from './scroll.tsx';
import {Empty, View} from './states.tsx';

const STAGES = ['research', 'preclinical', 'phase 1', 'phase 2', 'phase 3', 'filed', 'approved'];
const FEW = 15;

export function Pipeline({id}: {id: string}) {
  const dossier = useAnswer<Dossier>(`v1/entities/${id}/dossier`);
  return (
    <section aria-labelledby="pipeline">
      <h2 id="pipeline">Pipeline</h2>
      <View of={dossier} what="the pipeline">
        {({programs, maturity, caveats}) => (
          <>
            <p>
              {counted(maturity.trials, 'trial', 'trials')}, {counted(maturity.approvals, 'approval', 'approvals')},{' '}
              {counted(maturity.patents, 'patent', 'patents')}, {counted(maturity.papers, 'paper', 'papers')}; furthest
              stage: {maturity.stage ?? 'unknown'}.
            </p>
            {programs.length === 0 ? (
              <Empty>No target and modality is known of what it has.</Empty>
            ) : (
              <Programs programs={programs} />
            )}
            <Caveats caveats={caveats} />
          </>
        )}
      </View>
    </section>
  );
}

function Programs({programs}: {programs: Dossier['programs']}) {
  const [isAll, setAll] = useState(false);
  return (
    <>
      <Scroll label="Pipeline">
        <table class="rows pipeline">
          <caption class="hidden">Programs by target and modality with their furthest stage</caption>
          <thead>
            <tr>
              <th scope="col">Target</th>
              <th scope="col">Modality</th>
              <th scope="col">Furthest stage</th>
              <th scope="col" class="number">
                Trials
              </th>
              <th scope="col" class="number">
                Approvals
              </th>
              <th scope="col" class="number">
                Patents
              </th>
              <th scope="col" class="number">
                Papers
              </th>
            </tr>
          </thead>
          <tbody>
            {(isAll ? programs : programs.slice(0, FEW)).map((one) => (
              <tr key={`${one.target} ${one.modality}`}>
                <th scope="row">
                  <a href={to('list', [], {target: one.target, modality: one.modality})}>{one.target}</a>
                </th>
                <td>{one.modality}</td>
                <td class="stage">
                  <span class="steps" data-step={STAGES.indexOf(one.furthest_stage)} aria-hidden="true">
                    {STAGES.map((stage, n) => (
                      <i key={stage} class={n <= STAGES.indexOf(one.furthest_stage) ? 'is-reached' : ''} />
                    ))}
                  </span>
                  {one.furthest_stage}
                </td>
                {([one.trials, one.approvals, one.patents, one.papers] as const).map((n, place) => (
                  <td key={place} class={n === 0 ? 'number faint' : 'number'}>
                    {count(n)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {programs.length > FEW && (
        <button type="button" class="link" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Fewer' : `All ${count(programs.length)}`}
        </button>
      )}
    </>
  );
}
