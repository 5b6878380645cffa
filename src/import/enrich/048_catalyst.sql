-- A catalyst expected for a period that is over has passed; whether it happened is not known. An event that names a
-- drug is about that product, by its brand, substance or code.

update entity set attributes = json_merge_patch(attributes, json_object('status', 'passed'))::varchar
where kind = 'catalyst' and state = 'live' and (attributes ->> 'status') = 'expected' and try_cast(attributes ->> 'date' as date)
  + case attributes ->> 'date_precision' when 'month' then interval 1 month when 'quarter' then interval 3 month when 'half' then interval 6 month when 'year' then interval 1 year else interval 1 day end <= getvariable('as_of');

-- An event is named after the company instead of its ticker, if the graph has the company.
update entity set name = regexp_replace(entity.name, ', [A-Z]{1,5}$', ', ' || c.name)
from (select x.source as id, any_value(c.name) as name, any_value(c.ticker) as ticker from edge x join entity c on c.id = x.target and c.kind = 'company' and c.state = 'live' where x.relation = 'announced_by' group by x.source having count(*) = 1) c
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
