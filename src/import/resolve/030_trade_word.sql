-- Lists call a company without the last word of its name, which tells its trade (Aveo, of AVEO Pharmaceuticals, Inc.; Mitsubishi Tanabe): a
-- name without a legal form, of a company without an identifier and another name, that one company alone goes on, and by one such word (0.85). A name that
-- several go on (Horizon) may mean any of them, and what one owns, or what belongs to the list's groups, is another. And "Group" at the end
-- of the name of a company tells no other (Recordati Group).

create temp table called as
select distinct o.record, coalesce(c.root, o.record) as root, o.name, o.name_key, o.name_key = org_match_key(plain_words(o.name)) and plain_words(o.name) = org_key(o.name) as is_bare
from org_name o left join component c using (record) where o.kind = 'company' and o.how = 'name';
create temp table with_id as select distinct coalesce(c.root, s.record) as root from scheme_of s left join component c using (record);
-- A filer that nobody else speaks of may have any trade.
create temp table unspoken as
select coalesce(c.root, row.record) as root from row join record r using (record) left join component c on c.record = row.record
where r.kind = 'company' group by 1 having count(distinct row.recipe) = 1 and bool_or(key_prefix(row.record) = 'cik');
create temp table tied_to as
select distinct sc.root as a, tc.root as b from staged_edge e
join known_as s on s.kind = 'company' and s.key = natural_key(e.source_key) join called sc on sc.record = s.record
join known_as t on t.kind = 'company' and t.key = natural_key(e.target_key) join called tc on tc.record = t.record where e.relation = 'subsidiary_of';

create temp table going_on as
select a.record, a.root, a.name_key, b.record as full_record, b.root as full_root, substr(b.name_key, length(a.name_key) + 2) as rest
from (select name_key, min(record) as record, min(root) as root from called group by name_key having count(distinct root) = 1 and bool_and(is_bare)) a
join (select root from called group by root having count(distinct name_key) = 1) one on one.root = a.root
join called b on starts_with(b.name_key, a.name_key || ' ') and b.root <> a.root
where length(a.name_key) >= 4 and a.root not in (from with_id) and a.name_key not in (select org_match_key(name) from company_fact union select org_match_key(head) from company_fact);
insert into likeness
select min(full_record), record, 'name without its trade', 0.85
from going_on g where full_root not in (from unspoken) and (root, full_root) not in (from tied_to) and (full_root, root) not in (from tied_to)
and record in (select record from going_on group by record having count(distinct full_root) = 1)
group by record having bool_and(regexp_matches(rest, '^(pharma|pharmaceutical|pharm|therapeutic|oncology|biopharma\w*|bioscience|biotherapeutic|biologic|medicine|group|laboratorie|farmaceutici|biotech\w*)$'));

insert into likeness
select min(a.record), g.record, 'name without its trade', 0.85
from called g join (select name_key, min(record) as record from called group by name_key having count(distinct root) = 1) a on g.name_key = a.name_key || ' group'
join called o on o.record = a.record
where (g.root not in (from with_id) or o.root not in (from with_id)) and o.root <> g.root and length(a.name_key) >= 4 and (g.root, o.root) not in (from tied_to)
  and g.record not in (select b from likeness) group by g.record;
-- A registry adds the country to a company's name, also to that of a head office (Novartis (Switzerland)).
insert into likeness
select min(a.record), n.record, 'name and country', 0.9
from (select *, org_match_key(regexp_extract(name, '^(.+) \([^()]+\)$', 1)) as base, regexp_extract(name, '^.+ \(([A-Z][^()]+)\)$', 1) as land from called where key_prefix(record) = 'ror') n
join headquarters_fact h on h.name_key = n.base and land_key(h.country) = land_key(n.land)
join (select name_key, min(record) as record from called group by name_key having count(distinct root) = 1) a on a.name_key = n.base
join called o on o.record = a.record and o.root <> n.root
group by n.record;
-- Ireland's own legal forms are written or left out behind a name that tells the country, and come in long and short forms (UC, Unlimited Company).
create or replace temp macro without_irish_form(name_key) as regexp_replace(name_key, '^(.{4,}?)(?: (?:dac|designated activity|uc|unlimited))+$', '\1');
insert into likeness
select min(a.record) over (partition by irish_key), record, 'Irish legal form', 0.9
from (
  select record, root, without_irish_form(name_key) as irish_key, name_key
  from called qualify count(distinct root) over (partition by without_irish_form(name_key)) > 1
    and bool_or(without_irish_form(name_key) <> name_key) over (partition by without_irish_form(name_key))
    and (bool_and(without_irish_form(name_key) <> name_key) over (partition by without_irish_form(name_key)) or contains(without_irish_form(name_key), ' ireland'))
) a qualify record <> min(a.record) over (partition by irish_key);

-- A Chinese company is called with and without its city (Shanghai Junshi Bioscience, Junshi Biosciences), if it is of one city alone.
insert into likeness
select min(o.record), min(c.record), 'name without its city', 0.85
from (select record, root, regexp_replace(name_key, '^' || chinese_places() || ' ', '') as base from called where regexp_matches(name_key, '^' || chinese_places() || ' \w{4,} \w')) c
join (select name_key, min(record) as record from called group by name_key having count(distinct root) = 1) o on o.name_key = c.base
join called r on r.record = o.record and r.root <> c.root
where r.root not in (from with_id) and c.root not in (from with_id) and (c.root, r.root) not in (from tied_to)
  and not exists (from called x where regexp_matches(x.name_key, '^' || chinese_places() || ' ') and x.root <> c.root and starts_with(regexp_replace(x.name_key, '^' || chinese_places() || ' ', ''), c.base))
group by c.base having count(distinct c.root) = 1 and count(distinct r.root) = 1;
drop table called; drop table with_id; drop table unspoken; drop table tied_to; drop table going_on;
