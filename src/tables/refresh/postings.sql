-- What changes among the postings of the changed entities: `posting_before` has those of the generation before.

create temp table posting_now as from posting;
drop view posting;
drop table posting_part;
drop table boosted;

create temp table posting_new as from posting_now anti join posting_before using (tid, rid, impact);
create temp table posting_dead as from posting_before anti join posting_now using (tid, rid, impact);

create temp table term_changed as
select tid, sum(n) as n
from (
  select tid, -1 as n from posting_dead
  union all
  select tid, 1 from posting_new
)
group by tid;

-- An ordinary word may have become the symbol of a target, or the reverse.
create temp table term_new as
select term, tid, df, term in (select word from protected_word) as protected
from (
  select coalesce(t.term, d.term) as term, tid, (coalesce(t.df, 0) + c.n)::integer as df
  from term_changed c left join term t using (tid) left join called d using (tid)
)
where df > 0;

delete from term where tid in (select tid from term_changed);
insert into term from term_new order by term;
update term set protected = not protected
where term in (select word from protected_changed) and protected <> (term in (select word from protected_word));
