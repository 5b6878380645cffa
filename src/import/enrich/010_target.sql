-- A stated target gets the HGNC symbol and Ensembl id that belong to it; an alias counts where it is one target's only.
create temp table hit as
select e.id, n.symbol, n.ensembl, e.c_target as confidence
from entity e join target_name n on n.name_key = fold(coalesce(e.target_id, e.target_symbol, e.target))
where e.state = 'live' and (e.target_symbol is null or e.target_id is null or e.target is null);

insert into provenance
select h.id, unnest(['moa.target_symbol', 'moa.target_id', 'moa.target']), 'HGNC', h.confidence, null::timestamptz
from hit h join entity e using (id);
delete from provenance using entity e
where provenance.entity_id = e.id and provenance.source = 'HGNC' and e.kind <> 'target'
  and ((field = 'moa.target_symbol' and e.target_symbol is not null) or (field = 'moa.target_id' and e.target_id is not null) or (field = 'moa.target' and e.target is not null));
update entity set
  target_symbol = coalesce(entity.target_symbol, hit.symbol), target_id = coalesce(entity.target_id, hit.ensembl), target = coalesce(entity.target, hit.symbol)
from hit where hit.id = entity.id;
insert into proposal_applied select 'target', id from hit;
drop table hit;
