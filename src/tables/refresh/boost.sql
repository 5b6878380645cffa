-- What the degree adds to the weights of words, of the changed entities and of `reweighed`: others whose edges changed so much that theirs differ.

create temp table touched as
select distinct rid
from (
  select src as rid from edge_dead union all select dst from edge_dead
  union all
  select src from own.edge_out union all select dst from own.edge_out
)
where is_boosted(rid);

create temp table degree_now as
select rid, count(*) as degree
from (select src as rid from edge_out union all select dst from edge_in where src <> dst)
where rid in (from touched union all select rid from numbered where is_boosted(rid))
group by rid;

create table own.boost as select rid, boost_of(degree) as boost from degree_now;

create temp table reweighed as
select e.rid
from touched join entity e using (rid) left join degree_now n using (rid) left join signal s using (rid)
where rid not in (select rid from replaced) and rid not in (select rid from numbered)
  and boost_of(coalesce(n.degree, 0)) <> boost_of(coalesce(s.degree, 0));

drop table touched;
drop table degree_now;
