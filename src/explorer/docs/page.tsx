// The reference of the HTTP interface, generated from /openapi.json.
import {useEffect} from 'preact/hooks';
import {useAnswer} from '../answers.ts';
import {Page} from '../parts/page.tsx';
import {Empty, View} from '../parts/states.tsx';
import {go, place, root, to} from '../place.ts';
import {count} from '../words.ts';
import {type Document, found, type Operation, operationsOf} from './document.ts';
import {OperationSection} from './operation.tsx';
import {Words} from './words.tsx';

export function Reference() {
  const asked = useAnswer<Document>('openapi.json');
  const words = place.value.query.get('q') ?? '';
  return (
    <Page title="The HTTP interface">
      <View of={asked} what="the interface">
        {(document) => <Whole document={document} words={words} />}
      </View>
    </Page>
  );
}

function Whole({document, words}: {document: Document; words: string}) {
  const all = operationsOf(document);
  const shown = found(all, words);
  const groups = document.tags
    .map((tag) => ({...tag, operations: shown.filter(({tags}) => tags.includes(tag.name))}))
    .filter(({operations}) => operations.length > 0);
  useEffect(() => {
    // The operation in the address has only now been rendered.
    const {hash} = window.location;
    if (hash !== '') window.document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, []);
  return (
    <div class="reference">
      <div class="contents">
        <search>
          <label for="find">Find an operation</label>
          <input
            id="find"
            type="search"
            value={words}
            placeholder="patents, date, cursor…"
            onInput={(event) => go(to('docs', [], {q: event.currentTarget.value}), {replace: true})}
          />
          <p class="faint" role="status">
            {words === ''
              ? `${count(all.length)} operations`
              : `${count(shown.length)} of ${count(all.length)} operations`}
          </p>
        </search>
        <Contents groups={groups} />
      </div>
      <div class="operations">
        {words === '' && <Introduction document={document} />}
        {shown.length === 0 && <Empty>No operation mentions “{words}”.</Empty>}
        {groups.map(({name, description, operations}) => (
          <section key={name} aria-labelledby={`group-${name}`}>
            <h2 id={`group-${name}`}>{name}</h2>
            <p class="lead">{description}</p>
            {operations.map((operation) => (
              <OperationSection key={operation.operationId} operation={operation} document={document} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function Contents({groups}: {groups: {name: string; operations: Operation[]}[]}) {
  const {pathname, search} = window.location;
  return (
    <details open={window.matchMedia('(min-width: 900px)').matches}>
      <summary>Contents</summary>
      <nav aria-label="Operations">
        {groups.map(({name, operations}) => (
          <section key={name}>
            <h2>{name}</h2>
            <ul>
              {operations.map(({operationId, method, summary}) => (
                <li key={operationId}>
                  <a href={`${pathname}${search}#${operationId}`} title={summary}>
                    {operationId}
                    {method !== 'GET' && <small> {method}</small>}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </details>
  );
}

function Introduction({document: {info}}: {document: Document}) {
  return (
    <section class="introduction" aria-label="In general">
      <Words text={info.description} />
      <p>
        Address: <code>{root.href}</code>. The whole description for programs, and for generators of clients:{' '}
        <a href={new URL('openapi.json', root).pathname}>openapi.json</a>, version {info.version}.
      </p>
    </section>
  );
}
