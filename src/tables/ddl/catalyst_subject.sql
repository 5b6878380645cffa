-- reads: catalyst, edge_in, kind, relation
-- refresh: full

-- The subjects of a catalyst: its products (for a trial, those tested in it), the companies that develop them or
-- sponsor the trial, and the companies that announced it.
create table catalyst_subject as
with
edge as (
  select i.src, i.dst, r.relation, (select kind from kind where kind_no = kind_of(i.src)) as source, (select kind from kind where kind_no = kind_of(i.dst)) as target
  from edge_in i join relation r using (rel) where r.relation in ('concerns', 'tested_in', 'develops', 'sponsors', 'announced_by')
),
about as (select src as rid, dst as other, target as kind from edge where relation = 'concerns' and source = 'catalyst'),
subject as (
  from about
  union
  select a.rid, e.src, e.source from about a join edge e on e.dst = a.other
  where e.relation = 'tested_in' and e.source = 'product' and a.kind = 'trial'
)
select rid, list(distinct other order by other) as others
from (
  select rid, other from subject where kind = 'product'
  union all
  select s.rid, e.src from subject s join edge e on e.dst = s.other
  where e.relation in ('develops', 'sponsors') and e.source = 'company'
  union all
  select src, dst from edge where relation = 'announced_by' and source = 'catalyst' and target = 'company'
)
group by rid
order by rid;

-- The catalysts of a program or product, by the first day of their period; `until` is its last.
create table asset_catalyst as
with asset as (select kind_no from kind where kind in ('program', 'product'))
select asset, c.day, c.until, rid
from (
  select rid, unnest(others) as asset from catalyst_subject
  union
  select i.src, i.dst from edge_in i join relation r on r.rel = i.rel and r.relation = 'concerns'
) x join catalyst c using (rid)
where kind_of(asset) in (from asset) and c.day is not null
order by asset, c.day, rid;
