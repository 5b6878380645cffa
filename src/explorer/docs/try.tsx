// Calls of an operation, as code and live.
import {signal} from '@preact/signals';
import {useState} from 'preact/hooks';
import {announce} from '../announce.ts';
import {key} from '../ask.ts';
import {Snippet} from '../parts/snippet.tsx';
import {LANGUAGES, type Language, snippets} from '../snippets.ts';
import {addressOf, type Outcome, send, type Written} from './call.ts';
import type {Operation} from './document.ts';

/** The same language for the whole page. */
const language = signal<Language>('curl');

export function Calls({operation, written}: {operation: Operation; written: Written}) {
  const body = operation.requestBody === undefined ? undefined : parsed(written.body);
  const texts = snippets(addressOf(operation, written).href, key.value !== '', {method: operation.method, body});
  const choice = (
    <fieldset>
      <legend class="hidden">Language of the call</legend>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          class="small"
          aria-pressed={language.value === one}
          onClick={() => {
            language.value = one;
          }}
        >
          {one}
        </button>
      ))}
    </fieldset>
  );
  return (
    <div class="calls">
      <Snippet language={language.value} text={texts[language.value]} head={choice} />
    </div>
  );
}

/** A body that is not yet valid JSON is shown unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function Run({operation, written}: {operation: Operation; written: Written}) {
  const [outcome, setOutcome] = useState<Outcome | string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    const found = await send(operation, written).catch((error: unknown) => `No answer: ${String(error)}`);
    setRunning(false);
    setOutcome(found);
    announce(typeof found === 'string' ? found : `Status ${found.status}`);
  };
  return (
    <div class="run">
      <button type="button" disabled={isRunning} onClick={() => void run()}>
        {isRunning ? 'Sending…' : operation.method === 'GET' ? 'Send it' : `Send ${operation.method}`}
        <span class="hidden"> {operation.operationId}</span>
      </button>
      {typeof outcome === 'string' && <p class="failed">{outcome}</p>}
      {outcome !== null && typeof outcome !== 'string' && <Result outcome={outcome} />}
    </div>
  );
}

function Result({outcome: {status, milliseconds, text, isCut, headers}}: {outcome: Outcome}) {
  return (
    <figure class="snippet">
      <figcaption>
        <strong class={status < 400 ? 'good' : 'bad'}>{status}</strong> {milliseconds} ms
        {isCut && <span>· the start of a longer answer</span>}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <details>
        <summary>Headers</summary>
        <dl class="headers">
          {headers.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </>
          ))}
        </dl>
      </details>
    </figure>
  );
}
