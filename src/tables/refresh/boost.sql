-- What edges add to the weights of words, of the changed entities and of `reweighed`: others whose edges changed so much that theirs differ.

create temp table edge_change as
select src as rid, dst as other, change
from (select src, dst, 1 as change from own.edge_out union all select src, dst, -1 from edge_dead)
union all
select dst, src, change
from (select src, dst, 1 as change from own.edge_out union all select src, dst, -1 from edge_dead) where src <> dst;

create temp table touched as
select rid, coalesce(sum(change) filter (makes_known(other)), 0) as added, coalesce(sum(change) filter (is_approval(other)), 0) as approved
from edge_change where is_boosted(rid) group by rid;

create temp table known_now as
select rid, count(*) filter (makes_known(other)) as n, count(*) filter (is_approval(other)) as approvals
from (select src as rid, dst as other from edge_out union all select dst, src from edge_in where src <> dst)
where rid in (select rid from touched union all select rid from numbered where is_boosted(rid))
group by rid;

create table own.boost as select rid, boost_of(n, approvals) as boost from known_now;

create temp table reweighed as
select e.rid
from touched t join entity e using (rid) left join known_now k using (rid)
where rid not in (select rid from replaced) and rid not in (select rid from numbered)
  and boost_of(coalesce(k.n, 0), coalesce(k.approvals, 0)) <> boost_of(coalesce(k.n, 0) - t.added, coalesce(k.approvals, 0) - t.approved);

drop table edge_change;
drop table touched;
drop table known_now;
