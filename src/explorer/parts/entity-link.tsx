import {to} from '../place.ts';
import {kindWord} from '../words.ts';

interface Named {
  id: string;
  kind?: string | undefined;
  name?: string | undefined;
  slug?: string | undefined;
}

/** The address of an entity's page, with a readable slug if there is one. */
export function entityAddress({id, kind, slug}: Named): string {
  return to('entity', kind === undefined || slug === undefined ? [id] : [kind, slug]);
}

export function EntityLink({of, withKind = false}: {of: Named; withKind?: boolean}) {
  return (
    <>
      <a class="entity" href={entityAddress(of)}>
        {of.name ?? of.id}
      </a>
      {withKind && of.kind !== undefined && (
        <>
          {' '}
          <Kind of={of.kind} />
        </>
      )}
    </>
  );
}

export function Kind({of}: {of: string}) {
  return (
    <span class="kind" data-kind={of}>
      {kindWord(of)}
    </span>
  );
}
