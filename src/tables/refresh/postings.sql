-- Only postings that differ are deleted and inserted.

create temp table posting_before as select rowid as row, tid, rid, impact from posting where rid in (select rid from replaced);
create temp table posting_new as
select n.* from own.posting n anti join posting_before using (tid, rid, impact);

create temp table posting_dead as
from posting_before b anti join own.posting using (tid, rid, impact);

delete from posting where rowid in (select row from posting_dead);
insert into posting from posting_new order by tid, rid;

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
select key_hash(term) as h, term, tid, df, term in (select word from protected_word) as protected
from (
  select coalesce(t.term, d.term) as term, tid, (coalesce(t.df, 0) + c.n)::integer as df
  from term_changed c left join term t using (tid) left join called d using (tid)
)
where df > 0;

delete from term where tid in (select tid from term_changed);
insert into term from term_new order by h;
update term set protected = not protected
where h in (select key_hash(word) from protected_changed) and protected <> (term in (select word from protected_word));
