import {beforeAll, describe, expect, it} from 'vitest';
import {KINDS} from '../../src/schema/kinds.ts';
import {verifySnapshot} from '../../src/snapshot/verify.ts';
import {hasRealData, publicGraph} from '../helpers/real-graph.ts';
import {ask} from '../import/helpers.ts';

describe.skipIf(!hasRealData)(
  'one graph out of the public files (skipped where BIOGRAPH_TEST_DATA is absent)',
  {tags: ['real']},
  () => {
    let built: Awaited<ReturnType<typeof publicGraph>>;
    beforeAll(async () => {
      built = await publicGraph();
    });

    const count = async (sql: string) => Number(Object.values((await ask(built.out, sql))[0] ?? {})[0]);

    it('is a sound snapshot, made within 4 GiB', async () => {
      expect((await verifySnapshot(built.out)).problems).toEqual([]);
      expect(built.report.peak_rss).toBeLessThan(4 * 2 ** 30);
    });

    it('holds what the files hold', () => {
      expect(built.report.entities).toMatchObject({trial: 17_957, opportunity: 1_406, funding_event: 2_020});
      // Whatever is folded, every human gene, paper and application stays.
      expect(built.report.entities.target).toBeGreaterThan(43_882);
      expect(built.report.entities.paper).toBeGreaterThan(20_000);
      expect(built.report.entities.approval).toBeGreaterThan(28_923);
      expect(Object.keys(built.report.entities).every((kind) => (KINDS as readonly string[]).includes(kind))).toBe(
        true,
      );
      expect(built.report.edges).toMatchObject({
        received: 2_020,
        awarded_by: 2_020,
        invested_in: 1_659,
      });
      expect(built.report.recipes.every((run) => run.entities + run.edges + run.diseases > 0)).toBe(true);
      expect(
        built.report.rejects.filter(({recipe}) => recipe !== 'ror').reduce((sum, {count}) => sum + count, 0),
      ).toBeLessThan(50);
    });

    it('joins approvals to genes by identifier, and approval to company to trial by name', async () => {
      const found =
        await count(`select count(*) from edges e join entities a on a.id = e.source and a.kind = 'approval' join entities t on t.id = e.target
      where e.relation = 'targets' and t.state = 'live' and starts_with(t.natural_key, 'hgnc:')`);
      expect(
        found /
          (await count(
            `select count(*) from edges e join entities a on a.id = e.source and a.kind = 'approval' where e.relation = 'targets'`,
          )),
      ).toBeGreaterThan(0.99);
      expect(
        await count(
          `select count(distinct c.id) from entities c join edges h on h.source = c.id and h.relation = 'holds' join edges s on s.source = c.id and s.relation = 'sponsors'`,
        ),
      ).toBeGreaterThan(60);
    });

    it('never takes a trial’s ticker for its sponsor', async () => {
      expect(
        await count(
          `select count(*) from edges e join entities c on c.id = e.source and c.ticker = 'TECH' where e.relation = 'sponsors'`,
        ),
      ).toBeLessThan(20);
      expect(
        await count(
          `select count(*) from entities where state = 'live' and kind = 'institution' and name ilike 'texas tech university%'`,
        ),
      ).toBeGreaterThan(0);
    });

    it('has one vocabulary of phases', async () => {
      const rows = await ask(
        built.out,
        `select distinct attributes ->> 'phase' as p from entities where kind = 'trial' and p is not null order by 1`,
      );
      expect(rows.map((row) => row.p)).toEqual([
        'early phase 1',
        'not applicable',
        'phase 1',
        'phase 1/2',
        'phase 2',
        'phase 2/3',
        'phase 3',
        'phase 4',
      ]);
    });

    it('says for each filled MoA field who states it and how sure that is', async () => {
      for (const field of ['target', 'target_symbol', 'modality', 'mechanism', 'therapeutic_area', 'disease_id']) {
        expect(
          await count(`select count(*) from entities e where state = 'live' and ${field} is not null
          and not exists (from provenance p where p.entity_id = e.id and p.field = 'moa.${field}' and p.confidence >= e.moa_confidence)`),
          field,
        ).toBe(0);
      }
      expect(
        await count(`select max(confidence) from provenance where source = 'biograph: inferred from text'`),
      ).toBeLessThan(0.7);
    });

    it('gives every slug of a kind to one entity', async () => {
      expect(
        await count('select count(*) from (select kind, slug from entities group by all having count(*) > 1)'),
      ).toBe(0);
    });
  },
);
