// The request behind a page, to be taken along.
import {useState} from 'preact/hooks';
import {addressOf, key} from '../ask.ts';
import type {Query} from '../place.ts';
import {snippets} from '../snippets.ts';
import {say} from '../spoken.ts';

export function RequestBehind({path, query}: {path: string; query: Query}) {
  const url = addressOf(path, query).href;
  return (
    <details class="request">
      <summary>The request behind this</summary>
      {Object.entries(snippets(url, key.value !== '')).map(([language, text]) => (
        <Snippet key={language} language={language} text={text} />
      ))}
    </details>
  );
}

function Snippet({language, text}: {language: string; text: string}) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        say(`${language} copied`);
      },
      () => say('Copying is not allowed here'),
    );
  };
  return (
    <figure>
      <figcaption>
        {language}
        {/* Only where the browser lets a page do that: on TLS, or on this machine. */}
        {window.isSecureContext && (
          <button type="button" class="small" onClick={copy}>
            {isCopied ? 'Copied' : 'Copy'}
          </button>
        )}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
