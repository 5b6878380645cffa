-- A program is named after its drug, without the amount in a trial's arm.
create temp table program_name as
select id, name, without_amount(name) as drug from entity where kind = 'program' and state = 'live' and without_amount(name) <> name;
update entity set name = n.drug, slug = null, aliases = list_sort(list_distinct(list_append(list_filter(coalesce(entity.aliases, []), lambda a: fold(a) <> fold(n.drug)), n.name)))
from program_name n where n.id = entity.id;
drop table program_name;
