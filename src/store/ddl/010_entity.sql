-- Live entities, one row each, and those that were folded or removed.
-- rid: kind number << 26 | place within the kind; snapshot_entities comes sorted by (kind, id).

-- A join might hand the rows on in another order, so kinds are looked up in lists: the rows are numbered as they come.

set variable kinds = (select list(kind order by kind_no) from graph.kind);
set variable starts = (
  select list(start order by kind_no)
  from (
    select kind_no, coalesce(sum(n) over (order by kind rows between unbounded preceding and 1 preceding), 0) as start
    from (
      select k.kind_no, k.kind, count(e.id) as n
      from graph.kind k left join snapshot_entities e on e.kind = k.kind and e.state = 'live' group by all
    )
  ));

create table graph.entity as
select
  ((list_position(getvariable('kinds'), e.kind) << 26)
    + row_number() over () - 1 - getvariable('starts')[list_position(getvariable('kinds'), e.kind)])::integer as rid,
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
where e.state = 'live';

create temp table rid_of as select rid, id from graph.entity;

create table graph.gone as
select id::uuid as id, k.kind_no, name, slug, merged_into::uuid as merged_into, source, natural_key,
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
