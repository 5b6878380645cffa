import type {Header} from '../../generation.ts';
import {RawJson} from '../../operation.ts';

/** `{id, kind, name, slug, _links}`. */
export function refJson(header: Header): RawJson {
  return new RawJson(`${head(header)},"_links":{"self":"/v1/entities/${header.id}"}}`);
}

/** The same as a value of its own, which may get further members. */
export function refValue(header: Header): Record<string, unknown> {
  const {id, kind, slug} = header;
  return {id, kind, name: nameOf(header), slug, _links: {self: `/v1/entities/${id}`}};
}

/** The name itself. */
export function nameOf(header: Header): string {
  header.plain ??= JSON.parse(header.name) as string;
  return header.plain;
}

/** `{"id":…,"kind":…,"name":…,"slug":…` without the closing brace. */
export function head({id, kind, name, slug}: Header): string {
  return `{"id":"${id}","kind":"${kind}","name":${name},"slug":${JSON.stringify(slug)}`;
}
