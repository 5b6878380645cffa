-- The modality that a patent's or a trial's title states in so many words (0.7). A title that states two is about both.
create temp table hit as
select id, stated[1] as modality from (
  select id, kind, words, case when kind = 'trial' and regexp_matches(words, '\bmesenchymal (stem|stromal) cells?\b') then list_append(title_modalities(words), 'cell therapy') else title_modalities(words) end as stated
  from (select id, kind, plain_words(name) as words from entity where kind in ('patent', 'trial') and state = 'live' and modality is null)
) where len(stated) = 1 and case kind when 'trial' then not is_past(words) and not regexp_matches(words, '\b(combin\w*|plus|versus|vs|compared|and (an? )?(anti|immunotherapy|chemo\w*))\b') else not is_aside(words) end;
insert into provenance select id, 'moa.modality', 'biograph: named in its title', 0.7, null::timestamptz from hit;
update entity set modality = hit.modality, c_modality = 0.7 from hit where hit.id = entity.id;
insert into proposal_applied select 'guessed_modality', id from hit;
drop table hit;

-- A modality read from the text of interventions, of a program's name or of a patent's or paper's title: 0.5, below
-- trust.
create temp table hit as
select id, modality from (select id, coalesce(modality_by_stem(said), case when kind in ('trial', 'program') then modality_by_word(said) else modality_by_title(said) end) as modality from (
  select id, kind, plain_words(case kind when 'trial' then array_to_string(from_json(attributes -> 'interventions', '["VARCHAR"]'), ' . ') when 'program' then coalesce(name_parts(name)[1], name) else name end) as said
  from entity
  where state = 'live' and kind in ('trial', 'program', 'patent', 'paper') and modality is null
    and not has_stated(c_target, c_modality, c_mechanism, c_area, c_disease)
)) where modality is not null;

insert into provenance select id, 'moa.modality', 'biograph: inferred from text', 0.5, null::timestamptz from hit;
update entity set modality = hit.modality, c_modality = 0.5 from hit where hit.id = entity.id;
insert into proposal_applied select 'guessed_modality', id from hit;
drop table hit;
