-- A patent that covers one product, or several with the same target, gets that target (0.75); of several with different
-- targets each is additional.
create temp table covered as
select e.source as id, e.target as product from edge e join entity a on a.id = e.source and a.kind = 'patent' and a.state = 'live' join entity p on p.id = e.target and p.kind = 'product' where e.relation = 'covers';
create temp table sum as
select c.id, count(distinct p.target) as targets, count(distinct p.modality) as modalities, count(*) as n, count(p.target) as with_target from covered c join entity p on p.id = c.product group by c.id;
create table taking as
select c.id, arg_max(c.product, told_best(p.c_target, p.mechanism, c.product)) as product, 0.75 as most, 'biograph: the product it covers' as source
from covered c join entity p on p.id = c.product join sum s on s.id = c.id where (s.targets = 1 and s.with_target = s.n and s.modalities <= 1) or s.n = 1 group by c.id;
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select c.id, 'targets', g.id, 'biograph: the products it covers', 'patent', 'target', least(max(p.c_target), 0.75)
from covered c join sum s on s.id = c.id join entity p on p.id = c.product join gene g on g.symbol = p.target_symbol
where s.targets > 1 and p.c_target >= getvariable('trusted') and not exists (from edge e where e.source = c.id and e.relation = 'targets' and e.target = g.id) group by c.id, g.id;
drop table covered; drop table sum;
