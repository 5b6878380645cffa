-- An approval of one product gets that product's target, modality and mechanism, at most at 0.9. A generic's
-- application (ANDA) is left as it is, because otherwise a cell would contain every copy of a drug.
create table taking as
select a.id, e.product, 0.9 as most, 'biograph: its product' as source
from entity a join (select source, min(target) as product from edge where relation = 'approval_of' group by source having count(*) = 1) e on e.source = a.id
where a.kind = 'approval' and a.state = 'live' and coalesce(a.attributes ->> 'application_type', '') <> 'ANDA';
