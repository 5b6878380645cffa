import type {Header} from '../../generation.ts';
import {RawJson} from '../../operation.ts';

/** `{id, kind, name, slug, _links}`. */
export function refJson(header: Header): RawJson {
  return new RawJson(`${head(header)},"_links":{"self":"/v1/entities/${header.id}"}}`);
}

/** `{"id":…,"kind":…,"name":…,"slug":…` without the closing brace. */
export function head({id, kind, name, slug}: Header): string {
  return `{"id":"${id}","kind":"${kind}","name":${name},"slug":${JSON.stringify(slug)}`;
}
