-- A stated target gets its HGNC symbol and Ensembl id; an alias counts if it belongs to one target only. A complex or
-- family in the project's list gets that name and no symbol.
create temp table hit as
select e.id, n.symbol, n.ensembl, n.label, n.family, e.c_target as confidence
from entity e join target_word n on n.name_key = target_key(coalesce(e.target_id, e.target_symbol, e.target))
where e.state = 'live' and (e.target_symbol is null or e.target_id is null or e.target is null);

insert into provenance (entity_id, field, source, confidence)
select h.id, f, 'HGNC', h.confidence
from hit h join entity e using (id), lateral (select unnest(['moa.target_symbol', 'moa.target_id', 'moa.target']) as f)
where not h.family and e.kind <> 'target'
  and ((f = 'moa.target_symbol' and e.target_symbol is null) or (f = 'moa.target_id' and e.target_id is null and h.ensembl is not null) or (f = 'moa.target' and e.target is null));
update entity set
  target_symbol = coalesce(entity.target_symbol, hit.symbol), target_id = coalesce(entity.target_id, hit.ensembl), target = case when entity.kind = 'target' then entity.target when hit.family then hit.label else coalesce(entity.target, hit.symbol) end
from hit where hit.id = entity.id;
insert into proposal_applied select 'target', id from hit;
drop table hit;

-- The recipe of Open Targets' portfolio takes the first word of a mechanism for its target: one that names none is dropped. What other sources
-- state stays, known or not.
create temp table nobody as
select id from entity where kind = 'program' and state = 'live' and target is not null and target_symbol is null and target_id is null
  and target_key(target) not in (select name_key from target_word)
  and id in (select entity_id from provenance where field = 'moa.target' and source = 'Open Targets pharma portfolio');
delete from provenance using nobody where provenance.entity_id = nobody.id and field = 'moa.target';
update entity set target = null, c_target = null where id in (select id from nobody);
drop table nobody;
