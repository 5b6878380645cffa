-- A report of one trial is about what the trial tries, and a paper that studies one product about that (0.75), unless it has a target of its own: a
-- paper on how tumours with a mutated KRAS answer to an antibody is about KRAS, which the antibody does not hit.
create table taking as
select p.id, t.product, 0.75 as most, t.source from (
  select source as id, min(target) as product, 'biograph: the trial it reports' as source, 1 as rung from edge where relation = 'reports_on' group by source having count(*) = 1
  union all
  select source, min(target), 'biograph: the product it studies', 2 from edge where relation = 'studies' and source_kind = 'paper' and target_kind = 'product' group by source having count(*) = 1
) t join entity p on p.id = t.id and p.kind = 'paper' and p.state = 'live' join entity o on o.id = t.product
where o.c_modality >= getvariable('trusted') and (p.target is null or coalesce(p.c_target, 0) < getvariable('trusted') or coalesce(p.target_symbol, p.target) = coalesce(o.target_symbol, o.target))
qualify row_number() over (partition by p.id order by t.rung) = 1;
