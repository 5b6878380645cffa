-- reads: edge_out, kind, relation
-- refresh: full

-- The head of every company with a parent: the last one reached from parent to parent. Of several parents the most
-- confident is taken, then the one with the smaller id. A company in a cycle has no head.
create table company_head as
with recursive company as (select kind_no from kind where kind = 'company'),
parent as (
  select src as company, first(dst order by confidence desc nulls last, dst) as parent
  from edge_out
  where rel in (select rel from relation where relation = 'subsidiary_of')
    and kind_of(src) = (from company) and kind_of(dst) = (from company) and src <> dst
  group by src
),
up(company, top) as (
  select company, parent from parent
  union
  select u.company, p.parent from up u join parent p on p.company = u.top
)
select company, top as head from up where top not in (select company from parent)
order by company;
