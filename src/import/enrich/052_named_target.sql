-- A target that a trial's title or intervention, a program's name or the title of a patent or of a trial's report names with an action: "anti-PD-1
-- antibody", "a SHP2 inhibitor", "CD19 CAR-T", "GLP-1 receptor agonist". A single one is primary (0.7; for a trial
-- 0.6, unless its title says it of CAR-T cells or of a code), several are additional. A target that is merely mentioned, as a marker or a patient's mutation, does not count.
-- Neither does a family if a member may be meant ("beta-2 selective adrenergic receptor").
create temp table told as
select id, kind, unnest(list_distinct(list_filter(list_concat([replace(name, 'and/or', 'or')], case when kind = 'trial' then from_json(attributes -> 'interventions', '["VARCHAR"]') else [] end), lambda x: x is not null))) as text
from entity where state = 'live' and target is null and (kind in ('trial', 'program', 'patent', 'product')
  -- Other papers name antibodies as a reagent or a patient's own.
  or (kind = 'paper' and regexp_matches(name, '(?i)\b(phase (1|2|3|i+)[ab]?|randomi[sz]ed|first-in-human|dose[- ]escalation)\b')));

-- The words directly before an action, or after "anti-"; and those after "inhibitors of" or "antibodies that bind", there
-- also what follows in brackets. At most eight words, of which the longest name counts. What is before an action is not
-- its target where that follows, nor if it only says what the antibody or the molecule is like.
create or replace temp macro action_words() as 'inhibit(?:ors?|ory)|(?:super)?(?:ant)?agonist(?:s|ic)?|blockers?|antibod(?:y|ies)|nanobod(?:y|ies)|mabs?|degraders?|car[ -]?t\b|car\b|chimeric antigen receptors?|adcs?\b|antibody-drug conjugates?|bispecific|activators?|modulators?|antisense|sirnas?|vaccine|binding (?:molecules?|agents?|polypeptides?|constructs?|proteins\b|fragments?|antibod(?:y|ies))';
create or replace temp macro target_words(n) as '(?:[\p{L}\p{N}α-ω/().+-]+ ){0,' || n || '}[\p{L}\p{N}α-ω/().+-]+';
create or replace temp macro antibody_of() as '(?:antibod(?:y|ies)|nanobod(?:y|ies)|(?:binding|antibody) (?:molecules?|agents?|polypeptides?|constructs?|proteins?|fragments?|domains?)|conjugates?|antigen receptors?|(?:anti)?bod(?:y|ies) or antigen[ -]binding fragments?(?: thereof)?),? (?:to|against|(?:specifically |selectively )?binding(?: specifically)?(?: to)?|(?:that|which) (?:specifically |selectively )?(?:binds?|recogni[sz]es?|targets?)(?: specifically)?(?: to)?|capable of binding(?: to)?|(?:specific|with specificity) (?:for|to)|directed (?:against|to|at|towards?)|targeting|recogni[sz]ing)';
create or replace temp macro inhibitor_of() as '(?:inhibitors?|(?:super)?(?:ant)?agonists?|blockers?|degraders?|activators?|modulators?|inhibition|modulation|antagonism|blockade) (?:of|against|targeting)';
create or replace temp macro leads_on() as 'of|to|against|that|which|binding|specific|directed|targeting|recogni[sz]ing|capable';
create or replace temp macro action_follows() as '[ -](?:tyrosine kinase |kinase |reuptake |checkpoint )?(?:' || action_words() || ')\b(?:,? (?:' || leads_on() || ')\b|-\d|[ -](?:' || action_words() || ')\b)?';
create temp table acted as
with occurrence as (
  select id, kind, text, 'before' as place, unnest(regexp_extract_all(text, '(?i)(' || replace(target_words(7), '}', '}?') || ')' || action_follows())) as found from told
  union all
  select id, kind, text, 'name', unnest(regexp_extract_all(text, '(?i)(' || target_words(7) || ')' || action_follows())) from told
  union all
  select id, kind, text, 'anti', unnest(regexp_extract_all(text, '(?i)\b(?:anti|targeting|directed against|directed to)[ -](?:(?:human|mouse) )?((?:[\p{L}\p{N}α-ω/().+-]+ ?){1,5})')) from told
  union all
  select id, kind, text, 'after', unnest(regexp_extract_all(text, '(?i)\b(?:' || antibody_of() || '|' || inhibitor_of() || ') (?:(?:the|an?|human|mammalian|cell surface|immune checkpoint) )*' || replace(target_words(7), '+ )', '+,? )'))) from told
), said as (
  select *, case place when 'before' then regexp_extract(found, '(?i)^(' || replace(target_words(7), '}', '}?') || ')' || action_follows() || '$', 1)
    when 'name' then regexp_extract(found, '(?i)^(' || target_words(7) || ')' || action_follows() || '$', 1)
    when 'anti' then regexp_extract(found, '(?i)^(?:anti|targeting|directed against|directed to)[ -](?:(?:human|mouse) )?(.+)$', 1)
    else regexp_extract(found, '(?i)^(?:' || antibody_of() || '|' || inhibitor_of() || ') (?:(?:the|an?|human|mammalian|cell surface|immune checkpoint) )*(.+)$', 1) end as said
  from occurrence where not regexp_matches(text, '(?i)vaccin')
)
select id, kind, text, found, place, place in ('before', 'name') as before, said,
  place <> 'name' and not case place when 'before' then regexp_matches(found, '(?i)( (' || leads_on() || ')|-\d|[ -](' || action_words() || ')[ -](' || action_words() || '))$')
      or regexp_matches(said, '(?i)(^|[ -])(human|humani[sz]ed|monoclonal|polyclonal|(bi|tri|multi)-?specific|single|domain|specific|selective|novel|new|potent|dual|molecules?|allosteric|covalent|(ir)?reversible|partial|inverse|full|fully|therapeutic|neutrali[sz]ing|blocking|(ant)?agonist|(ant)?agonistic|antigen|antigen-binding|binding|recombinant|engineered|isolated|improved|modified|multivalent|bivalent|chimeric|heterocyclic|macrocyclic|active|of|and|or|the|an?|as|with|using|for|by|comprising|containing|derivatives|compounds|thereof|to|such|these|said)$')
    when 'after' then regexp_matches(found, '(?i)^((inhibition|modulation|antagonism|blockade) |[^ ]+ to )') else false end as is_needed
from (
  select * from said
  union select * replace (regexp_extract(said, '\(([^()]+)', 1) as said) from said where place = 'after' and contains(said, '(')
  -- A kinase may be one by name (Janus kinase) or not (BTK kinase).
  union select * replace (regexp_extract(found, '(?i)^(' || replace(target_words(7), '}', '}?') || '[ -](?:tyrosine )?kinase)' || action_follows() || '$', 1) as said) from said where place = 'before'
)
where said <> '';
-- The action follows, so that a name may end in one itself (tissue factor pathway inhibitor).
create temp table acted_text as select distinct said || ' is' as said from acted;
create temp table acted_target as
select t.* replace (left(said, -3) as said) from targets_in('acted_text') t;
-- The name must be adjacent to the action: end where it starts, or start where "anti-" ends; the same holds for targets
-- listed with it ("TLR7, TLR8 or TLR9").
create temp table linked as
select said, label, symbol, ensembl, symbols, pos, n, len(text_tokens(said)) as words,
  sum(gap_before) over (partition by said order by pos rows between unbounded preceding and current row) as from_start,
  sum(gap_after) over (partition by said order by pos desc rows between unbounded preceding and current row) as from_end
from (
  select *, (pos - coalesce(lag(pos + n) over (partition by said order by pos), 1) > case when lag(pos) over (partition by said order by pos) is null then 0 else 1 end)::integer as gap_before,
    (coalesce(lead(pos) over (partition by said order by pos), len(text_tokens(said)) + 1) - (pos + n) > case when lead(pos) over (partition by said order by pos) is null then 0 else 1 end)::integer as gap_after
  from acted_target where length(label) >= 3 or family or sort = 'trade'
);
-- A text with an action on an unknown target ("TLR agonist and anti-CD47 agent") is not used.
create temp table unclear as
select id, text from acted a left join linked t on t.said = a.said and case when a.before then t.from_end = 0 else t.from_start = 0 end
where a.is_needed group by id, text, found having count(t.said) = 0;
-- CAR-T cells are seldom anything but what is tried, and neither is what a title says of a code: "CYC140, a PLK-1 inhibitor", "the BTK inhibitor BGB-3111".
create or replace temp macro says_what_is_tried(text, found) as not is_past(plain_words(text)) and not regexp_matches(text, '(?i)\b(combin\w*|plus|add-?on|background|versus|compared)\b| \+ ') and (
  regexp_matches(found, '(?i)car[ -]?t\b|chimeric antigen receptor')
  or regexp_matches(text, '\b[A-Z][A-Z0-9]*-?\d{2,}[A-Z0-9-]*(, | ?\()(an?|the) ')
  or regexp_matches(text, '(?i:inhibitor|antagonist|agonist|antibody|degrader|blocker),? [A-Z][A-Z0-9]*-?\d{2,}'));
create temp table hit_target as
select distinct a.id, a.kind, a.text, t.label, t.symbol, t.ensembl, t.symbols,
  -- In a trial's title it may belong to a co-medication or a previous treatment; in a patent's it may be one of
  -- several, or a measurement: below trust.
  case when (a.kind = 'trial' and not says_what_is_tried(a.text, a.found)) or (a.kind = 'paper' and regexp_matches(lower(a.text), '\b(switch\w*|versus|plus|other|on)\b')) or regexp_matches(lower(a.text),
    '\b(combin\w*|together with|detect\w*|diagnos\w*|biomarkers?|markers?|predict\w*|respons\w* to|assays?|screening|resistan\w*|refractory|in addition|co-?administ\w*|anti-idiotypic|family|bypass|activator \w+ (drives|of))\b|\band (an? )?(anti-?\w*|[\w-]+ (ant)?agonist|[\w/-]+ inhibitor)') then 0.6 else 0.7 end as confidence
from acted a join linked t on t.said = a.said where case when a.before then t.from_end = 0 else t.from_start = 0 end and (a.id, a.text) not in (select (id, text) from unclear)
  and not (t.symbol is null and t.pos > 1 and regexp_matches(lower(text_tokens(t.said)[t.pos - 1]), '^([a-z]?\d[a-z]?|selective|specific|alpha|beta|gamma|delta|subtype)$'))
  -- What of it: an inhibitor of its production is none of its own, nor an antibody to its ligand.
  and not (a.place = 'after' and regexp_matches(lower(coalesce(text_tokens(t.said)[t.pos + t.n], '')),
    '^(production|secretion|release|responses?|synthesis|formation|aggregation|degradation|interactions?|binding|nuclear|translocation|signal\w*|pathways?|ligands?|superfamily|resistan\w*|mediated|producing|expressing|positive|negative|cells?|associated|related|like|dependent|activated|derived|deficien\w*|interacting|substrates?|inducing|inducible|induced|inhibit\w*|antagonist\w*|agonist\w*|family|complex\w*|dna|mrna|rna|promoter|driven|amplified|fusion|conjugat\w*|t|b|nk|lipase|metabolism|uptake|transport)$'))
  -- LPA antagonists are those of lysophosphatidic acid; heavy-chain antibodies have no target in their name.
  -- Of a CAR the part that signals is no target (B7-H3-IL7Ra CAR-T), nor is the ligand that leads it to what it targets (APRIL CAR targeting BCMA).
  and not (a.kind = 'trial' and regexp_matches(a.text, '(?i)\bcars?\b|chimeric antigen') and (t.label = 'IL7R' or (a.place <> 'anti' and regexp_matches(a.text, '(?i)\bcars?\b.*\btargeting\b'))))
  and t.label not in ('DNA', 'RNA') and not (t.label = 'LPA' and not regexp_matches(lower(a.text), 'lipoprotein|lp\(a\)')) and not (t.label = 'SLC3A2' and regexp_matches(lower(a.text), 'heavy[ -]chain'));

-- The T cell that a bispecific antibody brings along is not what it is against.
create temp table one as
select id, any_value(kind) as kind, min(label) as label, min(symbol) as symbol, min(ensembl) as ensembl, min(symbols) as symbols, min(confidence) as confidence
from hit_target h where not is_effector(null, label) or not exists (from hit_target o where o.id = h.id and not is_effector(null, o.label)) group by id having count(distinct label) = 1;
create temp table hit as
select o.* from one o join entity e using (id) where e.target is null and not exists (from edge x where x.source = o.id and x.relation = 'targets' and x.origin = 'biograph: the products tested');
-- A trial's title that names a family does not say which of its members.
create or replace temp macro told_of_members(kind, symbols, confidence) as case when kind = 'trial' and len(symbols) > 1 then least(confidence, 0.6) else confidence end;
insert into provenance (entity_id, field, source, confidence)
select id, unnest(list_filter(['moa.target', case when symbol is not null then 'moa.target_symbol' end, case when ensembl is not null then 'moa.target_id' end], lambda f: f is not null)), 'biograph: named in its title', confidence from hit;
update entity set target = hit.label, target_symbol = hit.symbol, target_id = hit.ensembl, c_target = hit.confidence from hit where hit.id = entity.id;
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select h.id, 'targets', g.id, 'biograph: named in its title', any_value(h.kind), 'target', max(h.confidence)
from (select id, kind, told_of_members(kind, symbols, confidence) as confidence, unnest(symbols) as symbol from hit_target t where not exists (from one where one.id = t.id and one.label = t.label)
  union select id, kind, told_of_members(kind, symbols, confidence), unnest(symbols) from hit where len(symbols) > 1) h join gene g using (symbol)
where not exists (from edge e where e.source = h.id and e.relation = 'targets' and e.target = g.id) group by h.id, g.id;
insert into proposal_applied select 'named_target', id from hit;
drop table told; drop table acted; drop table acted_text; drop table acted_target; drop table linked; drop table unclear; drop table hit_target; drop table one; drop table hit;
