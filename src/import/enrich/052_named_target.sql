-- A target that a trial's title or intervention, a program's name or a patent's title names with an action: "anti-PD-1
-- antibody", "a SHP2 inhibitor", "CD19 CAR-T", "GLP-1 receptor agonist". A single one is primary (0.7; for a trial
-- 0.6), several are additional. A target that is merely mentioned, as a marker or a patient's mutation, does not count.
-- Neither does a family if a member may be meant ("beta-2 selective adrenergic receptor").
create temp table told as
select id, kind, unnest(list_distinct(list_filter(list_concat([name], case when kind = 'trial' then from_json(attributes -> 'interventions', '["VARCHAR"]') else [] end), lambda x: x is not null))) as text
from entity where state = 'live' and kind in ('trial', 'program', 'patent', 'product') and target is null;

-- The words directly before an action, or after "anti-"; at most eight words, of which the longest name counts.
create temp table acted as
select id, kind, text, before, said from (
  select id, kind, text, unnest(regexp_extract_all(text, '(?i)((?:[\p{L}\p{N}α-ω/().+-]+ ){0,7}[\p{L}\p{N}α-ω/().+-]+)[ -](?:tyrosine kinase |kinase |reuptake |checkpoint )?(?:inhibitors?|antagonists?|agonists?|blockers?|antibod(?:y|ies)|mabs?|degraders?|car[ -]?t\b|car\b|chimeric antigen receptor|adc|antibody-drug conjugates?|bispecific|activators?|modulators?|antisense|sirna|vaccine)', 1)) as said, true as before from told
  union all
  select id, kind, text, unnest(regexp_extract_all(text, '(?i)\b(?:anti|targeting|directed against|directed to)[ -]((?:[\p{L}\p{N}α-ω/().+-]+ ?){1,5})', 1)), false from told
) where said is not null and said <> '' and not regexp_matches(text, '(?i)vaccin') ;
create temp table acted_text as select distinct said from acted;
create temp table acted_target as
select t.* from targets_in('acted_text') t;
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
select distinct a.id, a.text from acted a
where not exists (from linked t where t.said = a.said and case when a.before then t.from_end = 0 else t.from_start = 0 end);
create temp table hit_target as
select distinct a.id, a.kind, a.text, t.label, t.symbol, t.ensembl, t.symbols,
  -- In a trial's title it may belong to a co-medication or a previous treatment; in a patent's it may be one of
  -- several, or a measurement: below trust.
  case when a.kind = 'trial' or regexp_matches(lower(a.text),
    '\b(combin\w*|together with|detect\w*|diagnos\w*|biomarkers?|markers?|predict\w*|respons\w* to|assays?|screening|resistan\w*|refractory|in addition|co-?administ\w*|anti-idiotypic|family|bypass|activator \w+ (drives|of))\b|\band (an? )?(anti-?\w*|[\w-]+ (ant)?agonist|[\w/-]+ inhibitor)') then 0.6 else 0.7 end as confidence
from acted a join linked t on t.said = a.said where case when a.before then t.from_end = 0 else t.from_start = 0 end and (a.id, a.text) not in (select (id, text) from unclear)
  and not (t.symbol is null and t.pos > 1 and regexp_matches(lower(text_tokens(t.said)[t.pos - 1]), '^([a-z]?\d[a-z]?|selective|specific|alpha|beta|gamma|delta|subtype)$'))
  -- LPA antagonists are those of lysophosphatidic acid; heavy-chain antibodies have no target in their name.
  and not (t.label = 'LPA' and not regexp_matches(lower(a.text), 'lipoprotein|lp\(a\)')) and not (t.label = 'SLC3A2' and regexp_matches(lower(a.text), 'heavy[ -]chain'));

create temp table one as select id, any_value(kind) as kind, min(label) as label, min(symbol) as symbol, min(ensembl) as ensembl, min(symbols) as symbols, min(confidence) as confidence from hit_target group by id having count(distinct label) = 1;
create temp table hit as
select o.* from one o join entity e using (id) where e.target is null and not exists (from edge x where x.source = o.id and x.relation = 'targets' and x.origin = 'biograph: the products tested');
insert into provenance (entity_id, field, source, confidence)
select id, unnest(list_filter(['moa.target', case when symbol is not null then 'moa.target_symbol' end, case when ensembl is not null then 'moa.target_id' end], lambda f: f is not null)), 'biograph: named in its title', confidence from hit;
update entity set target = hit.label, target_symbol = hit.symbol, target_id = hit.ensembl, c_target = hit.confidence from hit where hit.id = entity.id;
insert into edge (source, relation, target, origin, source_kind, target_kind, confidence)
select h.id, 'targets', g.id, 'biograph: named in its title', any_value(h.kind), 'target', max(h.confidence)
from (select id, kind, confidence, unnest(symbols) as symbol from hit_target where id not in (select id from one) union select id, kind, confidence, unnest(symbols) from hit where symbol is null) h join gene g using (symbol)
where not exists (from edge e where e.source = h.id and e.relation = 'targets' and e.target = g.id) group by h.id, g.id;
insert into proposal_applied select 'named_target', id from hit;
drop table told; drop table acted; drop table acted_text; drop table acted_target; drop table linked; drop table unclear; drop table hit_target; drop table one; drop table hit;
