-- People are the same by ORCID (a shared key). By name only with further evidence: the same full name, in whatever order, and a work, an
-- organisation or a co-author in common (0.85), never by name alone. A name with initials instead of a given name
-- counts within one work described by two sources, and with co-authors of rare family names in common; a rare family name also
-- within one journal. Records with two ORCIDs stay separate, whatever else agrees.

create temp table bearer as
select record, root, name, person_key(name) as name_key, initial_key(name) as short_key, initialed_key(name) as initialed, is_whole_name(name) as is_whole from (
  select r.record, coalesce(c.root, r.record) as root, min(row.name) as name
  from row join record r using (record) left join component c using (record)
  where r.kind = 'person' and not r.removed group by all
);

-- Of a record with several keys the first one counts, as in the step for edges.
create temp table did as
select b.record, b.root, b.name_key, b.short_key, b.initialed, b.is_whole, e.recipe, coalesce(j.root, w.record) as work
from staged_edge e
join (select key, min(record) as record from known_as where kind = 'person' group by key) p on p.key = e.source_key
join bearer b on b.record = p.record
join (select key, min(record) as record from known_as where kind in ('paper', 'patent', 'trial', 'funding_event') group by key) w on w.key = e.target_key
left join component j on j.record = w.record
where e.relation in ('authored', 'invented', 'investigates', 'leads');

create temp table person_link (a varchar, b varchar, rule varchar, name_key varchar);

-- One work, described by two sources or published twice: the same name, or its initials if only one person there has
-- them. Two people of the same name in one list are different.
create temp table at_work as
select work, short_key, min(record) as a, max(record) as b, min(name_key) as name_key from (select distinct work, short_key, record, name_key, recipe, is_whole from did)
group by work, short_key
having count(distinct record) = 2 and count(distinct recipe) = 2 and count(*) = 2 and (count(distinct name_key) = 1 or count(*) filter (where is_whole) <= 1);
insert into person_link select a, b, 'name and work', name_key from at_work;
-- Publications of one family repeat their inventors, who are counted once.
create temp table in_family as
select d.work, d.name_key, d.record, w.key as publication from did d
join staged_edge e on e.source_key = d.record and e.relation = 'invented'
join (select target_key as key, source_key as source from staged_edge where relation = 'invented') w on w.source = d.record
group by all;
insert into person_link
select f.a, i.record, 'name and work', i.name_key
from in_family i join (
  select work, name_key, min(record) as a from in_family group by work, name_key
  having count(distinct record) > 1 and count(distinct record) = count(distinct publication) and count(distinct (record, publication)) = count(distinct record)
) f using (work, name_key) where f.a <> i.record;

-- Patents of one title, as applications in part and divisions are, whose families are several.
create temp table titled as
select distinct d.name_key, d.record, plain_words(row.name) as title from did d join bearer b using (record) join row on row.record = d.work
where b.is_whole and row.kind = 'patent' and length(row.name) >= 20;
insert into person_link
select f.a, t.record, 'name and work', name_key
from titled t join (select name_key, title, min(record) as a from titled group by name_key, title having count(distinct record) > 1) f using (name_key, title) where f.a <> t.record;

create temp table whole as
select name_key, count(distinct root) as n from bearer where is_whole group by name_key;

-- An organisation in common, where a person is or which has the person's inventions: a frequent name needs more, that two in five of its bearers
-- are there (Massimo F Piepoli, author of many letters).
create temp table organisation_key as
select key, coalesce(j.root, o.record) as place from (select key, min(record) as record from known_as where kind in ('institution', 'company') group by key) o left join component j using (record);
create temp table placed as
select p.record, o.place from staged_edge e
join (select key, min(record) as record from known_as where kind = 'person' group by key) p on p.key = e.source_key join organisation_key o on o.key = e.target_key
where e.relation = 'affiliated_with'
union
select d.record, o.place from did d join (
  select coalesce(j.root, k.record) as work, e.target_key from staged_edge e
  join (select key, min(record) as record from known_as where kind = 'patent' group by key) k on k.key = e.source_key left join component j on j.record = k.record
  where e.relation = 'assigned_to'
) a using (work) join organisation_key o on o.key = a.target_key;
create temp table at_place as
select distinct b.name_key, b.record, b.root, p.place, w.n
from placed p join bearer b using (record) join whole w using (name_key) where b.is_whole and w.n > 1;
insert into person_link
select f.a, p.record, 'name and affiliation', name_key
from at_place p join (
  select name_key, place, min(record) as a from at_place p join (select name_key, count(distinct root) as placed from at_place group by name_key) a using (name_key)
  group by name_key, place having count(distinct root) > 1 and (any_value(n) <= 12 or 5 * count(distinct root) >= 2 * any_value(placed))
) f using (name_key, place)
where f.a <> p.record;

-- One co-author in common is enough if neither name is frequent; otherwise two.
create temp table beside as
select distinct d.name_key, d.record, d.root, d.work, o.name_key as other, o.short_key as other_short
from did d join whole w on w.name_key = d.name_key and w.n > 1 join did o on o.work = d.work and o.record <> d.record
where d.is_whole and o.is_whole and d.name_key <> o.name_key
  and d.work in (select work from did group by work having count(distinct record) <= 60);
create temp table companions as
select a.record as a, b.record as b, a.name_key, count(distinct a.other) as n, min(w.n) as others_borne
from beside a join beside b on a.name_key = b.name_key and a.other = b.other and a.record < b.record and a.work <> b.work and a.root <> b.root
join whole w on w.name_key = a.other
group by all;
insert into person_link
select c.a, c.b, 'name and co-author', c.name_key from companions c join whole w using (name_key)
where c.n >= 2 or (w.n <= 6 and c.others_borne <= 20);

-- By initials (A Kastrati), with co-authors in common whose family names are rare: two, or one if few people have the family name of the two. A
-- name in full is one of them if it is the same or nobody else's in full has the initials.
create temp table family as
select split_part(initialed, ' ', 1) as family, count(distinct initialed) as borne from bearer where initialed is not null group by family;
create temp table author as
select d.work, d.initialed, any_value(d.record) as record, any_value(d.root) as root, any_value(d.name_key) as name_key, any_value(d.is_whole) as is_whole, any_value(f.borne) as borne
from did d join family f on f.family = split_part(d.initialed, ' ', 1)
where d.work in (select work from did group by work having count(distinct record) <= 60)
group by d.work, d.initialed, d.recipe having count(distinct d.record) = 1;
create temp table in_full as select initialed, count(distinct name_key) as n from bearer where is_whole and initialed is not null group by initialed;
create temp table with_rare as
select distinct a.initialed, a.name_key, a.record, a.root, a.work, a.borne, not a.is_whole or i.n = 1 as is_sole, o.initialed as other
from author a join author o on o.work = a.work and o.initialed <> a.initialed and o.borne <= 10 left join in_full i on i.initialed = a.initialed;
insert into person_link
select a.record, b.record, 'initials and co-author', a.initialed
from with_rare a join with_rare b on a.initialed = b.initialed and a.other = b.other and a.record < b.record and a.work <> b.work and a.root <> b.root
where a.name_key = b.name_key or (a.is_sole and b.is_sole)
group by all having count(distinct a.other) >= 2 or any_value(a.borne) <= 20;

-- Papers in one journal, of a name in full or with two initials whose family name nearly nobody else has: editors and letter writers have no
-- co-authors.
create temp table in_journal as
select distinct a.name_key, a.record, lower(row.attributes::json ->> 'journal') as journal
from author a join row on row.record = a.work
where a.borne <= 2 and (a.is_whole or length(split_part(a.initialed, ' ', 2)) >= 2) and (row.attributes::json ->> 'journal') is not null;
insert into person_link
select f.a, j.record, 'name and journal', j.name_key
from in_journal j join (select name_key, journal, min(record) as a from in_journal group by all having count(distinct record) > 1) f using (name_key, journal) where f.a <> j.record;

insert into likeness
select a, b, rule, case rule when 'name and work' then 0.95 else 0.85 end from person_link where a <> b group by all;

drop table bearer; drop table did; drop table person_link; drop table at_work; drop table in_family; drop table titled; drop table whole; drop table organisation_key; drop table placed; drop table at_place; drop table beside; drop table companions;
drop table family; drop table author; drop table in_full; drop table with_rare; drop table in_journal;
