-- reads: canonical, entity
-- refresh: by-key

-- What every result shows of an entity, packed: id ␟ slug ␟ name as JSON, separated by unit separators. Written to a
-- look-up file, like `document`.
create or replace temp view header as
select rid, concat_ws(chr(31), id::varchar, slug, canonical(to_json(name)::varchar)) as text from entity;
