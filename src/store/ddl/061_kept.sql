-- What no other table tells of a live entity.
create table kept as
select r.rid, e.natural_key, e.pos_probability, e.pos_phase, e.pos_basis
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and coalesce(e.natural_key, e.pos_phase, e.pos_basis, e.pos_probability::varchar) is not null
order by r.rid;
