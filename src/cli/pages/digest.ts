import {meantInstead} from '../../formats/meant-instead.ts';
import type {Changes, Comparison, Ref} from '../../snapshot/compare.ts';
import type {Section} from '../../snapshot/sides.ts';
import type {Digest, Watched} from '../../snapshot/watch.ts';

/** A part of a text for people, to be written as Markdown or HTML. */
export type Part =
  | {heading: string; level: 1 | 2 | 3}
  | {paragraph: Inline}
  | {list: Inline[]; left?: string | undefined}
  | {heads: string[]; rows: (string | number)[][]};

/** Text with some parts marked as code. */
type Inline = readonly (string | {code: string})[];

/** The changes between two generations. */
export function comparisonParts(comparison: Comparison): Part[] {
  const {from, to, filter, kinds, occupied, emptied, edges, did_you_mean: near = {}} = comparison;
  const only = Object.entries(filter).map(
    ([field, value]) => `${field.replaceAll('_', ' ')} ${[value].flat().join(' or ')}`,
  );
  const parts: Part[] = [title(from, to)];
  if (only.length > 0) parts.push({paragraph: [`Only ${only.join(', ')}.`]});
  for (const sentence of meantInstead(near)) parts.push({paragraph: [sentence]});
  if (kinds.length + edges.length + occupied.total + emptied.total === 0)
    return [...parts, {paragraph: ['Nothing changed.']}];
  table(
    parts,
    'Entities',
    ['kind', 'new', 'removed', 'merged', 'changed'],
    kinds.map((row) => [row.kind, row.added, row.removed, row.merged, row.changed]),
  );
  moves(parts, comparison, 2);
  list(parts, 2, 'Newly occupied cells', occupied, cell);
  list(parts, 2, 'Newly empty cells', emptied, cell);
  comings(parts, comparison, 2);
  table(
    parts,
    'Edges',
    ['relation', 'new', 'gone'],
    edges.map((row) => [row.relation, row.added, row.removed]),
  );
  return parts;
}

/** The changes around watched entities. */
export function digestParts({from, to, changed, quiet, unknown}: Digest): Part[] {
  const parts: Part[] = [title(from, to)];
  if (changed.length === 0) parts.push({paragraph: ['Nothing changed for the names on the watch list.']});
  for (const watched of changed) around(parts, watched);
  if (changed.length > 0 && quiet.length > 0)
    parts.push({heading: 'Nothing new', level: 2}, {paragraph: [quiet.map(({name}) => name).join(', ')]});
  if (unknown.length > 0)
    parts.push(
      {heading: 'Not watched', level: 2},
      {
        list: unknown.map(({input, candidates}) => [
          `${input}: ${candidates.length === 0 ? 'no match' : 'several matches: '}`,
          ...candidates.flatMap((one, at): (string | {code: string})[] => [
            at === 0 ? '' : ', ',
            {code: `${one.kind}/${one.slug}`},
          ]),
        ]),
      },
    );
  return parts;
}

function around(parts: Part[], watched: Watched): void {
  const {entity, group, ties} = watched;
  parts.push({heading: entity.name, level: 2});
  if (group.length > 0) parts.push({paragraph: [`With ${group.map(({name}) => name).join(', ')}.`]});
  moves(parts, watched, 3);
  comings(parts, watched, 3);
  list(parts, 3, 'New ties', ties, ({relation, from, to}) => [
    ...named(from),
    ` ${relation.replaceAll('_', ' ')} `,
    ...named(to),
  ]);
}

function title(from: Comparison['from'], to: Comparison['to']): Part {
  const said = (state: Comparison['from']) => `release ${state.release} (${state.as_of.slice(0, 10)})`;
  return {heading: `From ${said(from)} to ${said(to)}`, level: 1};
}

function moves(parts: Part[], {phases, approvals, merged}: Changes, level: 2 | 3): void {
  list(parts, level, 'Changed phase', phases, (row) => [
    ...named(row),
    `: ${row.from ?? 'none stated'} → ${row.to ?? 'none stated'}`,
  ]);
  list(parts, level, 'New approvals', approvals, (row) => [
    ...named(row),
    row.approved_at === null ? '' : `, ${row.approved_at.slice(0, 10)}`,
  ]);
  list(parts, level, 'Merged', merged, (row) => [
    ...named(row),
    ' → ',
    ...(row.into === null ? ['no live entity'] : named(row.into)),
  ]);
}

function comings(parts: Part[], {added, removed}: Changes, level: 2 | 3): void {
  list(parts, level, 'New', added, (row) => [`${row.kind}: `, ...named(row)]);
  list(parts, level, 'Removed', removed, (row) => [`${row.kind}: `, ...named(row)]);
}

function cell({target, modality, therapeutic_area, entities}: Comparison['occupied']['rows'][number]): Inline {
  return [`${target} · ${modality}${therapeutic_area === null ? '' : `, ${therapeutic_area}`} (${entities})`];
}

function named({kind, name, slug}: Omit<Ref, 'id'>): Inline {
  return [`${name} (`, {code: `${kind}/${slug}`}, ')'];
}

function list<T>(
  parts: Part[],
  level: 2 | 3,
  heading: string,
  {total, rows}: Section<T>,
  line: (row: T) => Inline,
): void {
  if (rows.length === 0) return;
  const left = total > rows.length ? `… of ${total.toLocaleString('en')} in all` : undefined;
  parts.push({heading, level}, {list: rows.map(line), left});
}

function table(parts: Part[], heading: string, heads: string[], rows: (string | number)[][]): void {
  if (rows.length > 0) parts.push({heading, level: 2}, {heads, rows});
}
