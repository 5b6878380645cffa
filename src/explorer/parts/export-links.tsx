// Everything that passes the filters, as a file.
import {useState} from 'preact/hooks';
import {useAnswer} from '../answers.ts';
import {addressOf, credentials, key} from '../ask.ts';
import type {Query} from '../place.ts';
import {say} from '../spoken.ts';
import {Loading} from './states.tsx';

interface Described {
  paths: Record<string, {get?: {parameters?: {name: string; schema: {enum?: string[]}}[]}}>;
}

const NAMES: Record<string, string> = {
  csv: 'CSV',
  ndjson: 'JSON lines',
  json: 'JSON',
  parquet: 'Parquet',
  xlsx: 'Excel',
  arrow: 'Arrow',
};

/** @param hasText An export takes filters and no search words; it says so where there are some. */
export function ExportLinks({query, hasText}: {query: Query; hasText: boolean}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="request" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Export {hasText ? 'all that passes the filters, without the words' : 'all of this'}</summary>
      {isOpen && <Formats query={query} />}
    </details>
  );
}

function Formats({query}: {query: Query}) {
  // Which formats there are is the server's to say.
  const {answer, isLoading} = useAnswer<Described>('openapi.json');
  if (isLoading) return <Loading what="the formats" />;
  const parameters = answer?.value.paths['/v1/export']?.get?.parameters ?? [];
  const offered = parameters.find(({name}) => name === 'format')?.schema.enum ?? ['csv', 'ndjson'];
  return (
    <ul class="exports">
      {Object.keys(NAMES)
        .filter((format) => offered.includes(format))
        .map((format) => (
          <li key={format}>
            <Download
              url={addressOf('v1/export', {...query, format}).href}
              name={`export.${format}`}
              words={NAMES[format] ?? format}
            />
          </li>
        ))}
      <li>
        <Download
          url={addressOf('v1/entities', {...query, limit: 1000}).href}
          name="entities.json"
          words="JSON (first 1,000)"
        />
      </li>
    </ul>
  );
}

function Download({url, name, words}: {url: string; name: string; words: string}) {
  const onClick = (event: Event) => {
    if (key.value === '') return;
    event.preventDefault();
    download(url, name).catch(() => say('The export failed'));
  };
  return (
    <a href={url} download={name} onClick={onClick}>
      {words}
    </a>
  );
}

/** A link cannot send a key along. */
async function download(url: string, name: string): Promise<void> {
  const response = await fetch(url, {headers: credentials()});
  if (!response.ok) throw new Error(String(response.status));
  const made = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), {href: made, download: name});
  link.click();
  URL.revokeObjectURL(made);
}
