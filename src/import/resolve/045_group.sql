-- Which company belongs to which: by the project's own list (0.97), and where a company's name says so (0.9), the parent being the one
-- company of that name. A company that nothing is said of belongs to the group it is named after: its name begins with a name of the list
-- (Pfizer Europe MA EEIG; 0.9), or is another company's with nothing but countries and offices behind it (Geron Netherlands B.V.; 0.85).

create temp table company_root as
select r.record, coalesce(c.root, r.record) as root from record r left join component c using (record) where r.kind = 'company' and not r.removed;

create temp table head_root as
select h.head, min(c.root) as root, min(c.record) as record from head_name h join company_root c using (record) group by h.head having count(distinct c.root) = 1;

-- By its own name, or by the one that the list has for it: a filer's is that of today (Atrium, whose number Avidity had).
create temp table listed_name as
select distinct o.name_key, c.root, c.record from org_name o join company_root c using (record) where o.how = 'name'
union select org_match_key(head), root, record from head_root;
-- A group of the list within another's: Seagen, of Pfizer.
create temp table inner_head as
select distinct h.head, h.root from (select head, org_match_key(name) as name_key from company_fact where relation = 'subsidiary') f
join listed_name o using (name_key) join head_root h on h.root = o.root and h.head <> f.head;
create temp table top_head as select root from head_root where root not in (select root from inner_head);

-- The head of a group in the list has no parent, whatever a register of sponsors says of a company with the same name.
delete from staged_edge using known_as k, company_root c
where staged_edge.relation = 'subsidiary_of' and k.kind = 'company' and k.key = natural_key(staged_edge.source_key) and c.record = k.record
  and c.root in (select c.root from head_name join company_root c using (record) where c.root not in (select root from inner_head));

create temp table one_called as
select o.name_key, min(c.root) as root, min(c.record) as record from org_name o join company_root c using (record)
where o.how = 'name' group by o.name_key having count(distinct c.root) = 1;

create temp table belongs as
select o.root, o.record, h.root as parent, h.record as parent_record, 0.97::double as confidence, 'company list' as origin, min(f.source) as source_record
from (select distinct org_match_key(name) as name_key, head, source from company_fact where relation = 'subsidiary') f
join listed_name o using (name_key) join head_root h on h.head = f.head
where o.root not in (from top_head) and o.root <> h.root
group by all
union all
select c.root, c.record, p.root, p.record, 0.9, row.source, row.name
from row join company_root c using (record) join one_called p on p.name_key = org_match_key(stated_parent(row.name))
where row.kind = 'company' and stated_parent(row.name) is not null and c.root not in (from top_head);

-- Where the list and a register both tell a company's group, the list is right: a register's parent remains only within the group that the
-- list tells. Registers keep tickers that another company has now, and former owners (Amylin of Bristol-Myers Squibb).
create temp table listed_group as
with listed as (select distinct root, parent from belongs where origin = 'company list')
select root, parent as member from listed union select l.root, o.root from listed l join belongs o on o.parent = l.parent;
create temp table contradicted as
select e.source_key, e.target_key
from (select distinct source_key, target_key from staged_edge where relation = 'subsidiary_of') e
join known_as s on s.kind = 'company' and s.key = natural_key(e.source_key) join company_root sc on sc.record = s.record
join known_as t on t.kind = 'company' and t.key = natural_key(e.target_key) join company_root tc on tc.record = t.record
left join listed_group g on g.root = sc.root and g.member = tc.root
group by all having bool_or(sc.root in (select root from listed_group)) and not bool_or(g.root is not null);
delete from staged_edge using contradicted c where staged_edge.relation = 'subsidiary_of' and staged_edge.source_key = c.source_key and staged_edge.target_key = c.target_key;
drop table listed_group; drop table contradicted;

-- A name of one short word may begin any company's name, and so may a group's first word if another group's name begins
-- with it (Merck KGaA).
create temp table group_name as
with fact as (
  select head, name, org_match_key(name) as name_key, org_match_key(head) as head_key from (
    select head, name from company_fact where relation in ('name', 'subsidiary') union select head, head from company_fact) where head not in (select head from inner_head)
    -- Also of one that no file has: Zogenix Foo is of UCB's group, whatever else Zogenix was called.
    and org_match_key(head) not in (select org_match_key(name) from company_fact where relation = 'subsidiary')
), beginning as (
  select distinct head, array_to_string(words[:n], ' ') as name_key from (select head, words, unnest(range(1, len(words))) as n from (select distinct head, string_split(head_key, ' ') as words from fact))
)
select name_key, min(head) as head from fact
where length(name_key) >= 3 and (contains(name_key, ' ') or (not contains(trim(name), ' ') and length(name_key) >= 5) or name_key = head_key)
  and not exists (from beginning b where b.name_key = fact.name_key and b.head <> fact.head)
group by name_key having count(distinct head) = 1;
create temp table told_parent as
-- A parent that nobody knows (the ticker of a company that was bought) tells nothing.
select root from belongs union select c.root from staged_edge e join known_as k on k.kind = 'company' and k.key = natural_key(e.source_key) join company_root c on c.record = k.record
  join known_as p on p.kind = 'company' and p.key = natural_key(e.target_key) join company_root pc on pc.record = p.record and pc.root <> c.root where e.relation = 'subsidiary_of'
union select root from head_root;

-- If another filer has the word as its name (Vertex, Inc.), the word alone is no evidence for a group.
create temp table filed_word as
select distinct split_part(o.name_key, ' ', 1) as word from org_name o join company_root c using (record)
where o.how = 'name' and c.root not in (from told_parent) and c.root in (select coalesce(c.root, s.record) from scheme_of s left join component c using (record) where s.scheme = 'cik');

-- A registry of institutions adds the country to a company's name, also to that of the head in its own country:
-- Novartis (Switzerland).
create or replace temp macro is_national(name) as regexp_matches(name, '^[^()]+ \([A-Z][A-Za-z ]+\)$');
-- Where the list of head offices tells another country, it is an office.
create temp table abroad as
select distinct o.name_key from org_name o join headquarters_fact h on h.name_key = org_match_key(regexp_extract(o.name, '^(.+) \([^()]+\)$', 1))
where o.kind = 'company' and is_national(o.name) group by o.name_key, o.name having not bool_or(land_key(h.country) = land_key(regexp_extract(o.name, '\(([^()]+)\)$', 1)));
create temp table named_after as
select c.root, min(c.record) as record, o.name_key, max_by(g.name_key, length(g.name_key)) as begins, max_by(g.head, length(g.name_key)) as head
from org_name o join company_root c using (record) join group_name g on starts_with(o.name_key, g.name_key || ' ')
where o.how = 'name' and c.root not in (from told_parent) and (not is_national(o.name) or o.name_key in (from abroad)) group by c.root, o.name_key;
insert into belongs
select n.root, min(n.record), h.root, h.record, 0.9, 'biograph: the group it is named after', null
from named_after n join head_root h using (head)
where begins not in (from filed_word)
  and not regexp_matches(substr(name_key, length(begins) + 2), '^and |^group$|\b(co|inc|ltd|corp|llc) and ')
  -- A misspelling of a head's own name does not make another company.
  and not exists (from group_name o where o.head = n.head and damerau_levenshtein(o.name_key, n.name_key) <= 2)
  -- A company with the names of two groups belongs to both.
  and not exists (from group_name o where o.head <> n.head and length(o.name_key) >= 3 and contains(' ' || substr(n.name_key, length(n.begins) + 2) || ' ', ' ' || o.name_key || ' '))
group by n.root, h.root, h.record;

create or replace temp macro without_office(name_key) as regexp_replace(name_key,
  '^(.{4,}?)(?: (?:europe|european|eu|emea|ireland|irish|netherland|nederland|deutschland|germany|france|uk|united kingdom|great britain|us|usa|united state|america|americas|north america|japan|china|canada|australia|austria|switzerland|suisse|schweiz|swiss|italy|italia|spain|espana|iberia|nordic|sweden|denmark|norway|finland|belgium|benelux|luxembourg|malta|cyprus|portugal|poland|polska|hungary|romania|greece|hellas|turkey|israel|india|korea|taiwan|singapore|hong kong|brasil|brazil|mexico|argentina|new zealand|south africa|eeig|uc|unlimited|dac|designated activity|slu|sro|doo|kft|zrt|gk|lda|ny|nj|registration|trading|service|operation|distribution))+$', '\1');
insert into belongs
select o.root, min(o.record), p.root, p.record, 0.85, 'biograph: the group it is named after', null
from (select c.root, c.record, o.name_key from org_name o join company_root c using (record) where o.how = 'name' and c.root not in (from told_parent) and c.root not in (select root from belongs) and (not is_national(o.name) or o.name_key in (from abroad))) o
join one_called p on p.name_key = without_office(o.name_key)
where p.name_key <> regexp_replace(o.name_key, '( (dac|designated activity|uc|unlimited|slu|sro|doo|kft|zrt|gk|lda|eeig))+$', '') and p.root <> o.root
  -- An office of the same group is not a parent.
  and p.root not in (select c.root from org_name n join company_root c using (record) where n.how = 'name' and without_office(n.name_key) <> n.name_key)
group by o.root, p.root, p.record;

insert into staged_edge by name
select 'company list' as recipe, record as source_key, 'subsidiary_of' as relation, parent_record as target_key, origin, max(confidence) as confidence, min(source_record) as source_record
from belongs b where root <> parent
  and not exists (select 1 from belongs o where o.root = b.parent and o.parent = b.root and o.confidence > b.confidence)
group by all;
drop table company_root; drop table head_root; drop table listed_name; drop table inner_head; drop table top_head; drop table one_called; drop table belongs; drop table group_name; drop table filed_word; drop table told_parent; drop table named_after; drop table abroad;
