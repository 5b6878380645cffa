-- Adds the matches of the rule that just ran to the links, unless, taken together, they would connect entities with
-- different identifiers of one scheme (two CIKs, two ORCIDs, two gene ids): then none of the rule's links there counts,
-- and they are reported. `component` is the state before, `joined` the state with the matches.

create temp table bridged as
select root from (
  select j.root, s.scheme, coalesce(c.root, j.record) as part, s.value
  from joined j join scheme_of s using (record) left join component c using (record)
) group by root, scheme having count(distinct part) > 1 and count(distinct coalesce(value, part)) > 1;

insert into ambiguous
select r.kind, min(row.name), list_sort(list(distinct j.record))
from (select distinct root from joined where record in (select a from likeness) and root in (from bridged)) b
join joined j using (root) join record r using (record) join row using (record)
group by r.kind, j.root;

insert into link
select a, b, rule, confidence from likeness
where a not in (select record from joined where root in (from bridged));
delete from likeness;
drop table bridged; drop table joined;
