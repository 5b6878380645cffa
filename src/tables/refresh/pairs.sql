create temp table pair_change as
select kind_no, given, vid, sum(n)::integer as n
from (
  select kind_no, given, vid, count as n from own.pair_now
  union all
  select kind_no, given, vid, -count from own.pair
)
group by all having sum(n) <> 0;

update pair set count = count + c.n
from pair_change c where c.kind_no = pair.kind_no and c.given = pair.given and c.vid = pair.vid;
insert into pair select kind_no, given, vid, n from pair_change anti join pair using (kind_no, given, vid) order by all;
delete from pair where count = 0;
