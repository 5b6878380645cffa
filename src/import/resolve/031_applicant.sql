-- FDA uses short forms of applicants (HIKMA). If no source says whose it is, it is the company that has all its words
-- and holds most of the same approvals (0.85): at least two, and two thirds of those held by companies with these
-- words. A company of the project's own list (Upjohn, of Viatris) is no short form of one that is not in it.

create temp table holding as
select distinct source_key as holder, target_key as approval from staged_edge where relation = 'holds';

create temp table holder_words as
select record, list(distinct coalesce(f.short, word)) as words from (
  select r.record, unnest(string_split(org_key(row.name), ' ')) as word
  from record r join row using (record) where r.kind = 'company' and not r.removed and r.record in (select holder from holding)
) left join (from short_words()) f using (word) group by record;

create temp table listed_holder as
select distinct record from org_name where kind = 'company' and how = 'name' and name_key in (select org_match_key(name) from company_fact where relation = 'subsidiary');

create temp table short_applicant as
select f.record, f.words, f.record in (from listed_holder) as is_listed from holder_words f left join component c using (record) where key_prefix(f.record) = 'fda_applicant' and c.root is null;

create temp table shared_approval as
select s.record, coalesce(c.root, f.record) as root, min(f.record) as full_record, count(distinct a.approval) as n
from short_applicant s
join holding a on a.holder = s.record join holding b on b.approval = a.approval and b.holder <> a.holder
join holder_words f on f.record = b.holder and list_has_all(f.words, s.words) and key_prefix(f.record) <> 'fda_applicant'
left join component c on c.record = f.record
where not s.is_listed or f.record in (from listed_holder)
group by 1, 2;

insert into likeness
select max_by(full_record, {n: n, root: root}), record, 'applicant of the same approvals', 0.85
from shared_approval group by record having max(n) >= 2 and max(n) * 3 >= sum(n) * 2;

drop table holding; drop table listed_holder; drop table holder_words; drop table short_applicant; drop table shared_approval;
