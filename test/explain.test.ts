import {DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Graph, openGraph} from '../src/index.ts';
import type {Operation} from '../src/operation.ts';
import {biograph} from './helpers/command.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
});
afterAll(() => graph.close());

/** Runs a script as the duckdb shell would, and gives the rows of each query. */
async function shell(script: string): Promise<number[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const counts: number[] = [];
  const statements = await connection.extractStatements(script);
  for (let index = 0; index < statements.count; index++) {
    const prepared = await statements.prepare(index);
    const result = await prepared.runAndReadAll();
    if (index >= 2) counts.push(result.currentRowCount);
  }
  connection.disconnectSync();
  instance.closeSync();
  return counts;
}

describe('explain', () => {
  it('shows statements that run alone and give the same rows, for every operation', {tags: ['long']}, async () => {
    for (const operation of graph.operations as unknown as Operation[]) {
      if (operation.name === 'contact') continue;
      const explanation = await graph.explain(operation.name as 'stats', operation.example as object);
      // What is known by a key is read from files.
      const read =
        'entity entityBySlug edges entities traverse autocomplete resolve resolveInputs concentration changes whitespace'.split(
          ' ',
        );
      if (!read.includes(operation.name)) expect(explanation.queries.length, operation.name).toBeGreaterThan(0);
      if (explanation.queries.length === 0) expect(explanation.script).toContain('without SQL');
      for (const {plan, ms} of explanation.queries) {
        expect(plan, operation.name).toMatch(/Total Time/);
        expect(ms).toBeGreaterThan(0);
      }
      expect(await shell(explanation.script), operation.name).toEqual(explanation.queries.map(({rows}) => rows));
    }
  });

  it('takes a name by position and refuses what cannot be explained', async () => {
    expect((await graph.explain('entity', 'company/pfizer')).params).toMatchObject({entity_id: 'company/pfizer'});
    await expect(graph.explain('contact' as 'stats')).rejects.toThrow('Operations: autocomplete');
    await expect(graph.explain('entities', {limit: -1})).rejects.toThrow('limit');
    await expect(graph.explain('entity', 'company/nobody')).rejects.toThrow('nobody');
  });

  it('quotes what a user typed', async () => {
    const typed = "o'neil'; drop table entity; --";
    const {script} = await graph.explain('search', {predicates: [{field: 'name', operator: 'contains', value: typed}]});
    expect(script).toContain("o''neil''; drop table entity; --");
    expect((await shell(script)).length).toBeGreaterThan(0);
  });

  it('prints the SQL alone, or the plans', async () => {
    // With another gate than that of the stored map.
    const asked = ['whitespace', '--therapeutic_area', 'oncology', '--limit_targets', '3', '--min_confidence', '0.9'];
    const sql = await biograph([...asked, '--sql']);
    expect(sql.stdout).toMatch(/^attach '.*' as graph \(read_only\);\nuse graph;\n/);
    expect((await shell(sql.stdout)).length).toBeGreaterThan(0);
    const plans = await biograph([...asked, '--explain', '--format', 'table']);
    expect(plans.stdout).toMatch(/-- 1 of \d+: [\d.]+ ms, \d+ rows\n/);
    expect(plans.stdout).toContain('Total Time');
    const json = await biograph([...asked, '--explain', '--format', 'json']);
    expect(JSON.parse(json.stdout).queries.length).toBeGreaterThan(0);
    const read = await biograph(['search', '--kind', 'company', '--limit', '3', '--sql']);
    expect(read.stdout).toContain('-- Answered from look-up files, without SQL.');
  });
});
