-- An approved substance's nonproprietary name says what class it is of: the stem is given by WHO's INN programme (0.9).
-- A source that states the class in the mechanism ("CTLA4-targeted mAb") is as good.
create temp table hit as
select id, coalesce(case when bispecific then 'bispecific antibody' end, modality_by_stem(generic), said) as modality from (
  select id, plain_words(attributes ->> 'generic') as generic,
    regexp_matches(lower(coalesce(mechanism, '')), 'bispecific|t-cell engager') as bispecific,
    case when regexp_matches(mechanism, '\b(mAbs?|monoclonal antibody|siRNA|antisense|ADC|gene therapy|CAR-T|enzyme replacement|vaccine)\b')
      then modality_by_word(plain_words(mechanism)) end as said
  from entity where state = 'live' and kind in ('product', 'approval') and modality is null
)
where coalesce(modality_by_stem(generic), said) is not null;

insert into provenance select id, 'moa.modality', 'WHO INN stem', 0.9, null::timestamptz from hit;
update entity set modality = hit.modality, c_modality = 0.9,
  secondary_modalities = case when hit.modality = 'antibody-drug conjugate' then ['small molecule'] else entity.secondary_modalities end
from hit where hit.id = entity.id;
insert into proposal_applied select 'named_class', id from hit;
drop table hit;
