import {z} from 'zod';
import {defineOperation} from '../operation.ts';
import {ref, uuid} from '../schema/entity.ts';
import {entityId, limit} from '../schema/params.ts';
import {kindNumber} from '../schema/rid.ts';
import {countIf, GATHERED, kindOf} from '../sql/fragments.ts';
import {is} from '../sql/results.ts';
import {sql} from '../sql/sql.ts';
import {PARTIAL} from './filters/mechanism-cell.ts';
import {subject} from './filters/subject.ts';
import {mustBe} from './records/must-be.ts';
import {dayOf, withRefs} from './records/ref.ts';

/** Co-authors and co-inventors of a person, by the number of common papers and patents. Every live work counts. */
export const collaborators = defineOperation({
  name: 'collaborators',
  tool: 'collaborators',
  path: '/v1/entities/{entity_id}/collaborators',
  summary: 'A person’s collaborators by shared papers and patents.',
  description:
    'Derived from co-authorship and co-invention; every live work counts, tagged or not. Most shared works first, then the latest.',
  about: 'person',
  positional: ['entity_id'],
  params: z.object({entity_id: entityId, limit: limit({default: 30, max: 200})}),
  result: z.object({
    entity_id: uuid,
    count: z.int(),
    results: z.array(ref.extend({shared: z.int(), papers: z.int(), patents: z.int(), latest: z.string().nullable()})),
    caveats: z.array(z.string()),
  }),
  rows: 'results',
  columns: ['name', 'shared', 'papers', 'patents', 'latest', 'slug'],
  example: {entity_id: 'person/david-r-liu'},
  async run(context, given) {
    const {rid, id} = await subject(context, given.entity_id, 'person');
    mustBe(rid, 'person');
    const {generation} = context;
    const [authored, invented] = ['authored', 'invented'].map((name) => generation.relationNumber(name) ?? 0);
    const people = await generation.rows(
      sql`with own as (select dst as work from edge_out where src = ${rid} and rel in ${[authored ?? 0, invented ?? 0]})
          select w.person as rid, count(*) as shared, ${countIf(sql`${kindOf('w.work')} = ${kindNumber('paper')}`)} as papers,
            ${countIf(sql`${kindOf('w.work')} = ${kindNumber('patent')}`)} as patents, max(d.day) as latest
          from work w join dated d on d.rid = w.work
          where w.work in (select work from own) and w.person <> ${rid}
          group by w.person order by shared desc, latest desc nulls last, rid limit ${given.limit}${GATHERED}`,
      {rid: is.integer, shared: is.integer, papers: is.integer, patents: is.integer, latest: is.text.orNull},
      context,
    );
    const results = await withRefs(context, people, ({shared, papers, patents, latest}) => ({
      shared,
      papers,
      patents,
      latest: dayOf(latest),
    }));
    return {
      entity_id: id,
      count: results.length,
      results,
      caveats: [
        'Derived from papers and patents that name both people; a large consortium counts like a small team.',
        PARTIAL,
      ],
    };
  },
});
