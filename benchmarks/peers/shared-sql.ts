/** Questions that SQLite and PostgreSQL are asked in the same words; `kind` and `target` are how a parameter is written. */
export const FACETS = (kind: string) =>
  `select field, value, count(*) from label where kind = ${kind} group by field, value`;

/** The fifteen companies, institutions and inventors that have most patents of a target, as numbers of patents. */
export const CONCENTRATION = (target: string) => `
  with own as (select rid from label where field = 'target' and value = ${target} and kind = 'patent'),
  held as (
    select target as holder, rid from own join edge on source = rid where relation = 'assigned_to'
    union all
    select source, rid from own join edge on target = rid where relation = 'invented'),
  counted as (select t.kind, holder, count(distinct h.rid) as patents from held h join entity t on t.rid = holder group by t.kind, holder),
  ranked as (select kind, patents, row_number() over (partition by kind order by patents desc) as place from counted)
  select kind, patents from ranked where place <= 15 order by kind, patents desc`;
