-- name: holdings_13f
-- title: Holdings of biotech investors by their 13F filings
-- source: SEC 13F
-- licence: MIT; the filings are US government records
-- attribution: U.S. Securities and Exchange Commission, EDGAR 13F-HR; gathered by biotech-screener
-- url: https://github.com/WR-SW-Dev/biotech-screener (holdings_YYYY-MM-DD.json, manager_registry.json)
-- folder: biotech_screener
-- files: holdings=holdings*.json, registry=manager_registry*.json?
-- columns: holdings=json(managers tickers), registry=json()
-- priority: 41
-- confidence: 0.9
-- fills: Funders (investment managers) with CIK, style and assets; the listed companies whose shares they hold at the end of the
--   quarter (invested_in), named by ticker. Companies come whole with the recipes that bring them.

create temp table document as select content::json as doc from read_text(getvariable('holdings'));

create temp table manager as
select m.key as cik, na(m.value ->> '$.name') as name, try_cast(m.value ->> '$.aum_b' as double) as aum, na(m.value ->> '$.style') as style
from document, lateral (select unnest(map_entries(from_json(doc -> '$.managers', '"MAP(VARCHAR, JSON)"'))) as m);
create temp table registered as
select distinct on (cik) lpad(r ->> '$.cik', 10, '0') as cik, na(r ->> '$.name') as name, try_cast(r ->> '$.aum_b' as double) as aum, na(r ->> '$.style') as style
from (select unnest(from_json(try_cast(content as json) -> '$.elite_core', '["JSON"]')) as r from read_text(getvariable('registry'))
  union all select unnest(from_json(try_cast(content as json) -> '$.conditional', '["JSON"]')) from read_text(getvariable('registry')))
order by cik, name;

create temp table position as
select ticker, h.key as cik, try_cast(h.value ->> '$.value_kusd' as double) as value, try_cast(h.value ->> '$.shares' as double) as shares, loose_date(h.value ->> '$.quarter_end') as quarter,
  loose_date(filed -> h.key ->> '$.filed_at') as filed_at, na(h.value ->> '$.put_call') as put_call
from (
  select t.key as ticker, t.value -> '$.filings_metadata' as filed, unnest(map_entries(from_json(t.value -> '$.holdings.current', '"MAP(VARCHAR, JSON)"'))) as h
  from document, lateral (select unnest(map_entries(from_json(doc -> '$.tickers', '"MAP(VARCHAR, JSON)"'))) as t)
);

create temp view rejects as
select null as file, null::bigint as line, 'the holding names a manager nobody lists' as reason, to_json(p)::varchar as "row"
from position p where cik not in (select cik from manager union select cik from registered);

create temp table known as
select cik, coalesce(m.name, r.name) as name, coalesce(m.aum, r.aum) as aum, coalesce(m.style, r.style) as style from manager m full join registered r using (cik);

create temp view entities as
select 'sec13f:' || k.cik as key, 'funder' as kind, k.name as name, k.cik as cik,
  {type: 'investment manager', style: k.style, assets_usd: k.aum * 1e9, holdings: h.holdings, as_of: h.quarter} as attributes, h.filed as observed_at
from known k left join (
  select cik, count(distinct ticker) as holdings, max(quarter) as quarter, max(filed_at) as filed from position where put_call is null group by cik
) h using (cik)
where k.name is not null
union all by name
select 'ticker:' || ticker as key, 'company' as kind, ticker as name from position where cik in (select cik from known where name is not null) group by ticker;

create temp view edges as
-- An option on shares is not a share in the company.
select 'sec13f:' || cik as source_key, 'invested_in' as relation, 'ticker:' || ticker as target_key, max(quarter) as observed_at
from position where put_call is null and cik in (select cik from known where name is not null) group by 1, 3;
