// A company's cells: targets and modalities, with the assets in each.
import {to} from '../place.ts';
import type {Dossier} from '../types.ts';
import {count} from '../words.ts';
import {LISTED, useFew} from './few.tsx';
import {Scroll} from './scroll.tsx';
import {Stage} from './stage.tsx';
import {Empty} from './states.tsx';

const FEW = 12;

export function Cells({programs}: {programs: Dossier['programs']}) {
  const [shown, more] = useFew(programs, FEW, 'targets and modalities', LISTED.programs);
  return (
    <section aria-labelledby="cells">
      <h2 id="cells">Targets and modalities</h2>
      {programs.length === 0 ? (
        <Empty>The targets and modalities of its assets are not known.</Empty>
      ) : (
        <Scroll label="Targets and modalities">
          <table class="rows pipeline">
            <caption class="hidden">Targets and modalities with their furthest stage</caption>
            <thead>
              <tr>
                <th scope="col">Target</th>
                <th scope="col">Modality</th>
                <th scope="col">Furthest stage</th>
                {['Trials', 'Approvals', 'Patents', 'Papers'].map((head) => (
                  <th key={head} scope="col" class="number">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <tr key={`${one.target} ${one.modality}`}>
                  <th scope="row">
                    <a href={to('list', [], {target: one.target, modality: one.modality})}>{one.target}</a>
                  </th>
                  <td>{one.modality}</td>
                  <td class="stage">
                    <Stage of={one.furthest_stage} />
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
      )}
      {more}
    </section>
  );
}
