import {createHash} from 'node:crypto';
import type {Lookups} from '../generation.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {type Column, rowType} from './columns.ts';

/**
 * The look-up data of each row: its header, signals, own date, and its JSON text, split where list and detail answers
 * differ.
 */
export function documentColumns(rows: RowNumbers): readonly Column[] {
  const columns = [
    ['rid', rowType(rows)],
    ['id', 'String'],
    ['slug', 'String'],
    ['name', 'String'],
    ['signals', 'String'],
    ['day', 'String'],
    ['pieces', 'Array(String)'],
  ];
  return columns.map(([name = '', type = '']) => ({
    name,
    type,
    from: name,
    inDuckdb: name,
    inClickhouse:
      name === 'rid' ? `toString(${name})` : type === 'String' ? name : `arrayStringConcat(${name}, char(30))`,
  }));
}

/** Number of rows whose documents are read together. */
const TOGETHER = 1000;

/** The documents of rows as lines of JSON; counts the rows and sums their hashes, as `digestInClickhouse` does. */
export class DocumentLines {
  rows = 0;
  #sum = 0n;
  readonly #lookups: Lookups;
  readonly #rids: readonly number[];

  constructor(lookups: Lookups, rids: readonly number[]) {
    this.#lookups = lookups;
    this.#rids = rids;
  }

  get digest(): [rows: string, sum: string] {
    return [String(this.rows), String(this.#sum & 0xffff_ffff_ffff_ffffn)];
  }

  async *lines(): AsyncGenerator<string> {
    for (let at = 0; at < this.#rids.length; at += TOGETHER) {
      const some = this.#rids.slice(at, at + TOGETHER);
      const [documents, days] = await Promise.all([this.#lookups.documents(some), this.#lookups.days(some)]);
      let text = '';
      for (const [rid, {header, signals, pieces}] of documents) {
        const day = days.get(rid) ?? '';
        this.#add([String(rid), header.id, header.slug, header.name, signals, day, pieces.join('\u001e')]);
        text += `${JSON.stringify([rid, header.id, header.slug, header.name, signals, day, pieces])}\n`;
      }
      yield text;
    }
  }

  #add(values: readonly string[]): void {
    this.rows++;
    this.#sum += createHash('md5').update(values.join('\u001f')).digest().readBigUInt64LE(8);
  }
}
