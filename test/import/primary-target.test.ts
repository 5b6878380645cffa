/** @module-tag long */
import {describe, expect, it} from 'vitest';
import {build, recipe, workspace} from './helpers.ts';

const folder = workspace();

const genes = recipe(
  folder,
  {
    entities: `select 'hgnc:HGNC:' || i as key, 'target' as kind, name, {ensembl_id: 'ENSG' || name} as attributes
      from (select unnest(['ITGA2B', 'ITGB3', 'ITGAV', 'FASN', 'ACHE', 'CDA', 'DNMT1', 'OPRM1', 'DRD2', 'SLC5A2', 'GPD2', 'EDNRA', 'EDNRB', 'CDKN3', 'CDK1', 'CDK2', 'CDK4', 'CDK5', 'CDK6', 'CDK7', 'CDK9', 'PDCD1', 'VEGFA', 'MS4A1', 'CD3D', 'CD3E', 'EGFR', 'MET']) as name, unnest(range(1, 29)) as i)`,
  },
  '-- name: genes\n',
);
const products = (rows: string, columns = 'name, mechanism') =>
  recipe(folder, {entities: `select *, 'product' as kind, 'p:' || name as key from (values ${rows}) v(${columns})`});
const hits = async (...recipes: string[]) => {
  const built = await build(folder, [genes, ...recipes]);
  const rows = await built.rows(
    `select name, coalesce(target_symbol, '"' || target || '"') as hit from entities where kind = 'product' and state = 'live' order by name`,
  );
  return Object.fromEntries(rows.map(({name, hit}) => [name, hit]));
};

describe('what a drug hits', () => {
  it('is not what a curated path meets beside the known target, unless that is of its family', async () => {
    const path = recipe(
      folder,
      {
        entities: `select 'p:' || name as key, 'product' as kind, name from (values ('glibafusp'), ('bazafusp'), ('gribafusp')) v(name)`,
        edges: `select 'p:' || drug as source_key, 'targets' as relation, 'hgnc:HGNC:' || no as target_key, 0.85 as confidence
          from (values ('glibafusp', 22), ('glibafusp', 16), ('bazafusp', 22), ('gribafusp', 27)) v(drug, no)`,
      },
      '-- name: paths\n-- source: DrugMechDB\n',
    );
    // EGFR's is one that another source has of another drug against MET.
    const elsewhere = recipe(
      folder,
      {
        edges: `select 'p:metegfusp' as source_key, 'targets' as relation, 'hgnc:HGNC:' || unnest([27, 28]) as target_key`,
      },
      '-- name: elsewhere\n-- confidence: 0.9\n',
    );
    const built = await build(folder, [
      genes,
      path,
      elsewhere,
      products(`('glibafusp', 'CDK4 inhibitor'), ('metegfusp', 'MET inhibitor'), ('gribafusp', 'MET inhibitor')`),
    ]);
    const rows = await built.rows(
      `select p.name as drug, t.name as hit, e.confidence as c from edges e join entities p on p.id = e.source join entities t on t.id = e.target
       where e.relation = 'targets' and e.origin = 'DrugMechDB' order by all`,
    );
    expect(rows).toEqual([
      {drug: 'bazafusp', hit: 'PDCD1', c: 0.85},
      {drug: 'glibafusp', hit: 'CDK2', c: 0.85},
      {drug: 'gribafusp', hit: 'EGFR', c: 0.6},
    ]);
  });

  it('is the complex that the list states, not another one with one of its subunits', async () => {
    expect(
      await hits(
        products(
          `('abciximab', 'integrin alpha-V/beta-3 antagonist'), ('ambrisentan', 'endothelin receptor antagonist')`,
        ),
      ),
    ).toEqual({abciximab: '"GPIIb/IIIa"', ambrisentan: 'EDNRA'});
  });

  it('is the germ’s or the louse’s, not the human gene of the name', async () => {
    expect(
      await hits(
        recipe(folder, {
          entities: `select 'p:' || name as key, 'product' as kind, name, mechanism, {atc: [atc]} as attributes from (values
            ('footionamide', 'FASN inhibitor', 'J04AD99'), ('barathion', 'ACHE inhibitor', 'P03AX99'), ('quxophene', 'FASN inhibitor', 'D08AE99'), ('bazistat', 'FASN inhibitor', 'A16AX99')) v(name, mechanism, atc)`,
        }),
      ),
    ).toEqual({barathion: '"ACHE"', bazistat: 'FASN', footionamide: '"FASN"', quxophene: '"FASN"'});
  });

  it('is a gene also where no file of HGNC says which there are, and what its source states where the mechanism names another family', async () => {
    const built = await build(folder, [
      recipe(folder, {
        entities: `select 't:' || symbol as key, 'target' as kind, name, symbol as target_symbol, [symbol, alias] as aliases from (values
            ('TNFRSF17', 'TNF receptor superfamily member 17', 'BCMA'), ('CD3E', 'CD3 epsilon', 'TCRE'), ('BCL11A', 'BCL11 transcription factor A', 'EVI9')) v(symbol, name, alias)
          union all by name select 'p:' || name as key, 'product' as kind, name, mechanism, target, target as target_symbol, 0.95 as moa_confidence, [{field: 'moa.target', source: 'hand', confidence: 0.95, observed_at: null::timestamptz}] as provenance, 'hand' as source from (values
            ('foofusp', 'BCMA and CD3 bispecific antibody', 'TNFRSF17'), ('bazogene', 'fetal hemoglobin induction', 'BCL11A')) v(name, mechanism, target)`,
      }),
    ]);
    expect(
      await built.rows(
        `select kind, name, target, target_symbol from entities where kind = 'product' or name like 'CD3%' order by name`,
      ),
    ).toEqual([
      {kind: 'target', name: 'CD3 epsilon', target: null, target_symbol: 'CD3E'},
      {kind: 'product', name: 'bazogene', target: 'BCL11A', target_symbol: 'BCL11A'},
      {kind: 'product', name: 'foofusp', target: 'TNFRSF17', target_symbol: 'TNFRSF17'},
    ]);
  });

  it('is of a combination what its leading substance hits, also where its own record names the helper alone', async () => {
    expect(
      await hits(
        products(
          `('cedazuridine', 'CDA inhibitor'), ('foocitabine', 'DNMT1 inhibitor'), ('cedazuridine; foocitabine', 'CDA inhibitor'),
           ('samidorphan', 'OPRM1 antagonist'), ('barpine', 'DRD2 antagonist'), ('barpine; samidorphan', 'OPRM1 and DRD2 antagonist')`,
        ),
      ),
    ).toMatchObject({'cedazuridine; foocitabine': 'DNMT1', 'barpine; samidorphan': 'DRD2'});
  });

  it('is not what metformin hits, to which another substance is added', async () => {
    expect(
      await hits(
        products(
          `('fooagliflozin', 'SLC5A2 inhibitor'), ('metformin', 'GPD2 inhibitor'), ('fooagliflozin; metformin', null)`,
        ),
      ),
    ).toMatchObject({'fooagliflozin; metformin': 'SLC5A2'});
  });

  it('is a kinase, not the gene named after its inhibitor', async () => {
    expect(await hits(products(`('fooxetib', 'Cyclin-dependent kinase inhibitor')`))).toEqual({fooxetib: '"CDK"'});
  });

  it('is both of a bispecific, each member of a family, and none that the graph does not know', async () => {
    const built = await build(folder, [
      genes,
      products(
        `('ivonescimab', null), ('epcoritamab', null), ('petosemtamab', null), ('amivantamab', 'EGFR and MET antagonist'), ('amivantamab and hyaluronidase', null)`,
      ),
    ]);
    const hits = await built.rows(
      `select p.name, any_value(p.target_symbol) as first, list(t.name || ' ' || e.confidence order by t.name) as hits
       from edges e join entities p on p.id = e.source join entities t on t.id = e.target where e.relation = 'targets' group by p.name order by p.name`,
    );
    expect(hits).toEqual([
      {name: 'amivantamab', first: 'EGFR', hits: ['EGFR 0.85', 'MET 0.85']},
      {name: 'amivantamab and hyaluronidase', first: 'EGFR', hits: ['EGFR 0.85', 'MET 0.75']},
      {name: 'epcoritamab', first: 'MS4A1', hits: ['CD3D 0.75', 'CD3E 0.75', 'MS4A1 0.75']},
      {name: 'ivonescimab', first: 'PDCD1', hits: ['PDCD1 0.75', 'VEGFA 0.75']},
      {name: 'petosemtamab', first: 'EGFR', hits: ['EGFR 0.75']},
    ]);
    expect(
      await built.rows(
        `select distinct e.origin from edges e join entities t on t.id = e.target where relation = 'targets' and t.name in ('CD3D', 'CD3E', 'VEGFA')`,
      ),
    ).toEqual([{origin: 'biograph: its list of drugs'}]);
  });
});
