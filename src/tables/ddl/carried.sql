-- reads: claim, edge_out, entity, kind, relation, target_name
-- refresh: full

-- The values of each entity, as spelled in its row.
create temp table carried as
with
target_label as (
  select e.rid, coalesce(a.label, b.label, c.label, e.target_symbol, e.target) as value, e.confidence
  from entity e
  left join target_name a on a.key = norm(e.target_symbol)
  left join target_name b on b.key = norm(e.target)
  left join target_name c on c.key = norm(e.target_id)
  where coalesce(e.target, e.target_symbol) is not null
)
(
  select rid, 'target' as field, value, confidence from target_label
  union
  -- A link that a rule below the trusted confidence added does not count, however confident the rest of the row is. Nor
  -- does a confident link of a row without a confidence: the trust gate reads that of the row.
  select o.src, 'target', coalesce(t.target_symbol, t.name), case when s.confidence is not null then least(s.confidence, o.confidence) end
  from edge_out o
  join relation r on r.rel = o.rel and r.relation = 'targets'
  join entity t on t.rid = o.dst and kind_of(t.rid) = (select kind_no from kind where kind = 'target')
  join entity s on s.rid = o.src
)
union all
select rid, 'modality', modality, confidence from entity where modality is not null
union all
select rid, field, value, confidence from claim
union all
select rid, 'mechanism', mechanism, confidence from entity where mechanism is not null
union all
select rid, 'therapeutic_area', therapeutic_area, confidence from entity where therapeutic_area is not null
union all
select rid, 'target_id', target_id, confidence from entity where target_id is not null
union all
select rid, 'product_family', product_family, 1.0 from entity where product_family is not null
union all
select rid, 'source', source, 1.0 from entity
union all
select distinct o.src, 'technology', t.id::varchar, 1.0
from edge_out o
join relation r on r.rel = o.rel and r.relation = 'employs'
join entity t on t.rid = o.dst and kind_of(t.rid) = (select kind_no from kind where kind = 'technology');
