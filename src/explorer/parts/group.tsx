// The companies counted as this one, and a link that counts it alone.
import {here} from '../place.ts';
import type {Dossier} from '../types.ts';
import {counted} from '../words.ts';
import {EntityLink} from './entity-link.tsx';
import {useFew} from './few.tsx';

const FEW = 30;

export function Group({groups, isAlone}: {groups: Dossier['rolled_up']; isAlone: boolean}) {
  const subsidiaries = groups.flatMap((group) => group.subsidiaries);
  const [shown, more] = useFew(subsidiaries, FEW, 'subsidiaries');
  if (isAlone)
    return (
      <p class="note">
        Counted without its subsidiaries. <a href={here({rollup: null})}>Count them with it</a>
      </p>
    );
  if (subsidiaries.length === 0) return null;
  return (
    <details class="note group">
      <summary>Counted with {counted(subsidiaries.length, 'subsidiary', 'subsidiaries')}</summary>
      <ul class="inline-list">
        {shown.map((one) => (
          <li key={one.id}>
            <EntityLink of={one} />
          </li>
        ))}
      </ul>
      <p>
        {more} <a href={here({rollup: 'false'})}>Count this company alone</a>
      </p>
    </details>
  );
}
