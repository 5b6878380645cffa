import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {tableFromIPC} from 'apache-arrow';
import fc from 'fast-check';
import {parquetMetadata, parquetReadObjects} from 'hyparquet';
import {compressors} from 'hyparquet-compressors';
import {SaxesParser} from 'saxes';
import {describe, expect, it} from 'vitest';
import {bibtex, ris} from '../../src/formats/citations.ts';
import {graphml} from '../../src/formats/graphml.ts';
import {biograph} from '../helpers/command.ts';
import {serveSample} from '../helpers/server.ts';
import {unzip} from '../helpers/unzip.ts';

const sample = serveSample();

async function file(path: string): Promise<{headers: Headers; bytes: Buffer}> {
  const response = await fetch(sample.url + path);
  expect(response.status, path).toBe(200);
  return {headers: response.headers, bytes: Buffer.from(await response.arrayBuffer())};
}

/** Elements by name, each with its attributes and its text; throws on what is no XML. */
function elements(xml: string): {name: string; attributes: Record<string, string>; text: string}[] {
  const found: {name: string; attributes: Record<string, string>; text: string}[] = [];
  const open: typeof found = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({name, attributes}) => {
    const element = {name, attributes: attributes as Record<string, string>, text: ''};
    found.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    for (const element of open.slice(-1)) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return found;
}

describe('an export', () => {
  it('has the same rows in every format, and says in the file whose they are', async () => {
    const rows: {id: string; updated_at: string}[] = [];
    for await (const row of sample.graph.export({kind: 'trial'})) rows.push(row);
    const arrow = tableFromIPC((await file('/v1/export?kind=trial&format=arrow')).bytes);
    expect([...arrow].map((row) => row?.toJSON().id)).toEqual(rows.map(({id}) => id));
    const sources = JSON.parse(arrow.schema.metadata.get('sources') ?? '[]') as {licence: string}[];
    expect(sources.map(({licence}) => licence)).toContain('CC0-1.0');
    const {bytes, headers} = await file('/v1/export?kind=trial&format=parquet');
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const read = await parquetReadObjects({file: buffer, compressors});
    expect(read.map(({id, updated_at}) => ({id, updated_at: (updated_at as Date).toISOString()}))).toEqual(
      rows.map(({id, updated_at}) => ({id, updated_at})),
    );
    const facts = parquetMetadata(buffer).key_value_metadata ?? [];
    expect(JSON.parse(facts.find(({key}) => key === 'request')?.value ?? '{}')).toEqual({
      kind: 'trial',
      format: 'parquet',
    });
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="biograph-export-trial-[0-9a-f]{8}\.parquet"$/,
    );
    expect(headers.get('x-biograph-licences')).toBe('CC0-1.0,MIT');
    expect(headers.get('x-biograph-total')).toBe(String(rows.length));
    const json = await file('/v1/export?kind=trial&format=json');
    expect(JSON.parse(String(json.bytes))).toEqual(rows);
    expect(JSON.parse(String((await file('/v1/export?target=nobody&format=json')).bytes))).toEqual([]);
  });

  it('as a workbook has typed cells, a header that stays, and a sheet that says what it is', async () => {
    const {bytes, headers} = await file('/v1/export?kind=trial&modality=mRNA&max=1&format=xlsx');
    expect(headers.get('x-biograph-truncated')).toBe('true');
    const folder = mkdtempSync(join(tmpdir(), 'biograph-xlsx-'));
    writeFileSync(join(folder, 'rows.xlsx'), bytes);
    await unzip(join(folder, 'rows.xlsx'), folder);
    const part = (path: string) => readFileSync(join(folder, path), 'utf8');
    const texts = elements(part('xl/sharedStrings.xml')).flatMap(({name, text}) => (name === 't' ? [text] : []));
    const sheet = (n: number) => {
      const lines: unknown[][] = [];
      let cell: Record<string, string> = {};
      for (const {name, attributes, text} of elements(part(`xl/worksheets/sheet${n}.xml`))) {
        if (name === 'row') lines.push([]);
        if (name === 'c') cell = attributes;
        if (name === 'v') lines.at(-1)?.push(cell.t === 's' ? texts[Number(text)] : Number(text));
      }
      return lines;
    };
    const [head, ...rows] = sheet(1);
    const expected: Record<string, unknown>[] = [];
    for await (const row of sample.graph.export({kind: 'trial', modality: 'mRNA', max: 1})) expected.push(row);
    expect(head).toEqual(Object.keys(expected[0] ?? {}));
    rows.forEach((row, index) => {
      expect(row.slice(0, 3)).toEqual(Object.values(expected[index] ?? {}).slice(0, 3));
      // Days since 1899-12-30, as Excel counts.
      const day = (Date.parse(String(expected[index]?.updated_at)) - Date.UTC(1899, 11, 30)) / 86_400_000;
      expect(row.at(-1)).toBeCloseTo(day, 6);
    });
    expect(part('xl/worksheets/sheet1.xml')).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    const about = Object.fromEntries(sheet(2).map(([key, value]) => [key, value]));
    expect(about).toMatchObject({
      'asked: modality': 'mRNA',
      rows: 1,
      truncated: 'true',
      'trust gate: min_confidence': 0.7,
    });
    expect(sheet(2).some(([source, licence]) => source === 'biograph sample' && licence === 'CC0-1.0')).toBe(true);
  });

  it('of CSV begins with a byte order mark where that is asked for', async () => {
    const {bytes} = await file('/v1/export?kind=funder&format=csv&bom=true');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const {stdout, stderr} = await biograph(['export', '--kind', 'funder', '--format', 'csv', '--bom', '--max', '2']);
    expect(stdout.startsWith('\ufeffid,kind')).toBe(true);
    expect(stderr).toMatch(/Truncated: 2 of \d+ rows; raise --max/);
    expect(stderr).toMatch(/Licences of the sources: CC0-1\.0/);
  });

  it('in a format that it does not have is refused, with those it has', async () => {
    for (const [path, formats] of [
      ['/v1/export?format=ris', 'ndjson, json, csv, arrow, parquet, xlsx'],
      ['/v1/export/edges?format=xlsx', 'ndjson, json, csv, arrow, parquet, graphml'],
      ['/v1/entities?format=csv', 'json, arrow, parquet, ris, bibtex'],
    ]) {
      const response = await fetch(sample.url + path);
      expect(response.status).toBe(422);
      expect(((await response.json()) as {error: {message: string}}).error.message).toContain(
        `format must be one of: ${formats};`,
      );
    }
    const {code, stderr} = await biograph(['stats', '--format', 'ris']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('parquet')]);
  });
});

describe('edges as an export', () => {
  it('are those of the entities at their ends, each once, with what is said of them', async () => {
    const rows: {
      source_id: string;
      relation: string;
      target_id: string;
      source: string | null;
      confidence: number | null;
    }[] = [];
    for await (const row of sample.graph.exportEdges({relation: ['develops', 'holds']})) rows.push(row);
    expect(new Set(rows.map(({source_id, relation, target_id}) => `${source_id} ${relation} ${target_id}`)).size).toBe(
      rows.length,
    );
    const {relations} = await sample.graph.schema();
    const counted = relations.filter(({relation}) => ['develops', 'holds'].includes(relation));
    expect(rows.length).toBe(counted.reduce((sum, {count}) => sum + count, 0));
    const [first] = rows;
    const {edges} = await sample.graph.edges(String(first?.source_id));
    for (const row of rows.filter(({source_id}) => source_id === first?.source_id))
      expect(edges).toContainEqual(
        expect.objectContaining({
          relation: row.relation,
          direction: 'out',
          source: row.source,
          confidence: row.confidence,
          neighbor: expect.objectContaining({id: row.target_id}),
        }),
      );
  });

  it('of a kind have one of it at either end', async () => {
    const kinds = new Set<string>();
    const targets: string[] = [];
    for await (const {source_id, target_id} of sample.graph.exportEdges({kind: 'approval'}))
      targets.push(source_id, target_id);
    const {results} = await sample.graph.entities({
      ids: [...new Set(targets)].slice(0, 500),
      limit: 500,
      fields: 'id,kind',
    });
    const kindOf = new Map(results.map(({id, kind}) => [id, kind]));
    for (let at = 0; at + 1 < targets.length; at += 2) {
      const ends = [kindOf.get(targets[at] ?? ''), kindOf.get(targets[at + 1] ?? '')];
      if (ends.every((end) => end !== undefined)) expect(ends).toContain('approval');
      for (const end of ends) if (end !== undefined) kinds.add(end);
    }
    expect(kinds.size).toBeGreaterThan(1);
    await expect(sample.graph.exportEdges({relation: 'nope'}).next()).rejects.toMatchObject({
      details: [{path: 'relation'}],
    });
  });

  it('as GraphML have each entity once and name it', async () => {
    const {bytes, headers} = await file('/v1/export/edges?relation=develops&format=graphml');
    expect(headers.get('content-disposition')).toMatch(/filename="biograph-export-edges-[0-9a-f]{8}\.graphml"$/);
    const found = elements(String(bytes));
    const nodes = found.filter(({name}) => name === 'node').map(({attributes}) => attributes.id);
    const edges = found.filter(({name}) => name === 'edge');
    expect(edges.length).toBe(Number(headers.get('x-biograph-total')));
    expect(new Set(nodes).size).toBe(nodes.length);
    expect(new Set(edges.flatMap(({attributes}) => [attributes.source, attributes.target]))).toEqual(new Set(nodes));
    expect(found.some(({name, text}) => name === 'data' && text === 'Pfizer')).toBe(true);
  });
});

describe('GraphML', () => {
  it('is XML whatever the names', () => {
    fc.assert(
      fc.property(fc.array(fc.string({unit: 'binary'}), {maxLength: 5}), (names) => {
        const nodes = names.map((name, id) => ({id: String(id), name}));
        const xml = graphml({
          description: names.join(' '),
          nodes,
          edges: [{source: '0', target: '1', relation: names[0] ?? ''}],
        });
        expect(elements(xml).filter(({name}) => name === 'node').length).toBe(names.length);
      }),
    );
  });
});

describe('references', () => {
  it('say who wrote a paper, where and when', async () => {
    const text = await sample.graph.entities({kind: 'paper', limit: 50, format: 'ris'});
    const {results} = await sample.graph.entities({kind: 'paper', limit: 50});
    expect(text.match(/^TY {2}- JOUR\r$/gm)?.length).toBe(results.length);
    expect(text.match(/^ER {2}- \r$/gm)?.length).toBe(results.length);
    const [paper] = results;
    const {edges} = await sample.graph.edges({entity_id: String(paper?.id), relation: 'authored'});
    expect(edges.length).toBeGreaterThan(0);
    const [entry = ''] = text.split('\r\n\r\n');
    expect(entry.match(/^AU {2}- /gm)?.length).toBe(edges.length);
    expect(entry).toContain(`TI  - ${paper?.name}`);
    expect(entry).toContain(`PY  - ${String(paper?.attributes?.published_at).slice(0, 4)}`);
    await expect(sample.graph.entities({format: 'ris', fields: 'name'})).rejects.toMatchObject({
      details: [{path: 'fields'}],
    });
  });

  it.each([
    ['Christopher van Dyck', 'van Dyck, Christopher'],
    ['Jan van der Berg', 'van der Berg, Jan'],
    ['Jan Van der Berg', 'Van der Berg, Jan'],
    ['Maria A. de la Cruz', 'de la Cruz, Maria A.'],
    ['Hung Van Nguyen', 'Nguyen, Hung Van'],
    ['Al Gore', 'Gore, Al'],
    ['Jane A. Doe', 'Doe, Jane A.'],
    ['van Dyck, Christopher', 'van Dyck, Christopher'],
    ['Consortium', 'Consortium'],
  ])('have the family name of %s first', (name, author) => {
    const entity = {id: 'x', kind: 'paper', name: 'x', slug: 'x', identifiers: {}, attributes: {}};
    const authors = {x: {people: [name], owners: []}};
    expect(ris([entity], authors)).toContain(`AU  - ${author}\r\n`);
    expect(bibtex([entity], authors)).toContain(`author = {${author}}`);
  });

  it('have a key each: a slug is of one kind only', () => {
    const entities = ['paper', 'trial'].map((kind, n) => ({id: `${n}1234567-x`, kind, name: 'x', slug: 'same'}));
    const text = bibtex(entities, {});
    expect([...text.matchAll(/^@\w+\{([^,]*),/gm)].map(([, key]) => key)).toEqual(['same', 'same-11234567']);
  });

  it('are one line for each field, and braces match, whatever the texts', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), fc.string({unit: 'binary'}), (name, journal) => {
        const entity = {id: 'x', kind: 'paper', name, slug: 'x', identifiers: {}, attributes: {journal}};
        const authors = {x: {people: [name], owners: [journal]}};
        for (const line of ris([entity], authors).split('\r\n')) expect(line).toMatch(/^(?:[A-Z][A-Z0-9] {2}- .*)?$/u);
        const text = bibtex([entity], authors).replace(/\\[&%$#_]/g, '');
        let depth = 0;
        for (const sign of text) {
          if (sign === '{') depth++;
          if (sign === '}') depth--;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
      }),
    );
  });
});
