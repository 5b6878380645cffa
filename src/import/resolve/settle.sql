-- Takes the likenesses of the rule that just ran into the links, unless, followed through, they tie together what carries different
-- identifiers of one scheme (two CIKs, two ORCIDs, two gene ids): then none of the rule's links there counts, and they are listed.
-- `component` is what was one before, `joined` what would be one with the likenesses.

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
