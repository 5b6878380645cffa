// A text to copy.
import type {ComponentChildren} from 'preact';
import {useState} from 'preact/hooks';
import {announce} from '../announce.ts';

export function Snippet({language, text, head = language}: {language: string; text: string; head?: ComponentChildren}) {
  const [copied, setCopied] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(text);
        announce(`${language} copied`);
      },
      () => announce('Copying is not allowed here'),
    );
  };
  return (
    <figure class="snippet">
      <figcaption>
        {head}
        {/* Only where the browser lets a page do that: on TLS, or on this machine. */}
        {window.isSecureContext && (
          <button type="button" class="small" onClick={copy}>
            {copied === text ? 'Copied' : 'Copy'}
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
