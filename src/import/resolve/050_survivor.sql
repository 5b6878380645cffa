-- Of the records of one entity, the one that is an entity in the previous release survives, then the one with the
-- strongest key, then the substance before its salts, then the filer in the list of companies, then the one with the
-- most data, then the one with the smallest key. The order of sources does not matter.

create table identity as
with filled as (
  select record, count(*) as n_rows, max(
    identifiers + (target is not null)::int + (modality is not null)::int + (mechanism is not null)::int
    + (therapeutic_area is not null)::int + (disease_id is not null)::int + (platform_type is not null)::int
    + (product_family is not null)::int + (funding is not null)::int + coalesce(len(aliases), 0) + coalesce(len(json_keys(attributes)), 0)) as fields
  from (select *, list_count(list_value(*columns(lambda c: c in getvariable('identifier_columns')))) as identifiers from row) group by record
), ranked as (
  select r.*, coalesce(c.root, r.record) as root, f.fields,
    row_number() over (partition by coalesce(c.root, r.record)
      order by r.into_record is not null, r.removed, p.state is distinct from 'live', p.id is null, r.strength desc, r.record in (select b from link where rule = 'name and approval'), r.record in (select record from row where moiety is not null and natural_key(moiety) <> record), r.record in (select record from row where kind = 'product' and is_salt_or_ester(plain_words(name))), r.record not in (select 'cik:' || cik from company_fact where cik is not null), f.fields desc, r.record) as place
  from record r left join component c using (record) join filled f using (record) left join previous p on p.id = uuid5(r.record)
), survivor as (select root, record as survivor from ranked where place = 1),
-- The rule by which this record and those sharing an identifier with it were merged with the rest: the most certain
-- one.
folding as (
  select part, max_by(rule, {confidence: confidence, rule: rule}) as rule, max(confidence) as confidence from (
    select coalesce(i.root, l.record) as part, l.rule, l.confidence
    from (select a as record, rule, confidence from link union all select b, rule, confidence from link) l left join by_identifier i on i.record = l.record
    where l.rule not in ('shared identifier', 'stated by the source')
  ) group by part
)
select
  k.record, k.kind, k.strength, uuid5(k.record) as id, s.survivor, uuid5(s.survivor) as survivor_id,
  case when k.removed then 'removed' when k.record = s.survivor then 'live' else 'merged' end as state,
  case when k.record <> s.survivor and not k.removed then coalesce(k.into_record, s.survivor) end as folded_into,
  case when k.into_record is not null then 'stated by the source'
    when i.root is not null and i.root = si.root then 'shared identifier'
    when k.record <> s.survivor then coalesce(l.rule, 'normalised name') end as rule,
  case when k.into_record is null and not (i.root is not null and i.root = si.root) and k.record <> s.survivor then coalesce(l.confidence, 0.85) else 1.0 end as fold_confidence
from ranked k join survivor s using (root)
left join by_identifier i on i.record = k.record
left join by_identifier si on si.record = s.survivor
left join folding l on l.part = coalesce(i.root, k.record);
