/** Questions that SQLite and PostgreSQL are asked in the same words; `kind` and `target` are how a parameter is written. */
export const FACETS = (kind: string) =>
  `select field, value, count(*) from label where kind = ${kind} group by field, value`;

/** How many entities each pair of the most frequent targets and modalities of an area has, of the kinds that biograph's map counts. */
export const WHITESPACE = (area: string) => `
  with own as (
    select rid from label where field = 'therapeutic_area' and value = ${area} and kind in ('paper', 'patent', 'trial', 'approval')),
  target as (select value from own join label using (rid) where field = 'target' group by value order by count(*) desc, value limit 20),
  modality as (select value from own join label using (rid) where field = 'modality' group by value order by count(*) desc, value limit 12)
  select t.value as target, m.value as modality, count(*)
  from own join label t on t.rid = own.rid and t.field = 'target' join label m on m.rid = own.rid and m.field = 'modality'
  where t.value in (select value from target) and m.value in (select value from modality)
  group by t.value, m.value`;

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
