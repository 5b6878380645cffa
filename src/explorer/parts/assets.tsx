// The programs and products of a company, with their stage and next catalyst.
import {to} from '../place.ts';
import type {Dossier} from '../types.ts';
import {day} from '../words.ts';
import {EntityLink} from './entity-link.tsx';
import {LISTED, useFew} from './few.tsx';
import {Scroll} from './scroll.tsx';
import {Stage} from './stage.tsx';

const FEW = 12;

export function Assets({assets}: {assets: Dossier['assets']}) {
  const [shown, more] = useFew(assets, FEW, 'products and programs', LISTED.assets);
  if (assets.length === 0) return null;
  // A column without any value is left out.
  const isAwaited = assets.some((one) => one.next_catalyst !== null);
  return (
    <section aria-labelledby="assets">
      <h2 id="assets">Products and programs</h2>
      <Scroll label="Products and programs">
        <table class="rows pipeline">
          <caption class="hidden">Products and programs, most advanced first</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Target</th>
              <th scope="col">Modality</th>
              <th scope="col">Furthest stage</th>
              {isAwaited && <th scope="col">Next event</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <EntityLink of={one} />
                </th>
                <td>{one.target !== null && <a href={to('list', [], {target: one.target})}>{one.target}</a>}</td>
                <td>{one.modality}</td>
                <td class="stage">
                  <Stage of={one.furthest_stage} />
                </td>
                {isAwaited && (
                  <td class="words">
                    {one.next_catalyst !== null && (
                      <>
                        {day(one.next_catalyst.date)} <small>{one.next_catalyst.name}</small>
                      </>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {more}
    </section>
  );
}
