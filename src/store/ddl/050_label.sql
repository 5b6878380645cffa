-- The distinct values an entity carries, one row each, made one spelling per value.

-- A target's label is its HGNC symbol, else its name. Symbols, names, aliases, previous symbols and Ensembl ids lead
-- to it; a name that leads to two targets leads to none, unless one of them has it as its symbol.
create temp table target_name as
with
t as (
  select r.rid, coalesce(e.target_symbol, e.name) as label, e.name, e.target_id, e.aliases,
    from_json(json_extract(e.attributes, '$.previous_symbols'), '["VARCHAR"]') as previous,
    json_extract_string(e.attributes, '$.ensembl_id') as ensembl
  from snapshot_entities e join rid_of r on r.id = e.id::uuid
  where e.kind = 'target' and e.state = 'live'
),
named as (
  select norm(label) as key, label, 1 as rung from t
  union all select norm(name), label, 2 from t
  union all select norm(coalesce(target_id, ensembl)), label, 1 from t where coalesce(target_id, ensembl) is not null
  union all select norm(unnest(aliases)), label, 3 from t
  union all select norm(unnest(previous)), label, 3 from t
),
best as (
  select key, min(rung) as rung from named where key <> '' group by key
)
select key, any_value(label) as label
from named join best using (key, rung)
group by key having count(distinct label) = 1;

create temp table carried as
with
e as (select * from graph.entity),
platform as (
  select r.rid, max(p.confidence) as confidence
  from snapshot_provenance p join rid_of r on r.id = p.entity_id::uuid
  where p.field = 'platform_type' group by r.rid
),
target_label as (
  select e.rid, coalesce(a.label, b.label, c.label, e.target_symbol, e.target) as value, e.confidence
  from e
  left join target_name a on a.key = norm(e.target_symbol)
  left join target_name b on b.key = norm(e.target)
  left join target_name c on c.key = norm(e.target_id)
  where coalesce(e.target, e.target_symbol) is not null
)
select rid, 'target' as field, value, confidence from target_label
union
select o.src, 'target', coalesce(t.target_symbol, t.name), s.confidence
from graph.edge_out o
join graph.relation r on r.rel = o.rel and r.relation = 'targets'
join e t on t.rid = o.dst and kind_of(t.rid) = (select kind_no from graph.kind where kind = 'target')
join e s on s.rid = o.src
union
select rid, 'modality', modality, confidence from e where modality is not null
union
select r.rid, 'modality', unnest(x.secondary_modalities), x.moa_confidence
from snapshot_entities x join rid_of r on r.id = x.id::uuid where x.state = 'live' and x.secondary_modalities is not null
union all
select rid, 'mechanism', mechanism, confidence from e where mechanism is not null
union all
select rid, 'therapeutic_area', therapeutic_area, confidence from e where therapeutic_area is not null
union all
select rid, 'target_id', target_id, confidence from e where target_id is not null
union all
select rid, 'disease_id', disease_id, confidence from e where disease_id is not null
union all
select rid, 'platform_type', platform_type, coalesce(p.confidence, e.confidence)
from e left join platform p using (rid) where platform_type is not null
union all
select rid, 'product_family', product_family, 1.0 from e where product_family is not null
union all
select rid, 'source', source, 1.0 from e
union all
select r.rid, 'category', unnest(x.product_categories), 1.0
from snapshot_entities x join rid_of r on r.id = x.id::uuid where x.state = 'live' and x.product_categories is not null
union
select o.src, 'technology', t.id::varchar, 1.0
from graph.edge_out o
join graph.relation r on r.rel = o.rel and r.relation = 'employs'
join e t on t.rid = o.dst and kind_of(t.rid) = (select kind_no from graph.kind where kind = 'technology');

create table graph.value as
select row_number() over (order by field, norm)::integer as vid, field, value, norm
from (
  select field, norm(value) as norm, mode(value order by value) as value
  from carried where trim(value) <> '' group by all
)
order by vid;

create table graph.label as
select
  v.vid,
  coalesce(max(c.confidence) >= any_value(r.trusted_confidence), false) as trusted,
  max(c.confidence) as confidence,
  c.rid,
  any_value(p.recent) as recent, any_value(p.name) as name,
  any_value(p.prominence) as prominence, any_value(p.momentum) as momentum
from carried c
join graph.value v on v.field = c.field and v.norm = norm(c.value)
join graph.position p on p.rid = c.rid
cross join graph.release r
group by v.vid, c.rid
order by v.vid, trusted desc, recent;

drop table carried;

create temp table counted as
select kind_no::utinyint as kind_no, vid, count(*) filter (trusted)::integer as trusted, count(*)::integer as tagged
from (
  select kind_of(rid) as kind_no, vid, trusted from graph.label
  union all
  select 0, vid, trusted from graph.label
)
group by all;

-- Values of each field within each kind (0: all kinds), largest first: facets and plain aggregates are read off.
create table graph.facet as
select c.kind_no, v.field, c.trusted, c.tagged, c.vid, v.value
from counted c join graph.value v using (vid)
order by c.kind_no, v.field, c.trusted desc, v.value;

-- Whatever a user may call a value, and how many entities carry it.
create table graph.value_key as
select key_hash(key) as h, key, k.vid, coalesce(c.trusted, 0) as trusted, coalesce(c.tagged, 0) as tagged
from (
  select field || ':' || norm as key, vid from graph.value
  union
  select 'target:' || t.key, v.vid from target_name t join graph.value v on v.field = 'target' and v.norm = norm(t.label)
  union
  select 'technology:' || norm(n.name), v.vid
  from graph.value v
  join graph.entity e on v.field = 'technology' and e.id::varchar = v.value
  join snapshot_entities x on x.id = v.value
  cross join lateral (select unnest(list_concat([e.name, e.slug], coalesce(x.aliases, []))) as name) n
) k
left join counted c on c.vid = k.vid and c.kind_no = 0
order by h, k.vid;
