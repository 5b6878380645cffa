-- The mechanism of a product for which no source has a short text of its own: of the statements about it (ChEMBL's), the one that names its
-- primary target, at most as sure as that target. Members of the target's family that are stated one by one become the family's label with
-- their action ("MEK inhibitor"). That an action is another or unknown says nothing.
create temp table mute as
select id, target, modality, coalesce(target_symbol, target) as acts_on, c_target, names_in_lists(name, attributes) as names from entity
where kind = 'product' and state = 'live' and mechanism is null and (target is not null or id in (select id from mechanism_said));
create temp table told as
select s.id, s.mechanism as text, s.action, s.source, s.confidence, s.place, s.targets
from mechanism_said s join mute using (id) where s.mechanism is not null and not regexp_matches(lower(s.mechanism), '^(unknown|unclassified|other)\b| (other|unknown)$');

create temp table hit as
select id, text, source, least(coalesce(confidence, 0.85), coalesce(c_target, 0.85)) as confidence from (
  select m.id, t.text, t.source, t.confidence, m.c_target, t.place, 1 as rung
  from mute m join told t using (id) join gene g on list_contains(t.targets, g.id) and g.symbol = m.acts_on
  union all
  -- The text in which the primary target was read.
  select m.id, t.text, t.source, t.confidence, m.c_target, t.place, 2
  from mute m join drug_target d on d.id = m.id and d.label = m.target join mechanism_text x on x.id = m.id and x.place = d.first // 1000 join told t on t.id = m.id and t.text = x.text
  union all
  select m.id, m.target || ' ' || replace(t.action, 'rnai', 'RNAi'), min(t.source), min(t.confidence), any_value(m.c_target), min(t.place), 0
  from mute m join target_member f on f.label = m.target join told t on t.id = m.id and t.targets = [f.id]
  where t.action is not null group by m.id, m.target, t.action having count(distinct f.id) > 1
  union all
  select m.id, t.text, t.source, t.confidence, null, t.place, 3 from mute m join told t using (id) where m.target is null
) qualify row_number() over (partition by id order by rung, place) = 1;

-- What nearly all drugs of a target and modality do (nine of ten, and three substances at least), another one of them does as well: its stem, its salt or
-- the project's list named the target alone.
create temp table done as
select e.target, e.modality, coalesce(e.mechanism, h.text) as text from entity e left join hit h using (id)
where e.kind = 'product' and e.state = 'live' and e.target is not null and not contains(e.name, ';') and e.modality is not null and coalesce(e.mechanism, h.text) is not null;
insert into hit
select m.id, k.text, 'biograph: the drugs of its target', least(m.c_target, 0.75)
from mute m join (
  select target, modality, arg_max(text, {n: n, text: text}) as text from (
    select target, modality, text, count(*) as n, sum(count(*)) over (partition by target, modality) as drugs from done group by target, modality, text
  ) where drugs >= 3 and n >= 0.9 * drugs group by target, modality
) k using (target, modality) where m.c_target >= getvariable('trusted') and m.id not in (select id from hit) and m.id not in (select id from told)
  -- Unless the project's list knows that it does something else (vocabulary/actions.csv).
  and not exists (from vocabulary_actions v where v.target = m.target and v.drugs <> '' and list_has_any(m.names, string_split(lower(v.drugs), '|')));

insert into provenance (entity_id, field, source, confidence) select id, 'moa.mechanism', source, confidence from hit;
update entity set mechanism = hit.text, c_mechanism = hit.confidence from hit where hit.id = entity.id;
insert into proposal_applied select 'mechanism', id from hit;
drop table mute; drop table told; drop table hit; drop table done;
