import {useAnswer} from '../answers.ts';
import {Combobox} from '../parts/combobox.tsx';
import {entityAddress} from '../parts/entity-link.tsx';
import {Page} from '../parts/page.tsx';
import {Scroll} from '../parts/scroll.tsx';
import {View} from '../parts/states.tsx';
import {go, to} from '../place.ts';
import type {Buckets, Schema} from '../types.ts';
import {count, day, KINDS, kindWord} from '../words.ts';

export function StartPage() {
  const schema = useAnswer<Schema>('v1/schema');
  return (
    <Page title="What this graph contains">
      <search class="start-search">
        <Combobox
          label="Search by name, identifier or words"
          placeholder="pembrolizumab, NCT02142738, PD-1 antibody…"
          onPick={(suggestion) => go(entityAddress(suggestion))}
          onText={(q) => go(to('list', [], {q}))}
        />
        <p class="faint">
          A suggestion opens its page. Enter lists what matches; a PMID, DOI, ticker or patent number finds its record.
        </p>
      </search>
      <View of={schema} what="what the graph holds">
        {(answer) => (
          <>
            <Counts kinds={answer.kinds} />
            <div class="columns">
              <Areas />
              <Release schema={answer} />
            </div>
          </>
        )}
      </View>
    </Page>
  );
}

function Counts({kinds}: {kinds: Schema['kinds']}) {
  const counts = new Map(kinds.map((one) => [one.kind, one.count]));
  return (
    <section aria-labelledby="kinds">
      <h2 id="kinds">Entities by kind</h2>
      <ul class="counts">
        {KINDS.map((kind) => {
          const n = counts.get(kind) ?? 0;
          return (
            <li key={kind} data-kind={kind}>
              <a href={to('list', [], {kind, sort: 'prominence'})}>
                <strong>{count(n)}</strong> <span>{kindWord(kind, n)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Areas() {
  const areas = useAnswer<Buckets>('v1/aggregate', {field: 'therapeutic_area', limit: 14});
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">Therapeutic areas</h2>
      <View of={areas} what="therapeutic areas">
        {({buckets}) => {
          const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
          return (
            <table class="bars">
              <caption class="hidden">Entities with a trusted label of each therapeutic area</caption>
              <thead class="hidden">
                <tr>
                  <th scope="col">Therapeutic area</th>
                  <th scope="col">Entities</th>
                  <th scope="col">More</th>
                </tr>
              </thead>
              <tbody>
                {buckets.map(({value, count: n}) => (
                  <tr key={value}>
                    <th scope="row">
                      <a href={to('list', [], {therapeutic_area: value})}>{value}</a>
                    </th>
                    <td class="number">
                      <i style={{'--share': n / most}} aria-hidden="true" />
                      {count(n)}
                    </td>
                    <td>
                      <a href={to('whitespace', [], {therapeutic_area: value})} aria-label={`White space in ${value}`}>
                        white space
                      </a>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        }}
      </View>
    </section>
  );
}

function Release({schema: {snapshot}}: {schema: Schema}) {
  // A source may consist of several files.
  const sources = [...new Map(snapshot.sources.map((one) => [JSON.stringify(one), one])).values()];
  return (
    <section aria-labelledby="release">
      <h2 id="release">This release</h2>
      <dl class="facts">
        <dt>As of</dt>
        <dd>{day(snapshot.as_of)}</dd>
        <dt>Made</dt>
        <dd>{day(snapshot.created_at)}</dd>
        <dt>Generation</dt>
        <dd>{snapshot.generation}</dd>
        <dt>Snapshot</dt>
        <dd>
          <code>{snapshot.id}</code>
        </dd>
        <dt>Trusted from</dt>
        <dd>confidence {snapshot.trusted_confidence}; anything below is left out of filters and counts by default</dd>
      </dl>
      <div class="sources">
        <h3>Sources</h3>
        <Scroll label="Sources">
          <table class="plain">
            <caption class="hidden">Sources with their licences</caption>
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col">Licence</th>
                <th scope="col">Attribution</th>
              </tr>
            </thead>
            <tbody>
              {sources.map(({source, licence, attribution}) => (
                <tr key={`${source} ${licence} ${attribution}`}>
                  <th scope="row">{source}</th>
                  <td>{licence}</td>
                  <td>{attribution}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </div>
    </section>
  );
}
