-- What a curated path from a drug to its use (DrugMechDB) meets first may be an effect or an enzyme that breaks the drug down: rasagiline's BCL2,
-- abiraterone's CYP3A4. Where the drug's target is known otherwise, such a protein is trusted only if it is of the same family, by the start of
-- its symbol, and no such enzyme. Another one stays, without trust, if other sources state it of another drug with the same target (the noradrenaline
-- transporter of a drug against the serotonin transporter), and else is no target.
create temp table known_symbol as
select id, target_symbol as symbol from entity where kind = 'product' and state = 'live' and target_symbol is not null and c_target >= getvariable('trusted')
union
select e.source, g.symbol from edge e join gene g on g.id = e.target left join edge_told t using (source, relation, target)
where e.relation = 'targets' and e.source_kind = 'product' and e.origin <> 'DrugMechDB' and coalesce(e.confidence, t.confidence, 1) >= getvariable('trusted');
create temp table elsewhere as
select e.source, e.target from edge e join entity p on p.id = e.source join gene g on g.id = e.target
where e.relation = 'targets' and e.origin = 'DrugMechDB' and p.kind = 'product' and p.target is not null and p.c_target >= getvariable('trusted')
  and p.target_symbol is distinct from g.symbol
  and (starts_with(g.symbol, 'CYP') or not exists (from known_symbol k where k.id = e.source and left(k.symbol, 3) = left(g.symbol, 3)));
create temp table beside as
select distinct p.target as label, k.symbol from known_symbol k join entity p on p.id = k.id where p.c_target >= getvariable('trusted') and p.target_symbol is distinct from k.symbol;
create temp table effect as
select x.source, x.target from elsewhere x join entity p on p.id = x.source join gene g on g.id = x.target
where starts_with(g.symbol, 'CYP') or not exists (from beside b where b.label = p.target and b.symbol = g.symbol);
delete from edge using effect x where edge.source = x.source and edge.relation = 'targets' and edge.target = x.target;
delete from edge_told using effect x where edge_told.source = x.source and edge_told.relation = 'targets' and edge_told.target = x.target;
update edge set confidence = 0.6 from elsewhere x where edge.source = x.source and edge.relation = 'targets' and edge.target = x.target;
update edge_told set confidence = 0.6 from elsewhere x where edge_told.source = x.source and edge_told.relation = 'targets' and edge_told.target = x.target;
insert into proposal_applied select 'path_target', source from elsewhere;
drop table known_symbol; drop table elsewhere; drop table beside; drop table effect;
