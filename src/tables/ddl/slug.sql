-- reads: entity, kind
-- refresh: full

-- The way in by slug. On a collision the later change wins, then the smaller id.
create table slug as
select key_hash(k.kind || '/' || e.slug) as h, e.rid
from entity e join kind k on k.kind_no = kind_of(e.rid)
qualify row_number() over (partition by kind_of(e.rid), e.slug order by e.updated_at desc, e.id) = 1
order by h;
