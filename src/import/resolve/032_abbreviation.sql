-- An organisation's abbreviated name (UNIV HONG KONG, as used by patent offices; TEVA PHARMS, as used by FDA) belongs
-- to the only organisation of its kind whose words it abbreviates (0.85). If there are several (UNIV WASHINGTON), it
-- stays separate and is reported. An institution's words count in any order, since the offices put UNIV first; a
-- company's in their own.

create temp table word_of as
select name, kind, word, coalesce(f.short, word) as short, place, is_short_form(word) as is_short from (
  select name, kind, unnest(words) as word, generate_subscripts(words, 1) as place
  from (select name, kind, string_split(org_key(name), ' ') as words from (select distinct row.name, r.kind from row join record r using (record) where r.kind in ('company', 'institution', 'funder') and not r.removed))
) left join (from short_words()) f using (word)
-- Prepositions and conjunctions are left out of short names.
where word not in ('of', 'the', 'de', 'for', 'and', 'di', 'da', 'do', 'du', 'des', 'la', 'le', 'et', 'e', 'y', 'in', 'at', 'der', 'fur', 'zu');
create temp table name_words as
select name, kind, case when kind = 'company' then string_agg(short, ' ' order by place) else array_to_string(list_sort(list(distinct short)), ' ') end as words, bool_or(is_short) as is_short
from word_of group by name, kind;

create temp table short_name as
select distinct r.kind, r.record, row.name, coalesce(c.root, r.record) as root, n.words, n.is_short
from row join record r using (record) join name_words n on n.name = row.name and n.kind = r.kind left join component c using (record)
where not r.removed and not is_stub(row.name, r.record);
-- Records with an identifier are matched by that.
create temp table identified as select distinct coalesce(c.root, s.record) as root from scheme_of s left join component c using (record);

create temp table land_of as
select coalesce(c.root, row.record) as root, min(land_key(stated_country(row.name, attributes))) as land
from row left join component c using (record) where kind = 'institution' and stated_country(row.name, attributes) is not null
group by 1 having count(distinct land_key(stated_country(row.name, attributes))) = 1;

create temp table meant as
select s.kind, s.words, s.root, min(s.record) as record, count(distinct f.root) as n, min(f.root) as full_root, min(f.record) as full_record, min(s.name) as name,
  list_sort(list(distinct f.record)) as candidates
from short_name s join short_name f using (kind, words) left join land_of sl on sl.root = s.root left join land_of fl on fl.root = f.root
where s.is_short and s.root not in (from identified) and not f.is_short and s.root <> f.root and coalesce(sl.land = fl.land, true)
group by s.kind, s.words, s.root;

insert into likeness
select full_record, record, 'abbreviated name', 0.85 from meant
where root in (select root from meant group by root having max(n) = 1 and count(distinct full_root) = 1);

insert into ambiguous
select kind, name, list_sort(list_append(candidates, record)) from meant
where root not in (select root from meant group by root having max(n) = 1 and count(distinct full_root) = 1);

drop table word_of; drop table name_words; drop table short_name; drop table identified; drop table land_of; drop table meant;
