-- The words of every entity, as bags, and what one occurrence in each bag weighs: BM25F (Zaragoza et al., TREC 2004;
-- Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009) over the fields
-- 1 name, 2 alias and identifier, 3 label, 4 text in attributes. Stop words count in names and aliases only, where
-- they may be all there is.

create temp table field_weight as
select * from (values (1, 6.0, 0.6), (2, 4.0, 0.4), (3, 2.0, 0.3), (4, 1.0, 0.75)) as t(field, weight, b);

create temp table said as
select rid, 1 as field, name as text from graph.entity
union all
select r.rid, 2, array_to_string(aliases, ' | ') from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and len(e.aliases) > 0
union all
select rid, 2, concat_ws(' | ', ticker, domain, doi, orcid, uei, ltrim(cik, '0')) from graph.entity
where coalesce(ticker, domain, doi, orcid, uei, cik) is not null
union all
select rid, 3, concat_ws(' | ', target, case when target_symbol <> target then target_symbol end, modality, mechanism, therapeutic_area,
  disease_label, target_id, disease_id)
from graph.entity
where coalesce(target, target_symbol, modality, mechanism, therapeutic_area, disease_label) is not null
union all
select r.rid, 4, array_to_string(list_filter(json_extract_string(e.attributes, '$.*'),
    lambda s: not regexp_matches(s, '^([-0-9.:TZ/]+|true|false|https?://.*)$')), ' | ')
from snapshot_entities e join rid_of r on r.id = e.id::uuid
where e.state = 'live' and length(e.attributes) > 2;

create temp table bag as
select rid, field, words(fold(text)) as words from said;

drop table said;

create temp table occurrence as
with size as (select rid, field, sum(len(words)) as len from bag group by all),
mean as (select field, avg(len) as mean from size group by field)
select rid, field, (w.weight / (1 - w.b + w.b * s.len / m.mean))::float as weight
from size s join mean m using (field) join field_weight w using (field);

-- Codes and symbols of targets are never cut by the stemmer.
create temp table protected as
select distinct word
from (
  select unnest(words(fold(name))) as word from graph.entity
  where kind_of(rid) = (select kind_no from graph.kind where kind = 'target') and not contains(name, ' ')
  union
  select unnest(words(fold(alias))) from (
    select unnest(aliases) as alias from snapshot_entities where kind = 'target' and state = 'live'
  ) where not contains(alias, ' ')
);

-- Every word once; those of plain letters go through the stemmer next.
create temp table seen as
select word, bool_or(field < 4) as named, word in (from protected) as protected
from (select distinct field, unnest(words) as word from bag)
group by word;
