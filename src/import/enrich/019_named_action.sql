-- What a product does to its target where no source says so: what the project's list says of the drug (vocabulary/actions.csv), what all drugs with its
-- INN stem do (a -lisib inhibits), or all that are told of one target and modality, what the list says of small molecules for the target, or what its
-- modality does to whatever it is directed at. The stem's action is read from the graph: from three told drugs, of which at most one in twenty does
-- something else.
create or replace temp macro action_of(mechanism) as lower(nullif(regexp_extract(mechanism,
  '(?i)\b((?:positive allosteric |negative allosteric |allosteric |inverse |partial )?(?:inhibitor|antagonist|agonist|modulator|blocker|activator|stimulator|degrader|potentiator|opener|stabili[sz]er))s?$', 1), ''));
create or replace temp macro plain_action(action) as string_split(action, ' ')[-1];

create temp table single as
select id, target, modality, mechanism, c_target, c_modality, action_of(mechanism) as action, unnest(string_split(plain_words(without_suffix(coalesce(attributes ->> 'generic', name))), ' ')) as word
from entity where kind = 'product' and state = 'live' and target is not null and len(name_parts(coalesce(attributes ->> 'generic', name))) = 1;
create temp table stem as
select distinct s.id, s.target, s.modality, s.mechanism, s.c_target, s.action, v.stem
from single s join vocabulary_stems v on v.source = 'WHO INN stem' and ends_with(s.word, v.stem) and length(s.word) >= length(ltrim(v.stem)) + 2;

-- How often the drugs of a class do each thing: as it is told, and without what kind of agonist or modulator they are. Sources call the same antibody an
-- inhibitor and an antagonist: together these count as what most of them are called.
create temp table done as
with told as (
  select distinct {stem: stem, target: null, modality: null} as class, id, action from stem where mechanism is not null and action is not null
  union all
  select distinct {stem: null, target: target, modality: modality}, id, action from single where mechanism is not null and action is not null and modality is not null
), said as (
  select class, id, unnest(list_distinct([action, plain_action(action)])) as action, false as together from told
  union all
  select class, id, mode(plain_action(action)) over (partition by class), true from told where plain_action(action) in ('inhibitor', 'antagonist', 'blocker')
)
select class, action, together, count(*) / any_value(n) as share, any_value(n) as n
from said join (select class, count(*) as n from told group by class) using (class) group by class, action, together;
create temp table sole as
select class, action from done where share >= 0.95 and n >= 3
qualify row_number() over (partition by class order by contains(action, ' ') desc, together, action) = 1;

create temp table mute as select distinct id, target, modality, c_target, c_modality from single where mechanism is null and c_target >= getvariable('trusted');
-- Of an antibody against two targets, the other one.
create temp table arm as
select id, any_value(label) as label from drug_target t join mute m using (id) where t.label <> m.target and m.modality = 'bispecific antibody' group by id having count(*) = 1;
create temp table hit as
select m.id, coalesce(m.target || ' ' || s.action, m.target || '- and ' || arm.label || m.c_phrase, m.target || m.c_phrase) as text, coalesce(s.source, 'biograph: its modality') as source,
  -- What a name says of the action is as sure as what it says of the target, and what the modality says as sure as that.
  least(m.c_target, case s.source when 'WHO INN stem' then 0.85 else case when s.source is null then coalesce(m.c_modality, 0.75) else 0.75 end end) as confidence
from (
  select *, case modality when 'monoclonal antibody' then '-directed antibody' when 'bispecific antibody' then '-directed bispecific antibody' when 'antibody-drug conjugate' then '-directed antibody-drug conjugate'
    when 'CAR-T cell therapy' then '-directed CAR-T cell therapy' when 'radioligand' then '-directed radioligand' when 'antisense oligonucleotide' then '-directed antisense oligonucleotide' when 'siRNA' then ' RNAi inhibitor'
    when 'gene therapy' then ' gene therapy' when 'gene editing' then ' gene editing' when 'enzyme replacement' then ' enzyme replacement' when 'targeted protein degrader' then ' degrader'
    when 'vaccine' then ' vaccine' when 'cell therapy' then '-directed cell therapy' end as c_phrase from mute
) m left join (
  select id, action, source from (
    select m.id, v.action, v.source, 0 as rung, 0 as length from mute m join entity e using (id)
    join (select target, action, source, unnest(split_list(drugs, '|')) as drug from vocabulary_actions where drugs <> '') v on v.target = m.target and list_contains(names_in_lists(e.name, e.attributes), lower(v.drug))
    union all
    select m.id, s.action, 'WHO INN stem', 1, length(t.stem) from mute m join stem t using (id) join sole s on s.class.stem = t.stem
    union all
    select m.id, s.action, 'biograph: the drugs of its target', 2, 0 from mute m join sole s on s.class.target = m.target and s.class.modality = m.modality
    union all
    select m.id, v.action, v.source, 3, 0 from mute m join vocabulary_actions v on v.target = m.target and v.drugs = '' where m.modality = 'small molecule'
  -- What a conjugate, a cell or a nucleic acid does to its target is said by its modality.
  ) qualify row_number() over (partition by id order by rung, length desc) = 1
) s on s.id = m.id and (m.c_phrase is null or m.modality in ('monoclonal antibody'))
left join arm on arm.id = m.id
where coalesce(s.action, m.c_phrase) is not null;
insert into provenance (entity_id, field, source, confidence) select id, 'moa.mechanism', source, confidence from hit;
update entity set mechanism = hit.text, c_mechanism = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'named_action', id from hit;
drop table single; drop table stem; drop table done; drop table sole; drop table mute; drop table arm; drop table hit;
