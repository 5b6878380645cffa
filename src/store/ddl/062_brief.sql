-- What every result shows of an entity, packed:
--   brief: id ␟ slug ␟ name as JSON, a text of parts set apart by a unit separator
--   signals: one number, from its highest bits on: prominence * 10,000 (20 bits), momentum * 10,000 + 2^17 (18 bits), rank_in_kind (26),
--     degree (31), activity_90d (31); null without live edges
-- One new edge moves the ranks of a whole kind, so signals are a column that can be written without the other; a number is written in
-- two thirds of the time a text takes.
create table brief as
select rid, concat_ws(chr(31), id::varchar, slug, canonical(to_json(name)::varchar)) as brief, null::hugeint as signals
from entity
-- In the order of the feed, as the documents are.
order by updated_at, id;
