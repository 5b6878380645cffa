// Notes beside numbers: what counted, what did not, and what the sources do not contain.
import type {Gate} from '../ask.ts';
import {here} from '../place.ts';
import {count} from '../words.ts';

/** The trust gate, with a control to change it for this page. */
export function GateNote({gate, isDial = true}: {gate: Gate | null | undefined; isDial?: boolean}) {
  if (gate === null || gate === undefined) return null;
  const {min_confidence: least, counted, dropped} = gate;
  return (
    <p class="note gate">
      <span class="mark" aria-hidden="true" />
      {count(counted)} {counted === 1 ? 'record counts' : 'records count'} with labels of confidence {least} or more.{' '}
      {dropped > 0 && `${count(dropped)} with lower confidence ${dropped === 1 ? 'is' : 'are'} left out. `}
      {isDial && least > 0 && dropped > 0 && (
        <a href={here({min_confidence: '0', offset: null, after: null})}>Count them too</a>
      )}
      {isDial && least === 0 && (
        <a href={here({min_confidence: null, offset: null, after: null})}>Count trusted ones only</a>
      )}
    </p>
  );
}

export function Caveats({caveats}: {caveats: readonly string[] | undefined}) {
  if (caveats === undefined || caveats.length === 0) return null;
  return (
    <aside class="note caveats" aria-label="Caveats">
      <ul>
        {caveats.map((caveat) => (
          <li key={caveat}>{caveat}</li>
        ))}
      </ul>
    </aside>
  );
}

/** A confidence as number and bar, marked if it is below the trusted one. */
export function Confidence({value, trusted = 0.7}: {value: number | null | undefined; trusted?: number}) {
  if (value === null || value === undefined) return <span class="faint">unknown</span>;
  return (
    <span class={value < trusted ? 'confidence is-unsure' : 'confidence'}>
      <i style={{'--share': value}} aria-hidden="true" />
      {value.toFixed(2)}
      {value < trusted && <small> untrusted</small>}
    </span>
  );
}
