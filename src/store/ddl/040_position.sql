-- The place of every entity in each of the four orders, over all kinds and within its kind.

create table position as
select
  rid,
  row_number() over (order by updated_at desc, id)::integer as recent,
  row_number() over (order by norm(name), id)::integer as name,
  case when degree is not null then row_number() over (order by prominence desc nulls last, degree desc, id) end::integer as prominence,
  case when degree is not null then row_number() over (order by momentum desc nulls last, id) end::integer as momentum
from entity left join signal using (rid)
order by rid;

create table ranked as
with long as (
  select 1::utinyint as sort, recent as pos, rid from position
  union all select 2, name, rid from position
  union all select 3, prominence, rid from position where prominence is not null
  union all select 4, momentum, rid from position where momentum is not null
)
select 0::utinyint as scope, sort, pos, rid from long
union all
select kind_of(rid)::utinyint, sort, row_number() over (partition by sort, kind_of(rid) order by pos)::integer, rid from long
order by scope, sort, pos;

-- What every result shows of an entity, as one packed text, parts set apart by a unit separator:
--   id ␟ slug ␟ name as JSON ␟ prominence|momentum|rank_in_kind|degree|activity_90d (empty without live edges)
-- Signals stand here and not in the document, so that a change of rank does not rewrite documents.
create table brief as
select
  rid,
  concat_ws(chr(31), id::varchar, slug, to_json(e.name)::varchar,
    coalesce(concat_ws('|', prominence, momentum, rank_in_kind, degree, activity_90d), '')) as brief
from entity e left join signal using (rid)
-- In the order of the feed, as the documents are.
order by updated_at, id;
