-- Suppressed keys and ids: every staged row with one, as its own key or a shared one, is removed before anything is
-- resolved, together with all rows that share a key with it, so that nothing of it returns under another key.

create temp table bearing as
select distinct key as owner, key, kind from staged union select distinct key, unnest(same_as), kind from staged;

-- A list without names: for each key its id, which is a hash of it. A key that ends in a colon stands for all that
-- begin with it.
insert into suppressed_id select uuid5(natural_key(key)) from suppressed_key;
create temp table beginning as
select key, unnest(list_transform(range(2, len(string_split(key, ':'))), lambda n: array_to_string(string_split(key, ':')[1:n], ':') || ':')) as start from (select distinct key from bearing);

create temp table gone as
select key from bearing where uuid5(key) in (from suppressed_id)
union select key from beginning where uuid5(start) in (from suppressed_id);

-- Rows that share a key with it, step by step.
create temp table reached as
with recursive walk(key) as (
  select key from gone
  union
  select other.key from walk w join bearing b on b.key = w.key join bearing other on other.owner = b.owner and other.kind = b.kind
) from walk;

create temp table suppressed_rows as select count(*) as n from staged where key in (from reached) or merged_into in (from reached);
insert into suppressed_id select uuid5(key) from reached;
delete from staged where key in (from reached) or merged_into in (from reached);
delete from staged_edge where source_key in (from reached) or target_key in (from reached);
-- Refused rows are written next to the snapshot, and must not include anything suppressed.
delete from reject where coalesce(json_extract_string(case when json_valid("row") then "row" end, '$.key'), '') in (from reached)
  or coalesce(natural_key(json_extract_string(case when json_valid("row") then "row" end, '$.key')), '') in (from reached);
drop table bearing; drop table beginning; drop table gone; drop table reached; drop table suppressed_key;
