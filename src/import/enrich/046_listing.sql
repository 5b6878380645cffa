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
drop table listing_fact;

-- The exchange outside the United States on which a company's own shares are traded, of one that is on no American exchange, by the project's list
-- (0.75). What is traded there was not given up: the ticker that a list of sponsors has of Sandoz is no former one. Five letters of which the last is F
-- or Y are what foreign shares and receipts are called over the counter in New York, and on no other exchange: the list's ticker takes their place
-- (CSL Limited=CSL, for CSLLY), and where it has none, they stay where they are traded.
create temp table traded as
select e.id, min(x.exchange) as exchange, min(x.ticker) as ticker, any_value(e.ticker) as told
from entity e join (
  select exchange, org_match_key(string_split(said, '=')[1]) as name_key, nullif(string_split(said, '=')[2], '') as ticker from (select exchange, unnest(split_list(companies, '|')) as said from vocabulary_exchanges)
) x on x.name_key = org_match_key(e.name)
where e.kind = 'company' and e.state = 'live' and coalesce(e.attributes ->> 'exchange', 'OTC') = 'OTC' and (e.ticker is null) = ((e.attributes ->> 'exchange') is null)
  and e.id not in (select id from gone) group by e.id having min(x.ticker) is not null or not coalesce(regexp_matches(any_value(e.ticker), '^[A-Z]{4}[FY]$'), false);
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('exchange', t.exchange, 'former_ticker', null))::varchar,
  ticker = coalesce(t.ticker, entity.ticker), aliases = case when t.ticker <> t.told then list_sort(list_distinct(list_append(coalesce(entity.aliases, []), t.told))) else entity.aliases end
from traded t where t.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, 'ticker', 'biograph: its list of exchanges', 0.75 from traded where ticker is not null;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.exchange', 'biograph: its list of exchanges', 0.75 from traded;
insert into proposal_applied select 'listing', id from traded;
drop table traded; drop table gone; drop table vocabulary_exchanges;
