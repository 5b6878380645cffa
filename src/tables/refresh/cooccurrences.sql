create temp table pair_change as
select kind_no, given, vid, sum(n)::integer as n
from (
  select kind_no, given, vid, count as n from own.cooccurrence_now
  union all
  select kind_no, given, vid, -count from own.cooccurrence
)
group by all having sum(n) <> 0;

update cooccurrence set count = count + c.n
from pair_change c where c.kind_no = cooccurrence.kind_no and c.given = cooccurrence.given and c.vid = cooccurrence.vid;
insert into cooccurrence select kind_no, given, vid, n from pair_change anti join cooccurrence using (kind_no, given, vid) order by all;
delete from cooccurrence where count = 0;
