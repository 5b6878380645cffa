-- What is tied to a company: what it develops, sponsors and holds, the patents assigned to it, and itself.
create table tie as
with named as (
  select o.src, o.dst, r.relation from edge_out o join relation r on r.rel = o.rel
  where r.relation in ('develops', 'sponsors', 'holds', 'assigned_to')
),
company as (select kind_no from kind where kind = 'company')
select company, rid from (
  select src as company, dst as rid from named
  where kind_of(src) = (from company) and (
    (relation = 'develops' and kind_of(dst) in (select kind_no from kind where kind in ('program', 'product')))
    or (relation = 'sponsors' and kind_of(dst) = (select kind_no from kind where kind = 'trial'))
    or (relation = 'holds' and kind_of(dst) = (select kind_no from kind where kind = 'approval')))
  union all
  select dst, src from named
  where relation = 'assigned_to' and kind_of(dst) = (from company) and kind_of(src) = (select kind_no from kind where kind = 'patent')
  union all
  select rid, rid from entity where kind_of(rid) = (from company)
)
order by company, rid;

-- A company's cells: the pairs that trusted entities tied to it carry. Evidence is how many such entities. Its papers are
-- counted when asked: of a few busy people they would be a list of millions.
create table company_cell as
with kinds as (
  select max(kind_no) filter (kind = 'patent') as patent, max(kind_no) filter (kind = 'trial') as trial, max(kind_no) filter (kind = 'approval') as approval
  from kind
)
select t.company, c.target, c.modality, count(*)::integer as evidence, max(s.stage) as stage,
  count(*) filter (kind_of(t.rid) = k.patent)::integer as patents, count(*) filter (kind_of(t.rid) = k.trial)::integer as trials,
  count(*) filter (kind_of(t.rid) = k.approval)::integer as approvals
from tie t join in_cell c on c.rid = t.rid and c.trusted join stage s on s.rid = t.rid cross join kinds k
group by t.company, c.target, c.modality
order by company, target, modality;

create table cell_company as
select company, target, modality, evidence, stage from company_cell order by target, modality, company;

-- How mature a company is, over every live row but papers, and how many of the entities tied to it stand in a cell: trusted, and all.
create table company_sum as
with kinds as (
  select max(kind_no) filter (kind = 'patent') as patent, max(kind_no) filter (kind = 'trial') as trial, max(kind_no) filter (kind = 'approval') as approval
  from kind
),
tied as (
  select t.company, count(*) filter (kind_of(t.rid) = k.patent)::integer as patents, count(*) filter (kind_of(t.rid) = k.trial)::integer as trials,
    count(*) filter (kind_of(t.rid) = k.approval)::integer as approvals, coalesce(max(s.stage) filter (t.rid <> t.company), 0)::utinyint as stage
  from tie t left join stage s on s.rid = t.rid cross join kinds k
  group by t.company
),
celled as (
  select t.company, count(*) filter (c.trusted)::integer as trusted, count(*)::integer as tagged
  from tie t join (select rid, bool_or(trusted) as trusted from in_cell group by rid) c on c.rid = t.rid
  group by t.company
)
select t.*, coalesce(c.trusted, 0) as trusted, coalesce(c.tagged, 0) as tagged
from tied t left join celled c using (company)
order by company;
