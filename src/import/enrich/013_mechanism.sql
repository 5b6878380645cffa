-- What a drug acts on. Statements of mechanisms and mechanism texts determine the primary target; targets from a list
-- that does not say which is the drug's stay additional.

-- Every mechanism text of products and programs, the best source's first.
create table mechanism_text as
select id, source, confidence, text, targets, is_foreign, sort, row_number() over (partition by id order by sort, confidence desc nulls last, place, source, text) as place from (
  select id, source, confidence, mechanism as text, targets, is_foreign, 1 as sort, place from mechanism_said where mechanism is not null
  union all
  select i.survivor_id, r.source, coalesce(r.moa_confidence, 0.85), r.mechanism, null, false, 0, r.rid
  from row r join identity i using (record) join entity e on e.id = i.survivor_id and e.state = 'live' and e.kind in ('product', 'program', 'approval')
  -- A program of two drugs has no target of its own.
  where r.mechanism is not null and not (e.kind = 'program' and contains(e.name, '+'))
);
create temp table text_said as select distinct text as said from mechanism_text;
create temp table text_target as from targets_in('text_said');

-- The target in a text without a known name: the words before the action ("Bacterial 70S ribosome inhibitor").
create or replace temp macro before_action(s) as nullif(trim(regexp_extract(s,
  '^(.{2,70}?),? (?:(?:positive|negative|allosteric|partial|inverse|competitive|irreversible|selective|dual|antisense|mRNA|RNAi|pre-mRNA|cross-linking|binding|disrupting|sequestering|chelating|releasing|hydrolytic|proteolytic|oxidative|opener|substrate) )*(?:inhibitor|antagonist|agonist|blocker|modulator|activator|agent|opener|stabiliser|degrader|potentiator|inducer|enzyme|substrate|antibody|binder)$', 1)), '');

create temp table stated_target as
-- By the source's own target, if it is a single gene.
select m.id, m.source, m.confidence, m.place, 0 as pos, g.symbol as label, g.symbol, g.ensembl, [g.symbol] as symbols, m.sort
from mechanism_text m join gene g on g.id = m.targets[1] where len(m.targets) = 1
union all
select m.id, m.source, m.confidence, m.place, t.pos, t.label, t.symbol, t.ensembl, t.symbols, m.sort
from mechanism_text m join text_target t on t.said = m.text where coalesce(len(m.targets), 0) <> 1 and not m.is_foreign
union all
-- A germ's protein is no human gene, whatever it is called (enoyl-ACP reductase, of fatty acid synthase).
select distinct m.id, m.source, m.confidence, m.place, 0, case when len(t.symbols) > 0 then coalesce(before_action(m.text), m.text) else t.label end, null, null, [], m.sort
from mechanism_text m join text_target t on t.said = m.text where m.is_foreign
union all
select m.id, m.source, m.confidence, m.place, 0, before_action(m.text), null, null, [], m.sort
from mechanism_text m where m.sort = 1 and m.targets is null and not exists (from text_target t where t.said = m.text)
  and before_action(m.text) is not null and not regexp_matches(lower(m.text), '^(unknown|unclassified|other)');

-- Never a drug's primary target if there is another: the target of a conjugate's payload, of an engager's other arm, or
-- of a carrier.
create or replace temp macro is_effector(modality, label) as
  (modality = 'antibody-drug conjugate' and label in ('tubulin', 'TOP1', 'topoisomerase II', 'DNA', 'RNA', 'EEF2'))
  -- GalNAc delivers a nucleic acid to the liver.
  or (label = 'ASGR1' and modality in ('siRNA', 'antisense oligonucleotide'))
  or (label in ('CD3', 'CD3E', 'CD3D', 'CD3G', 'CD247', 'FCGR3A', 'ALB', 'FCGRT') and coalesce(modality, '') <> 'none');

-- One row for each stated target of a drug: the best source, its rank, and the number of sources.
create table drug_target as
select s.id, s.label, any_value(s.symbol) as symbol, any_value(s.ensembl) as ensembl, any_value(s.symbols) as symbols,
  min(s.place * 1000 + s.pos) filter (where s.sort = 0) as in_text, min(s.place * 1000 + s.pos) as first, count(distinct s.source) as sources, max(s.confidence) as confidence,
  min_by(s.source, s.place * 1000 + s.pos) as source
from stated_target s group by s.id, s.label;
drop table text_said; drop table text_target; drop table stated_target;
