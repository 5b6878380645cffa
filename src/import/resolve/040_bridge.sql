-- A record with two names, or a chain of likenesses, may tie together what carries different identifiers of one scheme (two CIKs,
-- two ORCIDs, two gene ids). Then none of the names that tie them counts, and they are listed.

create temp table bridged as
select root from (
  select j.root, s.scheme
  from (select distinct j.root, coalesce(c.root, j.record) as part from joined j left join component c using (record)) j
  join scheme_id s on s.root = j.part
  group by all having count(distinct j.part) > 1
);

insert into ambiguous
select r.kind, min(row.name), list_sort(list(distinct j.record))
from joined j join bridged using (root) join record r on r.record = j.record join row on row.record = j.record
group by r.kind, j.root;

insert into link
select a, b, rule, confidence from name_link
where a not in (select record from joined join bridged using (root) where record is not null);

drop table organisation; drop table scheme_id; drop table contested; drop table name_link; drop table bridged; drop table joined;
