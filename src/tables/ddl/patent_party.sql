-- reads: company_head, edge_in, edge_out, kind, relation
-- refresh: full

-- The assignees and inventors of each patent, once each, with the head of the group that a company belongs to.
create table patent_party as
with patent as (select kind_no from kind where kind = 'patent'),
person as (select kind_no from kind where kind = 'person'),
named as (
  select src as patent, dst as party from edge_out
  where rel in (select rel from relation where relation = 'assigned_to') and kind_of(src) = (from patent)
    and kind_of(dst) in (select kind_no from kind where kind in ('company', 'institution'))
  union all
  select dst, src from edge_in
  where rel in (select rel from relation where relation = 'invented') and kind_of(dst) = (from patent) and kind_of(src) = (from person)
)
select patent, party, coalesce(head, party) as head
from named left join company_head on company = party
order by patent, party;
