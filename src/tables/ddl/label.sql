-- reads: carried, release, spelling, value
-- refresh: full

-- The distinct values of each entity, one row each.
create temp table distinct_label as
select row_key(v.label_id, c.rid) as key, max(c.confidence) as confidence
from carried c
join (select s.field, s.value, v.label_id from spelling s join value v using (field, norm)) v on v.field = c.field and v.value = c.value
group by key;

create table label as
select key_number(w.key) as label_id, coalesce(w.confidence >= r.trusted_confidence, false) as trusted, w.confidence,
  key_rid(w.key) as rid
from distinct_label w cross join release r
order by label_id, trusted desc, rid;

drop table distinct_label;
drop table carried;
