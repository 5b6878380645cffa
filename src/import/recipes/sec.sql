-- name: sec
-- title: Companies and tickers of the US Securities and Exchange Commission
-- source: SEC
-- licence: US government work, public domain
-- attribution: U.S. Securities and Exchange Commission, EDGAR
-- url: https://www.sec.gov/files/company_tickers_exchange.json
-- download: tickers=https://www.sec.gov/files/company_tickers_exchange.json
-- files: tickers=company_tickers_exchange*.json, stocks=sec_cik_mapper_stocks*.csv?
-- columns: tickers=json(fields data), stocks=csv(CIK Ticker Name Exchange)
-- priority: 80
-- keep: matched or is_drug_company(name)
-- fills: CIK and ticker of companies. Of all companies listed in the US it keeps those that another recipe knows or whose name says that they make
-- drugs (Therapeutics, Oncology).

create temp table listed as
select d[1]::varchar as cik, d[2]::varchar as name, d[3]::varchar as ticker, d[4]::varchar as exchange, ordinal
from (
  select unnest(data) as d, unnest(range(len(data))) as ordinal
  from (select from_json(json_extract(content, '$.data'), '[["VARCHAR"]]') as data from read_text(getvariable('tickers')))
);
create temp table mapped as
select * from read_csv(getvariable('stocks'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'CIK': 'VARCHAR', 'Ticker': 'VARCHAR', 'Name': 'VARCHAR', 'Exchange': 'VARCHAR'});

create temp table filing as
select lpad(na(cik), 10, '0') as cik, without_state(na(name)) as name, na(ticker) as ticker, na(exchange) as exchange, ordinal, 0 as place from listed
union all
-- The mapper includes companies and tickers that have left the registry's list; a reused ticker belongs to the company
-- on the list.
select lpad(na(CIK), 10, '0'), without_state(na(Name)), na(Ticker), na(Exchange), row_number() over (), 1 from mapped
where Ticker not in (select ticker from listed where ticker is not null);

-- A company has a ticker for each class of its shares; the registry lists the main one first. A former name, which only
-- the mapper has, is a row of its own; the ticker of that time is known as such.
create temp view entities as
select
  'cik:' || cik as key,
  list(distinct 'ticker:' || ticker) filter (where ticker is not null) as same_as,
  'company' as kind,
  -- In the usual spelling, so that a former one is not taken for it.
  case when any_value(is_renamed) then proper_name(min_by(name, {weak: place, ordinal: ordinal})) else min_by(name, {weak: place, ordinal: ordinal}) end as name,
  list(distinct name) as aliases,
  cik,
  case when former is null then min_by(ticker, {weak: place, ordinal: ordinal}) end as ticker,
  {tickers: case when former is null then list(distinct ticker order by ticker) end, exchange: case when former is null then min_by(exchange, {weak: place, ordinal: ordinal}) end,
   former_ticker: case when former is not null and count(distinct ticker) = 1 then min(ticker) end} as attributes,
  [{field: 'identifiers.cik', source: 'SEC', confidence: 0.99, observed_at: null::timestamptz},
   {field: 'identifiers.ticker', source: 'SEC', confidence: 0.95, observed_at: null::timestamptz}] as provenance
from (
  select f.*, case when f.place = 1 and l.cik is not null and not list_contains(l.names, org_key(f.name)) then org_key(f.name) end as former,
    bool_or(f.place = 1 and l.cik is not null and not list_contains(l.names, org_key(f.name))) over (partition by f.cik) as is_renamed
  from filing f left join (select cik, list(distinct org_key(name)) as names from filing where place = 0 group by cik) l using (cik)
)
group by cik, former;
