import {mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {CACHED} from '../../src/lookups/blocks.ts';
import {RecordFile} from '../../src/lookups/record-file.ts';
import {copyTexts, indexTexts, mergeRecords, RecordWriter} from '../../src/lookups/record-writer.ts';
import {rowsPerBlock, TableFile} from '../../src/lookups/table-file.ts';
import {TableWriter} from '../../src/lookups/table-writer.ts';
import {openShell} from '../helpers/duckdb.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-lookups-'));
const word = fc.integer({min: 0, max: 2 ** 32 - 1});
/** Few keys, so that many rows share one; and many rows, so that there are several blocks. */
const key = fc.oneof(fc.constantFrom(0, 1, 7, 2 ** 31, 2 ** 32 - 1), word);
const SHAPE = {keys: 2, width: 3};

function write(path: string, rows: readonly (readonly number[])[], shape = SHAPE): void {
  const writer = new TableWriter(path, shape);
  for (const row of rows) writer.add(...row);
  writer.end();
}

const found = (table: TableFile, high: number, low: number) => {
  const values: number[] = [];
  table.find(high, low, (words, at) => values.push(words[at + 2] as number));
  return values;
};

describe('a table of numbers', () => {
  it('gives every row of a key, in order, and none of a key it has not', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, key, word), {maxLength: 900}), fc.array(fc.tuple(key, key)), (rows, asked) => {
        const sorted = rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
        const path = join(folder(), 'table');
        write(path, sorted);
        const table = new TableFile(path, SHAPE);
        expect(table.rows).toBe(rows.length);
        for (const [high, low] of [...rows.slice(0, 50), ...asked])
          expect(found(table, high, low)).toEqual(
            sorted.filter((row) => row[0] === high && row[1] === low).map(([, , value]) => value),
          );
        const all: number[] = [];
        table.forEach((words, at) => {
          all.push(words[at + 2] as number);
        });
        expect(all).toEqual(sorted.map(([, , value]) => value));
        table.close();
      }),
      {numRuns: 30},
    );
  });

  it('gives the rows of many keys at once, in order', () => {
    const shape = {keys: 1, width: 2};
    const keys = fc.uniqueArray(fc.oneof(fc.nat(3000), word), {maxLength: 3000});
    fc.assert(
      fc.property(keys, fc.uniqueArray(fc.nat(4000), {maxLength: 400}), (rows, others) => {
        const path = join(folder(), 'table');
        const sorted = rows.toSorted((a, b) => a - b);
        write(
          path,
          sorted.map((one, index) => [one, index]),
          shape,
        );
        const table = new TableFile(path, shape);
        const asked = Uint32Array.from(new Set([...rows.filter((_, index) => index % 3 === 0), ...others])).sort();
        const got: number[][] = [];
        table.among(asked, (words, at) => got.push([words[at] as number, words[at + 1] as number]));
        const isAsked = new Set(asked);
        expect(got).toEqual(sorted.flatMap((one, index) => (isAsked.has(one) ? [[one, index]] : [])));
        table.close();
      }),
      {numRuns: 40},
    );
  });

  it('answers the same where it has more blocks than it keeps, in whatever order it is asked', () => {
    const path = join(folder(), 'table');
    const count = rowsPerBlock(SHAPE) * (CACHED.least + 40);
    const writer = new TableWriter(path, SHAPE);
    for (let n = 0; n < count; n++) writer.add(n, 0, n * 3);
    writer.end();
    const table = new TableFile(path, SHAPE);
    const step = rowsPerBlock(SHAPE);
    const forth = Array.from({length: CACHED.least + 40}, (_, block) => block * step + (block % step));
    for (const n of [...forth, ...forth.toReversed(), ...forth]) expect(found(table, n, 0)).toEqual([n * 3]);
    expect(found(table, count, 0)).toEqual([]);
    table.close();
  });

  it('that was cut short, changed anywhere, or is another thing names the file and what to do', () => {
    const path = join(folder(), 'table');
    const rows = Array.from({length: 2000}, (_, n) => [n, n % 7, n * 3]);
    write(path, rows);
    const bytes = readFileSync(path);
    for (const length of [0, 31, 4000, bytes.length - 4]) {
      writeFileSync(path, bytes);
      truncateSync(path, length);
      expect(() => new TableFile(path, SHAPE)).toThrow(/table: is damaged .*store load/);
    }
    // One byte at a time: whichever it is, either the table does not open, or the row it is in cannot be read.
    for (let at = 5; at < bytes.length; at += 997) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 0x10;
      writeFileSync(path, changed);
      expect(() => {
        const table = new TableFile(path, SHAPE);
        for (const [high = 0, low = 0] of rows) found(table, high, low);
      }).toThrow(/is damaged/);
    }
    writeFileSync(path, bytes);
    expect(() => new TableFile(path, {keys: 1, width: 3})).toThrow(/is damaged/);
    rmSync(path);
    expect(() => new TableFile(path, SHAPE)).toThrow(/is missing.*store load/);
  });

  it('is not written out of order', () => {
    const writer = new TableWriter(join(folder(), 'table'), SHAPE);
    writer.add(5, 0, 0);
    expect(() => writer.add(4, 0, 0)).toThrow(/out of order/);
  });
});

describe('records', () => {
  const record = fc.uint8Array({maxLength: 300});

  it('come back as they were written, by one key or two', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(word, word, record), {selector: ([high]) => high}), (records) => {
        const sorted = records.toSorted((a, b) => a[0] - b[0]);
        for (const keys of [1, 2]) {
          const path = join(folder(), 'records');
          const writer = new RecordWriter(path, keys);
          for (const [high, low, bytes] of sorted) writer.add([high, low], bytes);
          writer.end();
          const file = new RecordFile(path, keys);
          for (const [high, low, bytes] of records)
            expect(file.read(high, keys === 1 ? 0 : low)).toEqual(Buffer.from(bytes));
          expect([...file.rids()]).toEqual(sorted.map(([high, low]) => (keys > 1 ? high * 2 ** 32 + low : high)));
          file.close();
        }
      }),
      {numRuns: 30},
    );
  });

  it('larger than the buffers they pass through do as well', () => {
    const path = join(folder(), 'records');
    const writer = new RecordWriter(path);
    const sizes = [0, 3_000_000, 1, 1 << 20, 70_000];
    for (const [n, size] of sizes.entries()) writer.add([n], Buffer.alloc(size, n + 1));
    writer.end();
    const file = new RecordFile(path);
    for (const [n, size] of sizes.entries()) expect(file.read(n)?.equals(Buffer.alloc(size, n + 1))).toBe(true);
    expect(file.read(sizes.length)).toBeUndefined();
    file.close();
  });

  it('that were changed or cut short name the file and what to do', () => {
    const path = join(folder(), 'records');
    const writer = new RecordWriter(path);
    for (let n = 0; n < 100; n++) writer.add([n], Buffer.from(`record ${n}`));
    writer.end();
    const bytes = readFileSync(`${path}.data`);
    const changed = Buffer.from(bytes);
    changed[400] = (changed[400] as number) + 1;
    for (const wrong of [changed, bytes.subarray(0, 405)]) {
      writeFileSync(`${path}.data`, wrong);
      const file = new RecordFile(path);
      expect(file.read(0)?.toString()).toBe('record 0');
      expect(() => {
        for (let n = 0; n < 100; n++) file.read(n);
      }).toThrow(/records\.data: is damaged .*store load/);
      file.close();
    }
  });

  it('that DuckDB writes are the same, whatever is in them and however long they are', async () => {
    const shell = await openShell();
    const path = join(folder(), 'texts');
    await shell.connection.run(`create temp table given as
      select (hash(i) % 1000000)::integer * 16 + i as rid, if(i % 3 = 0, '', '00ff41' || lpad(hex(i), 4, '0')) as head,
        case i % 5 when 0 then '' when 1 then 'naïve ␞ ' || chr(30) || chr(10) || '"' || chr(0) || '\\x41'
          when 2 then repeat('é', i * 7) when 3 then repeat('x', if(i = 503, 9000000, i)) else i::varchar end as text
      from range(1500) r(i)`);
    await copyTexts(shell.connection, 'from given', path);
    await indexTexts(path);
    const rows = await shell.rows('select rid, head, text from given');
    const file = new RecordFile(path);
    expect(file.rids()).toHaveLength(rows.length);
    for (const {rid, head, text} of rows) {
      const bytes = Buffer.concat([Buffer.from(String(head), 'hex'), Buffer.from(String(text))]);
      expect(file.read(Number(rid))?.equals(bytes)).toBe(true);
    }
    file.close();
    shell.close();
  });

  it('of several files become one, the first going before the others', () => {
    const layer = fc.uniqueArray(fc.tuple(fc.nat(40), record), {selector: ([n]) => n});
    fc.assert(
      fc.property(
        fc.array(layer, {minLength: 1, maxLength: 3}),
        fc.array(fc.nat(40)),
        fc.boolean(),
        (layers, ended, isBase) => {
          const gone = new Set(ended);
          const at = folder();
          const files = layers.map((rows, n) => {
            const writer = new RecordWriter(join(at, String(n)));
            for (const [rid, bytes] of rows.toSorted((a, b) => a[0] - b[0])) writer.add([rid], bytes);
            writer.end();
            return new RecordFile(join(at, String(n)));
          });
          mergeRecords(join(at, 'merged'), files, {gone, isBase});
          const merged = new RecordFile(join(at, 'merged'));
          for (let rid = 0; rid <= 40; rid++) {
            const first = layers.flatMap((rows) => rows.filter(([n]) => n === rid))[0]?.[1];
            const want = gone.has(rid) ? new Uint8Array() : first;
            const got = merged.read(rid);
            if (want === undefined || (isBase && want.length === 0)) expect(got).toBeUndefined();
            else expect(got).toEqual(Buffer.from(want));
          }
          for (const file of [merged, ...files]) file.close();
        },
      ),
      {numRuns: 50},
    );
  });
});
