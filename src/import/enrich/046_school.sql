-- A school, department or institute that is called after a university is part of it, if no source says of what it is: its name begins with the whole
-- name of one university of the registry in the same country, or with a name that it alone goes by there (Washington University School of Medicine).
-- A hospital may be called after one that it is not of (King Khalid University Hospital, Baylor University Medical Center).
create temp table university as
select id, land_key(attributes ->> 'country') as land, plain_words(name) as key, true as is_name from entity
where kind = 'institution' and state = 'live' and (attributes ->> 'ror') is not null and contains(attributes ->> 'types', 'education')
union
select id, land_key(attributes ->> 'country'), plain_words(unnest(aliases)), false from entity
where kind = 'institution' and state = 'live' and (attributes ->> 'ror') is not null and contains(attributes ->> 'types', 'education');

create temp table unplaced as
select id, land_key(attributes ->> 'country') as land, string_split(plain_words(name), ' ') as words from entity e
where kind = 'institution' and state = 'live' and (attributes ->> 'ror') is null and regexp_matches(name, '(?i)\buniversi')
  and id not in (select source from edge where relation in ('part_of', 'subsidiary_of'));

create temp table hit as
select id, arg_max(university, len) as university from (
  select p.id, p.len, min(u.id) as university
  from (select id, land, n as len, array_to_string(words[:n], ' ') as start, array_to_string(words[n + 1:], ' ') as rest from (select *, unnest(range(2, len(words))) as n from unplaced)) p
  join university u on u.key = p.start and coalesce(u.land = p.land, true)
  where contains(p.start, 'universi')
    and regexp_matches(p.rest, '^(?:(?:\p{L}+ ){0,3}(?:school|college|faculty) of |(?:graduate )?medical (?:school|faculty)\b' ||
      case when u.is_name then '|cancer\b|(?:\p{L}+ )?institute\b|department\b|division\b' else '' end || ')')
    -- The University of Illinois is in Chicago, too.
    and (u.is_name or not exists (from university o where o.is_name and o.id <> u.id and o.land = u.land and starts_with(o.key, p.start || ' ')))
  group by all having count(distinct u.id) = 1
) group by id;
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select id, 'part_of', university, 'biograph: the university in its name', 'institution', 'institution', 0.85 from hit;
insert into proposal_applied select 'school', id from hit;
drop table university; drop table unplaced; drop table hit;
