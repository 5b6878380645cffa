-- reads: disease_name, disease_stated, entity, label, target_family, target_name, technology_name, value
-- refresh: full

create temp table value_count as
select kind_no::utinyint as kind_no, label_id, count(*) filter (trusted)::integer as trusted, count(*)::integer as tagged
from (
  select kind_of(rid) as kind_no, label_id, trusted from label
  union all
  select 0, label_id, trusted from label
)
group by all;

-- Values of each field within each kind (0: all kinds), most frequent first: facets and plain aggregates are read from
-- here.
create table facet as
select c.kind_no, v.field, c.trusted, c.tagged, c.label_id, v.value
from value_count c join value v using (label_id)
order by c.kind_no, v.field, c.trusted desc, v.value;

-- The names by which users may refer to a value, and how many entities have it.
create table value_key as
with said as (
  select field, norm as said, label_id from value
  union
  select 'target', t.key, v.label_id from target_name t join value v on v.field = 'target' and v.norm = norm(t.label)
  union
  select 'technology', norm(n.name), v.label_id
  from value v
  join entity e on v.field = 'technology' and e.id::varchar = v.value
  join technology_name n using (rid)
  union
  select 'disease', d.key, v.label_id
  from (
    from disease_name
    union
    -- Names missing from the tree lead to the diseases they are stated with.
    select * from (
      select norm(id) as key, own from disease_stated where id is not null
      union
      select norm(a.label), b.own
      from (select distinct id, label from disease_stated where label is not null) a
      join (select distinct id, own from disease_stated) b using (id)
    ) where key not in (select key from disease_name)
  ) d
  join value v on v.field = 'disease' and v.norm = d.own
)
select key_hash(key) as h, key, k.label_id, coalesce(c.trusted, 0) as trusted, coalesce(c.tagged, 0) as tagged
from (
  select field || ':' || said as key, label_id from said
  union
  -- A value that some entity has is taken as it stands, so that its bucket and its filter count the same.
  select 'target:' || key, label_id from target_family where key not in (select said from said where field = 'target')
  union
  -- Loose spellings, used only if no value matches exactly.
  select field || '~' || loose(fold(said)), label_id from said
  union
  select field || '~' || loose(greek_letters(said)), label_id from said
) k
left join value_count c on c.label_id = k.label_id and c.kind_no = 0
order by h, k.label_id;

drop table value_count;
drop table target_name;
drop table target_family;
