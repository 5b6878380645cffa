-- reads: entity, kind
-- refresh: full

-- Entities by slug, in any case. If several have the same slug, the one changed last is taken, then the smaller id. Slugs are rarely
-- shared, so only shared ones are compared.
create temp table slug_hash as
select key_hash(k.kind || '/' || lower(e.slug)) as h, e.rid from entity e join kind k on k.kind_no = kind_of(e.rid);

create temp table slug_shared as select h from slug_hash group by h having count(*) > 1;

create table slug as
select h, rid
from (
  from slug_hash where h not in (from slug_shared)
  union all
  select h, rid from slug_hash semi join slug_shared using (h) join entity e using (rid)
  qualify row_number() over (partition by kind_of(rid), lower(e.slug) order by e.updated_at desc, e.id) = 1
)
order by h;

drop table slug_hash;
drop table slug_shared;
