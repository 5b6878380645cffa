/** The value of a row at a path such as `moa.target`, which may also be the name of a column. */
export function at(row: unknown, path: string): unknown {
  if (isColumn(row, path)) return (row as Record<string, unknown>)[path];
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row);
}

/** Whether a row has a column of this whole name; a statement may name one `1.5`. */
export function isColumn(row: unknown, name: string): boolean {
  return row !== null && typeof row === 'object' && Object.hasOwn(row, name);
}

/** The name of an item of a list. */
function nameOf(item: unknown): string {
  if (item === null || typeof item !== 'object') return cell(item);
  const {name, value, target, modality} = item as Record<string, unknown>;
  if (target !== undefined && modality !== undefined) return `${cell(target)} · ${cell(modality)}`;
  return cell(name ?? value ?? JSON.stringify(item));
}

/** A value for people, without what only programs need. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (Array.isArray(value)) return value.map(nameOf).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const short = /^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/.test(text) ? text.slice(0, 10) : text;
  return short.replace(/[\p{Cc}]+/gu, ' ');
}
