// The request behind a page, to copy.
import {addressOf, key} from '../ask.ts';
import {type Query, to} from '../place.ts';
import {snippets} from '../snippets.ts';
import {Snippet} from './snippet.tsx';

export function RequestBehind({path, query}: {path: string; query: Query}) {
  const url = addressOf(path, query).href;
  return (
    <details class="request">
      <summary>The request behind this</summary>
      {Object.entries(snippets(url, key.value !== '')).map(([language, text]) => (
        <Snippet key={language} language={language} text={text} />
      ))}
      <p>
        All other requests: <a href={to('docs')}>the interface</a>.
      </p>
    </details>
  );
}
