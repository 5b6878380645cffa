-- A registry of filers keeps the ticker of a company that was bought or wound up: it is a former one. A company that the project's list puts in a group
-- has none of its own but where the list says so (vocabulary/companies.csv, relation listed).
create temp table gone as
select c.id, c.ticker from entity c
where c.kind = 'company' and c.state = 'live' and c.ticker is not null and (
  (exists (from edge e where e.source = c.id and e.relation = 'subsidiary_of' and e.origin = 'company list') and org_match_key(c.name) not in (select name_key from listing_fact where relation = 'listed'))
  or org_match_key(c.name) in (select name_key from listing_fact where relation = 'delisted'));
update entity set ticker = null, aliases = list_sort(list_distinct(list_append(coalesce(entity.aliases, []), g.ticker))),
  attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('former_ticker', g.ticker, 'tickers', null, 'exchange', null))::varchar
from gone g where g.id = entity.id;
insert into proposal_applied select 'listing', id from gone;
drop table gone; drop table listing_fact;
