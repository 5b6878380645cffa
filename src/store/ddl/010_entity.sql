-- Live entities, one row each, and those that were folded or removed.
-- rid: kind number << 26 | place within the kind; snapshot_entities comes sorted by (kind, id).

create temp table kind_start as
select kind, sum(n) over (order by kind rows between unbounded preceding and 1 preceding) as start
from (select kind, count(*) as n from snapshot_entities where state = 'live' group by kind);

create table graph.entity as
select
  ((k.kind_no << 26) + row_number() over () - 1 - coalesce(s.start, 0))::integer as rid,
  e.id::uuid as id,
  e.name,
  e.slug,
  e.domain, e.cik, e.ticker, e.uei, e.orcid, e.doi,
  e.target, e.target_id, e.target_symbol, e.modality, e.mechanism, e.therapeutic_area,
  e.disease_id, e.disease_label,
  e.moa_confidence as confidence,
  e.platform_type,
  e.product_family,
  e.source,
  make_timestamp_ms(epoch_ms(e.updated_at)) as updated_at
from snapshot_entities e
join graph.kind k on k.kind = e.kind
join kind_start s on s.kind = e.kind
where e.state = 'live';

create temp table rid_of as select rid, id from graph.entity;

create table graph.gone as
select id::uuid as id, k.kind_no, name, slug, merged_into::uuid as merged_into,
  make_timestamp_ms(epoch_ms(updated_at)) as updated_at,
  null::integer as survivor
from snapshot_entities e join graph.kind k on k.kind = e.kind
where state <> 'live'
order by 1;

-- Where each folded entity finally ends. A cycle, or a chain into something removed, ends nowhere.
create temp table chain as
with recursive walk(id, stop, steps) as (
  select id, merged_into, 1 from graph.gone where merged_into is not null
  union all
  select w.id, g.merged_into, w.steps + 1
  from walk w join graph.gone g on g.id = w.stop
  where g.merged_into is not null and w.steps < 64
)
select w.id, r.rid from walk w join rid_of r on r.id = w.stop;

update graph.gone set survivor = chain.rid from chain where chain.id = gone.id;

create temp table end_of as
select id, rid, false as moved from rid_of
union all
select id, survivor, true from graph.gone where survivor is not null;
