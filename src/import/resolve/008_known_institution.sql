-- Patents and registers of trials call every owner and sponsor a company that they do not know better (Riken, Institut Pasteur). By name only, it is
-- the institution that ROR has by that name, if it does nothing that only companies do.

create temp table institution_name as
select org_key(name) as name_key from staged where kind = 'institution' and key_prefix(key) = 'ror' group by name_key having count(distinct key) = 1;
create temp table misfiled as
select key, org_name_key('institution', any_value(name)) as institution_key from staged
where kind = 'company' and key_prefix(key) = 'name' and org_key(name) in (from institution_name)
  and org_key(name) not in (select org_key(name) from staged where kind = 'company' and key_prefix(key) <> 'name')
  and org_key(name) not in (select org_key(name) from company_fact)
  and key not in (select source_key from staged_edge where relation not in ('sponsors', 'collaborates_on', 'received'))
  and key not in (select target_key from staged_edge where relation not in ('assigned_to', 'affiliated_with'))
group by key;

update staged set kind = 'institution', key = m.institution_key from misfiled m where staged.key = m.key;
update staged_edge set source_key = m.institution_key from misfiled m where staged_edge.source_key = m.key;
update staged_edge set target_key = m.institution_key from misfiled m where staged_edge.target_key = m.key;
drop table institution_name; drop table misfiled;
