-- An organisation's abbreviated name (UNIV HONG KONG, as patent offices write it; TEVA PHARMS, as FDA does) is that of the one
-- organisation of its kind whose words it abbreviates (0.85). Where several could be meant (UNIV WASHINGTON) it stays apart and
-- is listed. An institution's words count in any order, since the offices put UNIV first; a company's in their own.

create temp table short_name as
select distinct o.kind, o.record, o.name, coalesce(j.root, o.record) as root, abbreviation_key(o.name, o.kind) as words, is_abbreviated(o.name) as is_short,
  o.root in (select root from scheme_id) as has_id
from organisation o left join joined j using (record);

create temp table meant as
select s.kind, s.words, s.root, min(s.record) as record, count(distinct f.root) as n, min(f.root) as full_root, min(f.record) as full_record, min(s.name) as name,
  list_sort(list(distinct f.record)) as candidates
from short_name s join short_name f using (kind, words)
where s.is_short and not s.has_id and not f.is_short and s.root <> f.root
group by s.kind, s.words, s.root;

insert into name_link
select full_record, record, 'abbreviated name', 0.85, kind, words from meant
where root in (select root from meant group by root having max(n) = 1 and count(distinct full_root) = 1);

insert into ambiguous
select kind, name, list_sort(list_append(candidates, record)) from meant
where root not in (select root from meant group by root having max(n) = 1 and count(distinct full_root) = 1);

drop table short_name; drop table meant;
