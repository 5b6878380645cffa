-- What is expected by the end of a year is so in its last quarter; a source that reads the year alone dates it to the first of January.
update entity set attributes = json_merge_patch(attributes, json_object('date', left(attributes ->> 'date', 4) || '-10-01', 'date_precision', 'quarter'))::varchar
where kind = 'catalyst' and state = 'live' and (attributes ->> 'date_precision') = 'year' and ends_with(attributes ->> 'date', '-01-01')
  and regexp_matches(lower(attributes ->> 'text'), '\b(year[- ]?end|end of (the )?(year|' || left(attributes ->> 'date', 4) || ')|late (in )?' || left(attributes ->> 'date', 4) || ')\b');

-- A catalyst expected for a period that is over has passed; whether it happened is not known. An event that names a
-- drug is about that product, by its brand, substance or code.

update entity set attributes = json_merge_patch(attributes, json_object('status', 'passed'))::varchar
where kind = 'catalyst' and state = 'live' and (attributes ->> 'status') = 'expected' and try_cast(attributes ->> 'date' as date)
  + case attributes ->> 'date_precision' when 'month' then interval 1 month when 'quarter' then interval 3 month when 'half' then interval 6 month when 'year' then interval 1 year else interval 1 day end <= getvariable('as_of');

-- FDA's action on an application that was approved a year and more before is the approval of a supplement (a new use or strength).
create temp table applied as
select attributes ->> 'application_number' as number, min(id) as id, min(try_cast(attributes ->> 'approved_at' as date)) as approved_at
from entity where kind = 'approval' and state = 'live' and (attributes ->> 'application_number') is not null group by 1;
update entity set name = replace(entity.name, ', FDA approval', ', FDA approval of a supplement'), attributes = json_merge_patch(attributes, json_object('type', 'supplement_approval'))::varchar
from applied a where entity.kind = 'catalyst' and entity.state = 'live' and (entity.attributes ->> 'type') = 'approval' and a.number = (entity.attributes ->> 'document')
  and a.approved_at < try_cast(entity.attributes ->> 'date' as date) - interval 300 day;
-- A ticker that the source found by name is wrong where the application is another group's.
create temp table misattributed as
select x.source, x.target from entity e join applied a on a.number = (e.attributes ->> 'document')
join edge x on x.source = e.id and x.relation = 'announced_by' join group_of g on g.id = x.target
join edge h on h.target = a.id and h.relation = 'holds' join group_of o on o.id = h.source
where e.kind = 'catalyst' and e.state = 'live' group by x.source, x.target having bool_and(o.head <> g.head);
delete from edge using misattributed m where edge.relation = 'announced_by' and edge.source = m.source and edge.target = m.target;
update entity set name = regexp_replace(entity.name, '(, FDA approval[^,]*), .*$', '\1') from misattributed m where m.source = entity.id;
drop table applied; drop table misattributed;

-- An event is named after the company instead of its ticker, if the graph has the company.
update entity set name = regexp_replace(entity.name, ', [A-Z]{1,5}$', ', ' || c.name)
from (select x.source as id, any_value(c.name) as name, any_value(coalesce(c.ticker, c.attributes ->> 'former_ticker')) as ticker from edge x join entity c on c.id = x.target and c.kind = 'company' and c.state = 'live' where x.relation = 'announced_by' group by x.source having count(*) = 1) c
where c.id = entity.id and entity.kind = 'catalyst' and ends_with(entity.name, ', ' || upper(c.ticker));

create temp table event_product as
select distinct on (e.id) e.id, d.id as product
from (select id, unnest(list_filter([attributes ->> 'product', around_brackets(attributes ->> 'product'), inside_brackets(attributes ->> 'product')], lambda x: x is not null)) as said,
    generate_subscripts(list_filter([attributes ->> 'product', around_brackets(attributes ->> 'product'), inside_brackets(attributes ->> 'product')], lambda x: x is not null), 1) as place
  from entity where kind = 'catalyst' and state = 'live' and (attributes ->> 'product') is not null) e
join drug_name d on d.key = drug_key_of_text(e.said) order by e.id, e.place;
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select id, 'concerns', product, 'biograph: the drug it names', 'catalyst', 'product', 0.85 from event_product p
where not exists (from edge e where e.source = p.id and e.relation = 'concerns' and e.target = p.product);
insert into proposal_applied select 'catalyst', id from event_product;
drop table event_product;
