import fc from 'fast-check';
import {expect, it} from 'vitest';
import {abbreviated, expanded, PIECES} from '../../src/lookups/phrases.ts';
import {openShell} from '../helpers/duckdb.ts';
import {openGenerated} from '../helpers/generation.ts';

/** Texts of what documents consist of, whole and cut anywhere. */
const part = fc.oneof(
  fc.constantFrom(
    ...['"identifiers":{"domain":null,"cik":null,"ticker":null,"uei":null,"orcid":null,"doi":', 'null},'],
    ...['"moa":{"target":null,"target_id":null,"target_symbol":null,"modality":null,"secondary_modalities":[]'],
    ...[',"mechanism":null,"therapeutic_area":null,"disease_id":null,"disease_label":null,"confidence":null}'],
    ...[',"platform_type":null,"product":null,"pos":null,"funding":', 'null', ',', PIECES, '"attributes":{', '}'],
    ...[',"provenance":{"source":"', '","observed_at":"', '2026-01-01T00:00:00.000Z"', ',"identity_confidence":', '1'],
    ...[',"fields":[', '{"field":"moa.', ',"record":null}', ',{"field":"', ']', '},"updated_at":"', 'é', '"', '\\u0001'],
  ),
  fc.string(),
);
const text = fc
  .tuple(fc.array(part), fc.nat(), fc.nat())
  .map(([parts, from, to]) => parts.join('').slice(from % 7, -1 - (to % 7)))
  // JSON text has no control characters; the separator stands between its pieces.
  .map((joined) => joined.replace(/\p{Cc}/gu, (sign) => (sign === PIECES ? sign : '?')));

it('leaves every text as it was', async () => {
  const shell = await openShell();
  await shell.connection.run(`create temp macro short(text) as ${abbreviated('text')}`);
  await fc.assert(
    fc.asyncProperty(fc.array(text, {minLength: 1, maxLength: 20}), async (texts) => {
      const {columns} = await shell.connection
        .runAndReadAll(`select short(unnest(from_json($texts, '["varchar"]'))) as short`, {texts: JSON.stringify(texts)})
        .then((reader) => ({columns: reader.getColumns()}));
      expect(columns[0]?.map((short) => expanded(String(short)))).toEqual(texts);
    }),
    {numRuns: 50},
  );
  shell.close();
});

it('makes documents less than half as long', async () => {
  const generation = await openGenerated();
  const ids = await generation.lookups.page({sort: 'recent'}, 0, 1000);
  const documents = [...(await generation.lookups.documents(ids.map(({rid}) => rid))).values()];
  const texts = documents.map(({pieces}) => pieces.join(PIECES));
  const shell = await openShell();
  const reader = await shell.connection.runAndReadAll(
    `select sum(strlen(text)), sum(strlen(${abbreviated('text')})) from (select unnest(from_json($texts, '["varchar"]')) as text)`,
    {texts: JSON.stringify(texts)},
  );
  const [[long, short] = []] = reader.getRows();
  expect(Number(short)).toBeLessThan(Number(long) / 2);
  shell.close();
  await generation.retire();
});
