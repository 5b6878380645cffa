/** @module-tag long */
import {expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

/** A recipe of genes, each with its other names, and of products, each with the text of its mechanism. */
function read(genes: Record<string, string[]>, texts: string[], stated = false): Promise<Record<string, unknown>[]> {
  const list = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]::varchar[]`;
  const rows = Object.entries(genes).map(([symbol, names], i) => `('hgnc:HGNC:${i + 1}', '${symbol}', ${list(names)})`);
  const said = texts.map((text, i) => `('x:${i + 1}', 'FOO-${i + 1}', '${text}')`);
  return build(folder, [
    recipe(
      folder,
      {
        entities: `select key, 'target' as kind, name, aliases, {ensembl_id: 'ENSG' || name} as attributes, case when name = 'AAA1' then ['uniprot:P00001'] end as same_as from (values ${rows.join(', ')}) v(key, name, aliases)`,
      },
      '-- name: genes\n',
    ),
    recipe(folder, {
      entities: stated
        ? `select key, 'product' as kind, name, [{mechanism: text, action: 'inhibitor', role: 'primary', protein: 'uniprot:P0000' || right(key, 1), confidence: 0.95}] as mechanisms from (values ${said.join(', ')}) v(key, name, text)`
        : `select key, 'product' as kind, name, text as mechanism, 0.9 as moa_confidence from (values ${said.join(', ')}) v(key, name, text)`,
    }),
  ]).then((built) =>
    built.rows(
      `select mechanism, target, target_symbol as symbol, (select count(*)::integer from edges where source = e.id and relation = 'targets') as hits from entities e where kind = 'product' order by natural_key`,
    ),
  );
}

it('a short alias is no target within a text, a symbol is', async () => {
  expect(
    await read({AAA1: ['D5'], BBB: ['BBB receptor'], CCC1: ['QRS5']}, [
      'D1/D5 partial agonist',
      'BBB inhibitor',
      'QRS5 inhibitor',
    ]),
  ).toMatchObject([{symbol: null}, {symbol: 'BBB'}, {symbol: 'CCC1'}]);
});

it('the receptor of a ligand is not the ligand, and an action no part of a name', async () => {
  expect(
    await read(
      {
        AAA1: ['foostatinin'],
        BBB1: ['barstatin receptor 1', 'barstatin'],
        CCC1: ['bazolytic elastase'],
        DDD1: ['bazolytic elastase inhibitor'],
      },
      [
        'Foostatinin B1 receptor antagonist',
        'Foostatinin receptor antagonist',
        'Foostatinin inhibitor',
        'Barstatin receptor antagonist',
        'Bazolytic elastase inhibitor',
      ],
    ),
  ).toMatchObject([{symbol: null}, {symbol: null}, {symbol: 'AAA1'}, {symbol: 'BBB1'}, {symbol: 'CCC1'}]);
});

it('a name that five other genes bear with a letter or number after it is none of theirs', async () => {
  const genes = {
    AAA1: ['foocadherinol'],
    BBB1: ['foocadherinol 1'],
    BBB2: ['foocadherinol 2'],
    BBB3: ['foocadherinol 3'],
    BBB4: ['foocadherinol alpha'],
    BBB5: ['foocadherinol 5, type 1'],
  };
  expect(await read(genes, ['Foocadherinol inhibitor', 'Foocadherinol 2 inhibitor'])).toMatchObject([
    {symbol: null},
    {symbol: 'BBB2'},
  ]);
  const {BBB5, ...four} = genes;
  expect(await read(four, ['Foocadherinol inhibitor'])).toMatchObject([{symbol: 'AAA1'}]);
});

it('a germ’s protein is no human gene of its name', async () => {
  expect(
    await read({AAA1: ['fooenoyl reductase']}, ['Fooenoyl reductase inhibitor', 'Fooenoyl reductase inhibitor'], true),
  ).toMatchObject([
    {target: 'AAA1', symbol: 'AAA1'},
    {target: 'Fooenoyl reductase', symbol: null},
  ]);
});

it('a name of the list without genes is none of the gene that is called so too', async () => {
  expect(await read({AAA1: ['envelope glycoprotein']}, ['Envelope glycoprotein inhibitor'])).toMatchObject([
    {target: 'viral envelope glycoprotein', symbol: null, hits: 0},
  ]);
});
