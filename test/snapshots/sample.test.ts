import {existsSync, mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {checkReport, checkSample} from '../../snapshots/sample/check.ts';
import {importOptions, importSnapshot, readBuildFile} from '../../src/import/index.ts';
import {type Graph, openGraph} from '../../src/index.ts';
import {KINDS, RELATIONS} from '../../src/schema/kinds.ts';
import {SAMPLE} from '../../src/source.ts';

const data = process.env.BIOGRAPH_TEST_DATA ?? '../shared/data';
let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
});
afterAll(() => graph.close());

async function count(sql: string): Promise<number> {
  const {rows} = await graph.sql(sql);
  return Number(rows[0]?.n);
}

describe('the bundled sample', () => {
  // Of each file the manifest has the hash, and test/cli/data.test.ts compares manifests.
  it('is what its sources build, byte for byte, with nothing refused', {tags: ['long']}, async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'biograph-sample-')), 'snapshot');
    const report = await importSnapshot({...importOptions(readBuildFile('snapshots/sample/build.json')), out});
    expect(report.rejects).toEqual([]);
    const files = readdirSync(SAMPLE, {recursive: true, encoding: 'utf8'}).filter((file) => /\./.test(file));
    for (const file of files)
      expect(readFileSync(join(out, file)).equals(readFileSync(join(SAMPLE, file))), file).toBe(true);
  });

  it('has all kinds and relations, at least 1,000 entities and 3,000 edges', async () => {
    const {counts, total} = await graph.stats();
    for (const kind of KINDS) expect(counts[kind], kind).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(1000);
    const {relations} = await graph.schema();
    for (const relation of Object.keys(RELATIONS))
      expect(relations.find((row) => row.relation === relation)?.count ?? 0, relation).toBeGreaterThan(0);
    expect(relations.reduce((sum, row) => sum + row.count, 0)).toBeGreaterThanOrEqual(3000);
  });

  it('joins the kinds each relation is for', async () => {
    const {rows} = await graph.sql('select distinct relation, source_kind, target_kind from live_edges');
    for (const {relation, source_kind, target_kind} of rows as Record<string, string>[]) {
      const {from, to} = RELATIONS[relation as keyof typeof RELATIONS];
      expect(from, relation).toContain(source_kind);
      expect(to, relation).toContain(target_kind);
    }
  });

  it('compares the ends of edges without joining all entities with all', async () => {
    for (const condition of ['source <> target', 'source < target', 'not (source = target)']) {
      const {rows} = await graph.sql(`explain select count(*) from live_edges where ${condition}`);
      expect(JSON.stringify(rows), condition).not.toMatch(/NESTED_LOOP|CROSS_PRODUCT|IE_JOIN|PIECEWISE/);
    }
  });

  it('has a chain of two merged rows, a removed row and a slug of two', async () => {
    const moderna = await graph.entityBySlug({kind: 'company', slug: 'moderna'});
    for (const slug of ['moderna-therapeutics', 'modernatx'])
      expect((await graph.entityBySlug({kind: 'company', slug})).id).toBe(moderna.id);
    expect(moderna.name).toBe('Moderna');
    const merck = await graph.entityBySlug({kind: 'company', slug: 'merck'});
    expect(merck.name).toBe('Merck');
    expect(await count(`select count(*) as n from live_entities where kind = 'company' and slug = 'merck'`)).toBe(2);
    expect(await count(`select count(*) as n from live_entities where name like 'Sample row%'`)).toBe(0);
  });

  it('fills and leaves open every block of the entity', async () => {
    const both = [
      'domain',
      'cik',
      'ticker',
      'orcid',
      'doi',
      'target',
      'target_id',
      'target_symbol',
      'modality',
      'mechanism',
      'therapeutic_area',
      'disease_id',
      'confidence',
      'platform_type',
      'product_family',
      'degree',
    ];
    for (const column of both) {
      expect(
        await count(`select count(*) as n from live_entities where ${column} is not null`),
        column,
      ).toBeGreaterThan(0);
      expect(await count(`select count(*) as n from live_entities where ${column} is null`), column).toBeGreaterThan(0);
    }
    for (const kind of ['trial', 'company', 'funding_event', 'product', 'paper'] as const) {
      const page = await graph.entities({kind, limit: 1000});
      const has = (block: 'pos' | 'funding' | 'product') => page.results.filter((row) => row[block] !== null).length;
      if (kind === 'trial') expect(has('pos')).toBeGreaterThan(0);
      if (kind === 'company') {
        expect(has('funding')).toBeGreaterThan(0);
        expect(has('funding')).toBeLessThan(page.results.length);
        expect(page.results.some((row) => row.attributes?.tech_extraction !== undefined)).toBe(true);
      }
      if (kind === 'funding_event') expect(has('funding')).toBe(page.results.length);
      if (kind === 'product') expect(has('product')).toBe(page.results.length);
      if (kind === 'paper') expect(has('product')).toBe(0);
    }
    expect(await count(`select count(*) as n from labels where trusted`)).toBeGreaterThan(0);
    expect(await count(`select count(*) as n from labels where not trusted`)).toBeGreaterThan(0);
  });

  it('says where its statements come from', async () => {
    const product = await graph.entity('product/pembrolizumab');
    expect(product.moa).toMatchObject({target: 'PDCD1', modality: 'monoclonal antibody', target_id: 'ENSG00000188389'});
    expect(product.provenance.fields.map(({field}) => field)).toContain('moa.target');
  });

  it.skipIf(!existsSync(join(data, 'sec')))(
    'is confirmed by public files as documented (skipped without BIOGRAPH_TEST_DATA)',
    {tags: ['real']},
    async () => {
      const document = readFileSync('docs/sample.md', 'utf8');
      const compact = (text: string) => text.replace(/[ -]+/g, ' ');
      expect(compact(document)).toContain(compact(checkReport(await checkSample(data))));
    },
  );
});
