-- `tied` is what shared identifiers alone would make one. Where that holds two identifiers of one scheme, its statements are looked at
-- one by one, the best believed first: the bearer is called what the identifier's own record is called, and the more alike the better;
-- nobody else bears the identifier; several sources say so; the source speaks before others. Tickers and headings come last.

create temp table suspect as
select coalesce(t.root, s.record) as root from (from scheme_value union all from apart) s left join tied t using (record)
group by coalesce(t.root, s.record), s.scheme having count(distinct s.value) > 1;

create temp table suspect_record as
select r.record, r.kind from record r left join tied t using (record) where coalesce(t.root, r.record) in (from suspect);

create temp table called_in as
select distinct r.record, plain_words(n) as name, compared_name(row.kind, n) as core, n = row.name as is_main
from suspect_record r join row using (record), lateral (select unnest(list_append(list_concat(coalesce(row.aliases, []), coalesce(list_transform(row.names, lambda x: x.name), [])), row.name)) as n)
where n is not null and not is_stub(row.name, row.record);

create temp table suspect_statement as
select k.record, k.key, k.kind, count(distinct row.recipe) as weight, max(row.priority) as priority
from known_as k join suspect_record s using (record) join row on row.record = k.record and list_contains(row.same, k.key)
where not k.own group by k.record, k.key, k.kind
union all
select t.record, t.key, 'product', 2, 100 from registry_twin t join suspect_record using (record);

create table doubtful as
with named as (
  -- What it is mainly called says more than its other names.
  select s.record, s.key, max(jaro_winkler_similarity(c.name, o.name) + case when o.is_main then 0.1 else 0 end) as likeness, bool_or(c.core = o.core) as agrees
  from suspect_statement s join called_in c using (record) join called_in o on o.record = s.key group by s.record, s.key
), bearers as (select key, count(distinct record) as n from suspect_statement group by key)
select s.record, s.key, s.weight, s.priority, coalesce(n.likeness, 0) as likeness,
  case when key_prefix(s.key) in ('ticker', 'mesh') then 4 when n.agrees then 0 when b.n = 1 and n.likeness is null then 1 when s.weight > 1 then 2 else 3 end as tier
from suspect_statement s join bearers b using (key) left join named n using (record, key);

create table carries as
select distinct record, scheme, value from (
  select s.key as record, v.scheme, v.value from suspect_statement s join telling_value v using (key, kind)
  union all select r.record, v.scheme, v.value from suspect_record r join telling_value v on v.key = r.record and v.kind = r.kind
  union all select a.record, a.scheme, a.value from apart a join suspect_record using (record)
  union all select v.record, v.scheme, v.value from scheme_value v join suspect_record using (record) where v.scheme = 'drug list' or (v.scheme = 'cik' and v.record in (select record from row where cik is not null))
);
