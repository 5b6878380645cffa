-- The distinct values an entity carries, one row each, made one spelling per value.

-- A name that leads to two targets leads to none, unless one of them has it as its symbol.
create temp table target_name as
select key, any_value(label) as label
from target_key join (select key, min(rung) as rung from target_key group by key) using (key, rung)
group by key having count(distinct label) = 1;

create temp table carried as
with
e as (select * from entity),
target_label as (
  select e.rid, coalesce(a.label, b.label, c.label, e.target_symbol, e.target) as value, e.confidence
  from e
  left join target_name a on a.key = norm(e.target_symbol)
  left join target_name b on b.key = norm(e.target)
  left join target_name c on c.key = norm(e.target_id)
  where coalesce(e.target, e.target_symbol) is not null
)
(
  select rid, 'target' as field, value, confidence from target_label
  union
  select o.src, 'target', coalesce(t.target_symbol, t.name), s.confidence
  from edge_out o
  join relation r on r.rel = o.rel and r.relation = 'targets'
  join e t on t.rid = o.dst and kind_of(t.rid) = (select kind_no from kind where kind = 'target')
  join e s on s.rid = o.src
)
union all
(
  select rid, 'modality', modality, confidence from e where modality is not null
  union
  select rid, field, value, confidence from claim
)
union all
select rid, 'mechanism', mechanism, confidence from e where mechanism is not null
union all
select rid, 'therapeutic_area', therapeutic_area, confidence from e where therapeutic_area is not null
union all
select rid, 'target_id', target_id, confidence from e where target_id is not null
union all
select rid, 'disease_id', disease_id, confidence from e where disease_id is not null
union all
select rid, 'product_family', product_family, 1.0 from e where product_family is not null
union all
select rid, 'source', source, 1.0 from e
union all
select distinct o.src, 'technology', t.id::varchar, 1.0
from edge_out o
join relation r on r.rel = o.rel and r.relation = 'employs'
join e t on t.rid = o.dst and kind_of(t.rid) = (select kind_no from kind where kind = 'technology');

create temp table spelling as
select field, value, norm(value) as norm, count(*) as count from carried where trim(value) <> '' group by field, value;

create table value as
select row_number() over (order by field, norm)::integer as vid, field, value, norm
from (select field, norm, first(value order by count desc, value) as value from spelling group by field, norm)
order by vid;

create temp table worn as
select (v.vid::bigint << 32) | c.rid as key, max(c.confidence) as confidence
from carried c
join (select s.field, s.value, v.vid from spelling s join value v using (field, norm)) v on v.field = c.field and v.value = c.value
group by key;

drop table spelling;

create table label as
select (w.key >> 32)::integer as vid, coalesce(w.confidence >= r.trusted_confidence, false) as trusted, w.confidence, p.rid,
  p.recent, p.name, p.prominence, p.momentum
from worn w join position p on p.rid = w.key & 4294967295 cross join release r
order by vid, trusted desc, recent;

drop table worn;
drop table carried;

create temp table counted as
select kind_no::utinyint as kind_no, vid, count(*) filter (trusted)::integer as trusted, count(*)::integer as tagged
from (
  select kind_of(rid) as kind_no, vid, trusted from label
  union all
  select 0, vid, trusted from label
)
group by all;

-- Values of each field within each kind (0: all kinds), largest first: facets and plain aggregates are read off.
create table facet as
select c.kind_no, v.field, c.trusted, c.tagged, c.vid, v.value
from counted c join value v using (vid)
order by c.kind_no, v.field, c.trusted desc, v.value;

-- Whatever a user may call a value, and how many entities carry it.
create table value_key as
select key_hash(key) as h, key, k.vid, coalesce(c.trusted, 0) as trusted, coalesce(c.tagged, 0) as tagged
from (
  select field || ':' || norm as key, vid from value
  union
  select 'target:' || t.key, v.vid from target_name t join value v on v.field = 'target' and v.norm = norm(t.label)
  union
  select 'technology:' || norm(n.name), v.vid
  from value v
  join entity e on v.field = 'technology' and e.id::varchar = v.value
  join technology_name n using (rid)
) k
left join counted c on c.vid = k.vid and c.kind_no = 0
order by h, k.vid;

drop table counted;
drop table target_name;
