-- reads: bearer, claim, edge_out, entity, kind, relation, target_name
-- refresh: by-difference

-- The values that entities carry, as they spell them.
create temp table carried as
with
e as (select * from bearer),
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
  -- What a rule below trust added is not counted, however sure the rest of the row is.
  select o.src, 'target', coalesce(t.target_symbol, t.name), least(s.confidence, o.confidence)
  from edge_out o
  join relation r on r.rel = o.rel and r.relation = 'targets'
  join entity t on t.rid = o.dst and kind_of(t.rid) = (select kind_no from kind where kind = 'target')
  join e s on s.rid = o.src
)
union all
(
  select rid, 'modality', modality, confidence from e where modality is not null
  union
  select rid, field, value, confidence from claim where rid in (select rid from e)
)
union all
select rid, 'mechanism', mechanism, confidence from e where mechanism is not null
union all
select rid, 'therapeutic_area', therapeutic_area, confidence from e where therapeutic_area is not null
union all
select rid, 'target_id', target_id, confidence from e where target_id is not null
union all
select rid, 'product_family', product_family, 1.0 from e where product_family is not null
union all
select rid, 'source', source, 1.0 from e
union all
select distinct o.src, 'technology', t.id::varchar, 1.0
from edge_out o
join relation r on r.rel = o.rel and r.relation = 'employs'
join entity t on t.rid = o.dst and kind_of(t.rid) = (select kind_no from kind where kind = 'technology')
where o.src in (select rid from e);
