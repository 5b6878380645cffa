-- What applications are of that FDA's list of applications has and its list of products has not yet, by the project's list (vocabulary/applications.csv).
-- After the stage, so that such a drug is still for its furthest use.
create temp table listed as select number, nullif(brand, '') as brand, try_cast(nullif(approved_at, '') as date) as approved_at, unnest(split_list(drugs, '|')) as drug, source from vocabulary_applications;
create temp table drug_of as
select key, min(id) as id from (
  select lower(name) as key, id from entity where kind = 'product' and state = 'live'
  union select lower(trim(attributes ->> 'generic')), id from entity where kind = 'product' and state = 'live' and (attributes ->> 'generic') is not null
) group by key having count(distinct id) = 1;
create temp table hit as
select a.id, d.id as product, l.* from entity a join listed l on l.number = regexp_extract(a.attributes ->> 'application_number', '^(?:NDA|BLA) ?(\d{6})$', 1) join drug_of d on d.key = lower(l.drug)
where a.kind = 'approval' and a.state = 'live' and a.id not in (select source from edge where relation = 'approval_of');
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select id, 'approval_of', product, source, 'approval', 'product', 0.75 from hit;
-- Who holds a new drug's application develops it.
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select distinct h.source, 'develops', x.product, x.source, 'company', 'product', 0.75 from hit x join edge h on h.target = x.id and h.relation = 'holds' and h.source_kind = 'company'
where not exists (from edge e where e.source = h.source and e.relation = 'develops' and e.target = x.product);
create temp table told as
select id, any_value(brand) as brand, any_value(approved_at) as approved_at, string_agg(drug, '; ' order by drug) as generic, any_value(source) as source from hit group by id;
update entity set
  name = coalesce(t.brand || ' (' || t.generic || ')', t.generic) || ', ' || regexp_extract(entity.name, '^(?:NDA|BLA) \d{6}'),
  attributes = json_merge_patch(entity.attributes, json_object('generic', t.generic), case when t.brand is null then '{}' else json_object('brand', t.brand) end,
    case when t.approved_at is null or (entity.attributes ->> 'approved_at') is not null then '{}' else json_object('approved_at', t.approved_at::varchar) end)::varchar
from told t where t.id = entity.id and regexp_matches(entity.name, '^(NDA|BLA) \d{6}');
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.generic', source, 0.75 from told;
insert into proposal_applied select 'application', id from told;
update entity set
  aliases = list_sort(list_distinct(list_concat(coalesce(entity.aliases, []), p.brands))),
  attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('approved_by', p.agencies, 'max_phase', 4),
    case when p.year is null then '{}' else json_object('first_approval_year', least(try_cast(entity.attributes ->> 'first_approval_year' as integer), p.year)) end, case when (entity.attributes ->> 'brand') is null and len(p.brands) = 1 then json_object('brand', p.brands[1]) else '{}' end)::varchar
from (
  select x.product, list(distinct x.brand) filter (where x.brand is not null) as brands, min(year(x.approved_at)) as year,
    any_value(tidy(list_append(coalesce(from_json(e.attributes -> 'approved_by', '["VARCHAR"]'), []), 'FDA'))) as agencies
  from hit x join entity e on e.id = x.product group by x.product
) p where p.product = entity.id;
-- An approval of one product gets its target, modality and mechanism, as others do.
create table taking as
select id, min(product) as product, 0.75 as most, 'biograph: its product' as source from hit group by id having count(distinct product) = 1;
drop table listed; drop table drug_of; drop table hit; drop table told;
