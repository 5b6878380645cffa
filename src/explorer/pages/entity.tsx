import {useState} from 'preact/hooks';
import {aliasesOf, factsOf, INDICATION} from '../facts.ts';
import {WorkedWith} from '../parts/collaborators.tsx';
import {CompanyDossier} from '../parts/dossier.tsx';
import {Kind} from '../parts/entity-link.tsx';
import {Holders} from '../parts/holders.tsx';
import {Neighbourhood} from '../parts/neighbourhood.tsx';
import {Confidence} from '../parts/notes.tsx';
import {Page} from '../parts/page.tsx';
import {Readouts} from '../parts/readouts.tsx';
import {Relations} from '../parts/relations.tsx';
import {RequestBehind} from '../parts/request.tsx';
import {Scroll} from '../parts/scroll.tsx';
import {Empty, View} from '../parts/states.tsx';
import {go, place, to} from '../place.ts';
import {pathOf, useSubject} from '../subject.ts';
import type {Entity} from '../types.ts';
import {count, day, kindWord} from '../words.ts';

export function EntityPage() {
  const name = place.value.rest.join('/');
  const entity = useSubject(name, (address) => go(to('entity', address.split('/')), {replace: true}));
  if (name === '')
    return (
      <Page title="No entity is named">
        <Empty>
          The address may have been cut. Search for an entity by its name, or <a href={to('list')}>browse them</a>.
        </Empty>
      </Page>
    );
  const found = entity.answer?.value;
  const title = found?.name ?? (place.value.rest[1] ?? name).replaceAll('-', ' ');
  return (
    <Page title={title} above={found?.kind !== undefined && <Kind of={found.kind} />}>
      <View of={entity} what="the entity">
        {(value) => <About key={value.id} entity={value} path={pathOf(name) ?? ''} />}
      </View>
    </Page>
  );
}

function About({entity, path}: {entity: Entity; path: string}) {
  const {kind, signals, id} = entity;
  return (
    <>
      <p class="summary">
        {signals && (
          <>
            {count(signals.degree)} links
            {signals.rank_in_kind !== null &&
              ` · number ${count(signals.rank_in_kind)} of ${kindWord(kind ?? '', 2).toLowerCase()} by links`}
            {signals.activity_90d !== null &&
              signals.activity_90d > 0 &&
              ` · ${count(signals.activity_90d)} new in 90 days`}
            {' · '}
          </>
        )}
        changed {day(entity.updated_at)}
        {' · '}
        <a href={to('compare', [], {entity: `${kind}/${entity.slug}`})}>Compare</a>
        {kind === 'company' && (
          <>
            {' · '}
            <a href={to('comparables', [], {company: `${kind}/${entity.slug}`})}>Companies like it</a>
          </>
        )}
      </p>
      <Aliases names={aliasesOf(entity)} />
      <Abstract entity={entity} />
      <div class="columns wide-left">
        <div>
          {kind === 'company' && <CompanyDossier id={id} address={`${kind}/${entity.slug}`} />}
          {kind === 'target' && <Holders id={id} name={entity.name ?? ''} />}
          {kind === 'person' && <WorkedWith id={id} />}
          {kind === 'product' && <Readouts id={id} />}
          <Relations id={id} />
        </div>
        <div>
          <Facts entity={entity} />
          <Neighbourhood of={{id, kind: kind ?? '', name: entity.name ?? '', slug: entity.slug ?? ''}} />
          <RequestBehind path={path} query={{}} />
        </div>
      </div>
    </>
  );
}

const FEW_NAMES = 6;
const FEW_INDICATIONS = 8;

function Aliases({names}: {names: string[]}) {
  const [isAll, setAll] = useState(false);
  if (names.length === 0) return null;
  return (
    <p class="aliases">
      Also {(isAll ? names : names.slice(0, FEW_NAMES)).join(', ')}
      {names.length > FEW_NAMES && (
        <>
          {' '}
          <button type="button" class="link" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'fewer names' : `and ${count(names.length - FEW_NAMES)} more names`}
          </button>
        </>
      )}
    </p>
  );
}

function Abstract({entity}: {entity: Entity}) {
  const {abstract} = (entity.attributes ?? {}) as {abstract?: unknown};
  if (typeof abstract !== 'string' || abstract === '') return null;
  return (
    <details class="abstract" open>
      <summary>Abstract</summary>
      <p>{abstract}</p>
    </details>
  );
}

function Facts({entity}: {entity: Entity}) {
  const [isAll, setAll] = useState(false);
  const facts = factsOf(entity);
  const indications = facts.filter(({name}) => name === INDICATION);
  // A drug may have hundreds of indications, which should not hide the other facts.
  const folded = new Set(isAll ? [] : indications.slice(FEW_INDICATIONS));
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <Scroll label="Facts">
        <table class="rows facts-table">
          <caption class="hidden">Facts about {entity.name}, with their sources</caption>
          <thead>
            <tr>
              <th scope="col">Fact</th>
              <th scope="col">Value</th>
              <th scope="col">Source, date</th>
              <th scope="col" class="number">
                Confidence
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">This record</th>
              <td>{kindWord(entity.kind ?? '')}</td>
              <td class="source">{entity.provenance?.source}</td>
              <td class="number">
                <Confidence value={entity.provenance?.identity_confidence} />
              </td>
            </tr>
            {facts
              .filter((fact) => !folded.has(fact))
              .map((fact, n) => (
                <tr key={`${fact.name} ${n}`}>
                  <th scope="row">{fact.name}</th>
                  <td>
                    {fact.filter === undefined ? (
                      fact.value
                    ) : (
                      <a href={to('list', [], {[fact.filter[0]]: fact.filter[1]})}>{fact.value}</a>
                    )}
                  </td>
                  <td class="source">
                    {fact.source}
                    {fact.date !== null && <small> {day(fact.date)}</small>}
                  </td>
                  <td class="number">{fact.confidence !== null && <Confidence value={fact.confidence} />}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </Scroll>
      {indications.length > FEW_INDICATIONS && (
        <button type="button" class="link" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Fewer indications' : `All ${count(indications.length)} indications`}
        </button>
      )}
    </section>
  );
}
