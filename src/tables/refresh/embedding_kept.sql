-- Vectors that stay the same, some under another row number.
create temp table embedding_moved as
select e.rid, v.vector from embedding v join replaced t using (rid) join entity e using (id) where e.rid <> t.rid;

create temp view embedding_kept as
select v.rid, v.vector::float[] as vector
from (from embedding where rid not in (from ended) union all from embedding_moved) v join entity e using (rid)
where e.id::varchar not in (select entity_id from change_embeddings);
