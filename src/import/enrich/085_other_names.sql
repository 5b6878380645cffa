-- What people call a drug's target and its disease, a trial's and a paper's disease, and both of what a catalyst is about, beside their labels: "TL1A antibody" and "NASH" find the drugs of TNFSF15 and of non-alcoholic
-- steatohepatitis. The shortest names that no other target has, none of several targets (GIP/GLP-1), of a family, a mutation, a disease or a drug.
create temp table target_said as
select id, name as symbol, unnest(list_append(coalesce(aliases, []), name)) as said from entity where kind = 'target' and state = 'live';
create temp table sole_name as select fold(said) as key from target_said group by key having count(distinct id) = 1;
create temp table other_name as
select symbol as label, list(said order by length(said), said)[:15] as names
from (select symbol, min(said) as said from target_said semi join gene g using (id) where fold(said) <> fold(symbol) group by symbol, plain_words(said))
where length(said) <= 40 and fold(said) in (from sole_name)
  and not regexp_matches(said, '\b[A-Z]\d{2,4}[A-Z]\b|^\W*$')
  and not regexp_matches(said, '(?i)/| and |\bfamily\b|\bpan-|agonist|inhibitor|blocker|\bSS?N?RIs?\b|disease|syndrome|enteropath|susceptib|dystroph|atrophy|deficien|insensitiv|\b(XLA|SBMA|AIS|TSC|GSE|(IDDM|CELIAC|h?SLEB?)\d*)\b')
group by symbol;
-- A bispecific antibody has two targets.
create temp table arm as
select id, coalesce(target_symbol, target) as label from entity where c_target >= getvariable('trusted') and state = 'live' and kind in ('product', 'program')
union select d.id, t.name from entity d join edge e on e.source = d.id and e.relation = 'targets' and coalesce(e.confidence, 1) >= getvariable('trusted') join entity t on t.id = e.target
where d.kind = 'product' and d.state = 'live' and d.modality = 'bispecific antibody';
create temp table called as select id, flatten(list(names order by label)) as names from arm join other_name using (label) group by id;
create temp table disease_word as
select label, list(term order by length(term), term)[:10] as names from vocabulary_diseases where length(term) <= 40 and not contains(term, '(') group by label;

-- Beside its main disease a drug is found by the others that it is approved for, and one under study by all. Of many the first count, those of
-- the project's list before others, and none that only says cancer. What drugs are dissolved in or given beside is in trials of everything.
create or replace temp macro is_carrier(name) as lower(name) in ('sodium chloride', 'water', 'dextrose', 'glucose', 'oxygen', 'nitrogen', 'ethanol', 'isopropyl alcohol', 'lactose', 'sucrose', 'glycerin', 'starch', 'cellulose');
create temp table use_of as
select id, list(label order by place) as labels from (
  select u.*, row_number() over (partition by u.id order by l.id is null, u.place) as rank
  from (
    select e.id, i.use.id as disease_id, i.use.label as label, i.place, is_carrier(e.name) as is_carrier, coalesce(i.use.phase = 'approved', false) as approved, bool_or(coalesce(i.use.phase = 'approved', false)) over (partition by e.id) as any_approved
    from entity e, lateral (select unnest(uses) as use, generate_subscripts(uses, 1) as place from (select from_json(e.attributes -> 'indications', '[{"id": "VARCHAR", "label": "VARCHAR", "phase": "VARCHAR", "confidence": "DOUBLE"}]') as uses)) i
    where e.kind in ('product', 'program') and e.state = 'live' and (e.attributes -> 'indications') is not null and i.use.label is not null and i.use.confidence >= getvariable('trusted')
  ) u left join listed_use l on l.id = u.id and l.disease_id = u.disease_id
  where (u.approved or not u.any_approved) and (l.id is not null or not is_broad_disease(u.label) and not u.is_carrier)
) where rank <= case when any_approved then 24 else 4 end group by id;
drop table listed_use;
-- What people call all diseases of a kind (IBD, blood cancer), which the names of few of them say.
create temp table grouped as
with recursive up as (
  select id as own, id as at from disease_tree
  union
  select u.own, p.parent from up u join (select id, unnest(parents) as parent from disease_tree) p on p.id = u.at
)
select d.label, list_distinct(flatten(list(split_list(v.names, '|')))) as names
from up u join disease_tree t on t.id = u.at join vocabulary_disease_groups v on v.label = t.label join disease_tree d on d.id = u.own group by d.label;
create temp table disease_said as
select id, list_sort(list_distinct(flatten(list(said)))) as names from (
  select id, list_prepend(label, coalesce(names[:3], [])) as said from (select id, unnest(labels) as label from use_of) left join disease_word using (label)
  union all select e.id, names from entity e join disease_word d on d.label = e.disease_label where e.c_disease >= getvariable('trusted') and e.state = 'live' and e.kind in ('product', 'program', 'trial', 'paper')
  union all select u.id, g.names from (select id, unnest(labels) as label from use_of) u join grouped g using (label)
  union all select e.id, g.names from entity e join grouped g on g.label = e.disease_label where e.c_disease >= getvariable('trusted') and e.state = 'live' and e.kind in ('product', 'program', 'trial')
) group by id;

-- A catalyst says the target and the disease of what it is about, which its own name does not.
create temp table about as select source as id, target as of from edge where relation = 'concerns' and source_kind = 'catalyst';
insert into called
select a.id, list_sort(list_distinct(flatten(list(list_append(coalesce(n.names, []), m.label))))) from about a join arm m on m.id = a.of left join called n on n.id = a.of group by a.id;
insert into disease_said
select a.id, list_sort(list_distinct(flatten(list(list_append(coalesce(d.names, []), e.disease_label)))))
from about a join entity e on e.id = a.of and e.disease_label is not null and e.c_disease >= getvariable('trusted') left join disease_said d on d.id = a.of group by a.id;

create temp table hit as
select e.id, json_merge_patch(coalesce(e.attributes, '{}'),
  case when n.names is not null then json_object('target_names', n.names) else '{}' end,
  case when d.names is not null then json_object('disease_names', d.names) else '{}' end)::varchar as attributes
from entity e left join called n using (id)
left join disease_said d using (id)
where e.state = 'live' and e.kind in ('product', 'program', 'trial', 'paper', 'catalyst') and (n.names is not null or d.names is not null);
update entity set attributes = hit.attributes from hit where hit.id = entity.id;
insert into proposal_applied select 'other_names', id from hit;
drop table about; drop table target_said; drop table sole_name; drop table other_name; drop table called; drop table disease_word; drop table use_of; drop table grouped; drop table disease_said; drop table hit;
