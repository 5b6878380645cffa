// Links to all matching entities as a file.
import {useState} from 'preact/hooks';
import {announce} from '../announce.ts';
import {useAnswer} from '../answers.ts';
import {addressOf, credentials, key} from '../ask.ts';
import type {Query} from '../place.ts';
import {count} from '../words.ts';
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

/** @param hasText An export takes filters but no search text; a note says so if there is any. */
export function ExportLinks({query, hasText}: {query: Query; hasText: boolean}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="request" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Export {hasText ? 'everything that matches the filters, ignoring the words' : 'all of this'}</summary>
      {isOpen && <Formats query={query} />}
    </details>
  );
}

/** For papers only: formats of reference managers. */
const REFERENCES: Record<string, readonly [words: string, ending: string]> = {
  ris: ['RIS', 'ris'],
  bibtex: ['BibTeX', 'bib'],
};

/** The most that a list returns at once. */
const MOST_LISTED = 1000;

function Formats({query}: {query: Query}) {
  // The server determines the available formats.
  const {answer, isLoading} = useAnswer<Described>('openapi.json');
  if (isLoading) return <Loading what="the formats" />;
  const offered = (path: string) =>
    answer?.value.paths[path]?.get?.parameters?.find(({name}) => name === 'format')?.schema.enum ?? [];
  const exported = offered('/v1/export');
  const isPapers = String(query.kind) === 'paper';
  const files = [
    ...Object.entries(NAMES)
      .filter(([format]) => exported.includes(format))
      .map(([format, words]) => ({format, words, path: 'v1/export', name: `export.${format}`, limit: null})),
    ...Object.entries(isPapers ? REFERENCES : {})
      .filter(([format]) => offered('/v1/entities').includes(format))
      .map(([format, [words, ending]]) => ({
        ...{format, words: `${words} (first ${count(MOST_LISTED)})`, path: 'v1/entities', name: `papers.${ending}`},
        limit: MOST_LISTED,
      })),
  ];
  return (
    <ul class="exports">
      {files.map(({format, words, path, name, limit}) => (
        <li key={format}>
          <Download url={addressOf(path, {...query, format, limit}).href} name={name} words={words} />
        </li>
      ))}
    </ul>
  );
}

function Download({url, name, words}: {url: string; name: string; words: string}) {
  const onClick = (event: Event) => {
    if (key.value === '') return;
    event.preventDefault();
    download(url, name).catch(() => announce('The export failed'));
  };
  return (
    <a href={url} download={name} onClick={onClick}>
      {words}
    </a>
  );
}

/** A link cannot send a key. */
async function download(url: string, name: string): Promise<void> {
  const response = await fetch(url, {headers: credentials()});
  if (!response.ok) throw new Error(String(response.status));
  const made = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), {href: made, download: name});
  link.click();
  URL.revokeObjectURL(made);
}
