import {statSync} from 'node:fs';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {ABBREVIATED, expanded} from '../../src/lookups/phrases.ts';
import {lookupFiles} from '../../src/store/store.ts';
import {declarationOf} from '../../src/tables/declarations.ts';
import {openShell} from '../helpers/duckdb.ts';
import {openGenerated} from '../helpers/generation.ts';

const PARTS = ['identifiers', 'moa', 'stage', 'attributes', 'origin', 'fields', 'updated'] as const;

/** What parts consist of, whole and cut anywhere, without control characters, which JSON text does not have. */
const piece = fc.oneof(
  fc.constantFrom(
    ...['"identifiers":{"domain":null,"cik":null,"ticker":null,"uei":null,"orcid":null,"doi":', 'null}', 'null,'],
    ...['"moa":{"target":null,"target_id":null,"target_symbol":null,"modality":', '"moa":{"target":"EGFR"'],
    ...[
      ',"secondary_modalities":[],"mechanism":null',
      ',"therapeutic_area":',
      ',"disease_id":null,"disease_label":null',
    ],
    ...[',"confidence":', '"platform_type":null,"product":null', ',"pos":null,"funding":null', '{"source":"FDA"'],
    ...[',"observed_at":"2026-01-01T00:00:00.000Z"', ',"identity_confidence":1', '[{"field":"moa.target","source":"'],
    ...['","confidence":0.8', ',"record":null},{"field":"moa.', ',"record":null}', ']', '"aliases":[', 'é', '\\u0001'],
  ),
  fc.string(),
);
const part = fc.tuple(fc.array(piece, {maxLength: 6}), fc.nat(3)).map(([pieces, from]) =>
  pieces
    .join('')
    .slice(from)
    .replace(/\p{Cc}/gu, '?'),
);
const parts = fc.tuple(part, fc.option(part), fc.option(part), part, part, part, part);

type Shell = Awaited<ReturnType<typeof openShell>>;
let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

/** The view that joins the parts of a document. */
const VIEW = /create or replace temp view document as[^;]+;/.exec(declarationOf('document').text)?.[0] ?? '';

it('a document is read as the view has it, whatever is in it', async () => {
  const columns = PARTS.map((name) => `${name} varchar`).join(', ');
  await shell.connection.run(`create temp table document_part (rid integer, ${columns}); ${VIEW}`);
  await fc.assert(
    fc.asyncProperty(fc.array(parts, {minLength: 1, maxLength: 20}), async (documents) => {
      const rows = documents.map((texts, rid) =>
        Object.fromEntries([['rid', rid], ...texts.map((text, at) => [PARTS[at], text])]),
      );
      await shell.connection.run(
        `delete from document_part; insert into document_part by name
         select unnest(from_json($rows, '[{"rid":"integer",${PARTS.map((name) => `"${name}":"varchar"`).join()}}]'), recursive := true)`,
        {rows: JSON.stringify(rows)},
      );
      const found = await shell.rows(
        `select d.text, ${ABBREVIATED} as short from document d join document_part using (rid) order by rid`,
      );
      expect(found).toHaveLength(documents.length);
      for (const {text, short} of found) expect(expanded(String(short))).toBe(text);
    }),
    {numRuns: 60},
  );
});

it('documents take little more than half of their length', async () => {
  const generation = await openGenerated();
  const page = await generation.lookups.page({sort: 'recent'}, 0, generation.entities);
  const documents = await generation.lookups.documents(page.map(({rid}) => rid));
  const whole = [...documents.values()].reduce((sum, {pieces}) => sum + Buffer.byteLength(pieces.join('')), 0);
  const [file = ''] = lookupFiles(generation.file).filter((path) => path.endsWith('documents.0.data'));
  expect(statSync(file).size).toBeLessThan(0.6 * whole);
  await generation.retire();
});
