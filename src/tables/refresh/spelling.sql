create temp table spelled_otherwise as
select field, value, norm(value) as norm, sum(n) as n
from (
  select field, value, -1 as n from carried_before
  union all
  select field, value, 1 from carried
)
where trim(value) <> ''
group by field, value having sum(n) <> 0;

update spelling set count = count + s.n from spelled_otherwise s where s.field = spelling.field and s.value = spelling.value;
insert into spelling select field, value, norm, n from spelled_otherwise anti join spelling using (field, value);
delete from spelling where count = 0;

create temp table value_said as
select field, norm, first(value order by count desc, value) as value
from spelling where (field, norm) in (select (field, norm) from spelled_otherwise)
group by field, norm;

delete from value
where (field, norm) in (select (field, norm) from spelled_otherwise) and (field, norm) not in (select (field, norm) from value_said);
update value set value = s.value from value_said s where s.field = value.field and s.norm = value.norm and s.value <> value.value;

create temp table value_next as
select field, norm, value, label_id
from (
  from value
  union all by name
  select field, norm, value, 0 as label_id from value_said anti join value using (field, norm)
)
order by field, norm;
