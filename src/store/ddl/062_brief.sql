-- What every result shows of an entity, as two packed texts:
--   brief: id ␟ slug ␟ name as JSON, parts set apart by a unit separator
--   signals: prominence|momentum|rank_in_kind|degree|activity_90d, null without live edges
-- One new edge moves the ranks of a whole kind, so signals are a column that can be written without the other.
create table brief as
select rid, concat_ws(chr(31), id::varchar, slug, to_json(name)::varchar) as brief, null::varchar as signals
from entity
-- In the order of the feed, as the documents are.
order by updated_at, id;
