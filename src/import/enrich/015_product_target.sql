-- A product that one source ties to a single target has that target (0.85). Where a source names several, none is the product's own:
-- they stay its additional targets.
create temp table hit as
select e.source as id, min(t.name) as target, min(t.attributes ->> 'ensembl_id') as ensembl
from edge e join entity t on t.id = e.target and starts_with(t.natural_key, 'hgnc:') join entity p on p.id = e.source and p.kind = 'product' and p.state = 'live'
where e.relation = 'targets' and coalesce(p.target, p.target_id, p.target_symbol) is null
group by e.source having count(distinct e.target) = 1;

insert into provenance
select id, unnest(['moa.target', 'moa.target_symbol', 'moa.target_id']), 'biograph: its only target', 0.85, null::timestamptz from hit;
update entity set target = hit.target, target_symbol = hit.target, target_id = hit.ensembl, c_target = 0.85 from hit where hit.id = entity.id;
delete from provenance using hit where provenance.entity_id = hit.id and field = 'moa.target_id' and hit.ensembl is null;
insert into proposal_applied select 'product_target', id from hit;
drop table hit;
