-- The synthetic graph. Kinds have fixed shares of the entities, relations fixed shares of the edges.

create table share as
select kind, least(greatest(floor(getvariable('entities') * share)::bigint, 4), coalesce(cap, 1000000000)) as n
from (values
  ('company', 0.04, null), ('person', 0.25, null), ('paper', 0.315, null), ('patent', 0.12, null), ('trial', 0.08, null), ('funder', 0.004, null),
  ('funding_event', 0.04, null), ('approval', 0.012, null), ('opportunity', 0.01, null), ('program', 0.04, null), ('product', 0.03, null),
  ('institution', 0.022, null), ('catalyst', 0.015, null), ('technology', 0.002, null), ('target', 0.02, 20000)
) as t(kind, share, cap);

create table base as
select kind, n, j, row_number() over (order by kind, j) as g
from share, range(n) as r(j);

create macro entity_id(kind, j) as regexp_replace(md5(kind || ':' || j || ':' || getvariable('seed')), '^(.{8})(.{4}).(.{3}).(.{3})(.{12})$', '\1-\2-5\3-a\4-\5');
create macro state_of(j) as case when j % 67 = 13 or j % 670 = 12 then 'merged' when j % 6700 = 20 then 'removed' else 'live' end;
-- The live entity nearest to a row, used as the end of an edge.
create macro alive(j) as case when state_of(j) = 'live' then j else j - j % 67 end;
create macro size_of(wanted) as (select n from share where kind = wanted);

create macro area(k) as ['oncology','neurology','immunology','infectious disease','cardiovascular','metabolic','rare disease','respiratory','hematology','ophthalmology','dermatology','gastroenterology'][1 + k];
create macro modality_name(k) as ['small molecule','monoclonal antibody','vaccine','gene therapy','cell therapy','antibody-drug conjugate','peptide','bispecific antibody','siRNA','mRNA','recombinant protein','antisense oligonucleotide','CAR-T cell therapy','radioligand'][1 + k];
create macro mechanism_name(k) as symbol(k) || ' ' || ['inhibitor','antagonist','agonist','degrader','modulator'][1 + k % 5];
create macro disease_name(k) as english(75 + k % 110) || ' ' || ['disease','syndrome','disorder','carcinoma'][1 + k // 110 % 4];
create macro days_ago(x, most) as getvariable('as_of')::timestamp - to_milliseconds(floor(most * 86400 * pow(x, 1.7))::bigint * 1000);

create table tagged as
select
  kind, j, g,
  kind in ('paper', 'patent', 'trial', 'company', 'product', 'program', 'approval')
    and u(g, 1) < case kind when 'paper' then 0.3 when 'patent' then 0.35 when 'trial' then 0.5 when 'company' then 0.5 else 0.8 end as is_tagged,
  alive(skew(u(g, 2), size_of('target'))) as t,
  zipf(u(g, 3), 14) as m,
  zipf(u(g, 5), 200) as mech,
  zipf(u(g, 6), 12) as a,
  zipf(u(g, 7), 400) as d,
  round(0.4 + 0.6 * sqrt(u(g, 8)), 2) as confidence
from base;

create view entities as
select
  entity_id(b.kind, b.j) as id,
  b.kind,
  state_of(b.j) as state,
  case when state_of(b.j) = 'merged' then entity_id(b.kind, case when b.j % 670 = 12 and b.j + 1 < b.n then b.j + 1 else b.j - b.j % 67 end) end as merged_into,
  'synthetic:' || b.kind || ':' || b.j as natural_key,
  name,
  left(trim(regexp_replace(lower(strip_accents(name)), '[^a-z0-9]+', '-', 'g'), '-'), 60) || '-' || b.g as slug,
  case when b.kind = 'target' then [invented(b.j + 900) || ' receptor', symbol(b.j + 20000) || 'P']
    when b.kind = 'company' and u(b.g, 9) < 0.4 then [upper(left(name, 4)) || ' ' || word(500 + b.j % 4000)]
    when b.kind in ('product', 'program') then [code(b.g % 60000)]
    when u(b.g, 9) < 0.05 then [word(zipf(u(b.g, 10), 60000)) || ' ' || invented(b.g)] end as aliases,
  case when b.kind = 'company' and u(b.g, 11) < 0.8 then invented(b.g) || b.j || '.com' end as domain,
  case when b.kind = 'company' and u(b.g, 12) < 0.3 then lpad((1000000 + b.j)::varchar, 10, '0') end as cik,
  case when b.kind = 'company' and u(b.g, 12) < 0.2 then letter(b.j) || letter(b.j // 26) || letter(b.j // 676) || letter(b.j // 17576) end as ticker,
  case when b.kind = 'company' and u(b.g, 13) < 0.1 then upper(left(md5('uei' || b.g), 12)) end as uei,
  case when b.kind = 'person' and u(b.g, 13) < 0.3 then '0000-' || lpad((b.j // 1000000 % 10000)::varchar, 4, '0') || '-' || lpad((b.j // 1000 % 1000)::varchar, 4, '0') || '-' || lpad((b.j % 1000)::varchar, 4, '0') end as orcid,
  case when b.kind = 'paper' then '10.5555/' || lower(invented(b.j)) || '.' || b.j end as doi,
  case when is_tagged then symbol(t.t) when b.kind = 'target' then symbol(b.j) end as target,
  case when is_tagged then 'ENSG' || lpad((t.t + 100000)::varchar, 11, '0') when b.kind = 'target' then 'ENSG' || lpad((b.j + 100000)::varchar, 11, '0') end as target_id,
  case when is_tagged then symbol(t.t) when b.kind = 'target' then symbol(b.j) end as target_symbol,
  case when is_tagged then modality_name(t.m) end as modality,
  case when is_tagged and t.m = 5 then ['small molecule'] when is_tagged and u(b.g, 14) < 0.06 then [modality_name((t.m + 3) % 14)] end as secondary_modalities,
  case when is_tagged and u(b.g, 15) < 0.8 then mechanism_name(t.mech) end as mechanism,
  case when is_tagged then area(t.a) end as therapeutic_area,
  case when is_tagged and u(b.g, 16) < 0.7 then 'MONDO:' || lpad((4000 + t.d)::varchar, 7, '0') end as disease_id,
  case when is_tagged and u(b.g, 16) < 0.7 then disease_name(t.d) end as disease_label,
  case when is_tagged then t.confidence when b.kind = 'target' then 1.0 end as moa_confidence,
  case when b.kind = 'company' and u(b.g, 17) < 0.5 then pick(['therapeutics','platform','diagnostics','tools','synthetic biology','cdmo'], u(b.g, 18)) end as platform_type,
  case when b.kind = 'product' then pick(['therapeutic','therapeutic','therapeutic','platform_service','physical_product','data_software'], u(b.g, 19)) end as product_family,
  case when b.kind = 'product' then [pick(['drug','biologic','assay','reagent','software','service'], u(b.g, 20))] end as product_categories,
  case when b.kind = 'product' then entity_id('substance', b.j // 2) end as product_uid,
  null as pos_probability, null as pos_phase, null as pos_basis,
  case b.kind
    when 'company' then case when u(b.g, 21) < 0.3 then json_object('total_raised_usd', 1000000 * (1 + zipf(u(b.g, 22), 900)), 'rounds', 1 + zipf(u(b.g, 23), 8),
      'last', json_object('type', 'series ' || lower(letter(b.j % 5)), 'date', strftime(days_ago(u(b.g, 24), 2000), '%Y-%m-%d'), 'amount_usd', 1000000 * (1 + zipf(u(b.g, 25), 200)))) end
    when 'funding_event' then json_object('type', kind_of_deal, 'amount_usd', amount, 'currency', 'USD', 'date', strftime(happened, '%Y-%m-%d'), 'is_grant', kind_of_deal = 'grant')
  end::varchar as funding,
  case b.kind
    when 'paper' then json_object('pmid', (10000000 + b.j)::varchar, 'journal', 'Journal of ' || english(b.g % 185), 'published_at', strftime(happened, '%Y-%m-%d'),
      'abstract', words(b.g, 1000, 25 + b.g % 16), 'mesh', [english(b.g % 185), english((b.g * 7) % 185)])
    when 'patent' then json_object('publication_number', pick(['US','EP','WO'], u(b.g, 26)) || (1000000 + b.j) || 'A1', 'filed_at', strftime(happened, '%Y-%m-%d'),
      'published_at', strftime(happened + interval 540 day, '%Y-%m-%d'), 'cpc', ['A61K' || (b.g % 90), 'C07K' || (b.g % 50)])
    when 'trial' then json_object('nct', 'NCT' || lpad((1000000 + b.j)::varchar, 8, '0'), 'phase', pick(['phase 1','phase 2','phase 3','phase 1/2','phase 4','N/A'], u(b.g, 27)),
      'status', pick(['completed','recruiting','terminated','active'], u(b.g, 28)), 'start_date', strftime(happened, '%Y-%m-%d'),
      'conditions', [disease_name(t.d)], 'interventions', [code(b.g % 60000)], 'enrollment', 10 + zipf(u(b.g, 29), 3000))
    when 'approval' then json_object('application_number', 'BLA' || (100000 + b.j), 'agency', pick(['FDA','EMA'], u(b.g, 30)), 'approved_at', strftime(happened, '%Y-%m-%d'), 'route', pick(['oral','intravenous','subcutaneous'], u(b.g, 31)))
    when 'product' then json_object('brand', invented(b.g), 'generic', invented(b.g // 2 + 77), 'chembl_id', 'CHEMBL' || (1000 + b.j // 2))
    when 'target' then json_object('hgnc_id', 'HGNC:' || (b.j + 1), 'ensembl_id', 'ENSG' || lpad((b.j + 100000)::varchar, 11, '0'), 'uniprot', 'P' || lpad(b.j::varchar, 5, '0'), 'previous_symbols', [symbol(b.j + 40000) || 'Q'])
    when 'catalyst' then json_object('type', pick(['data_readout','pdufa','approval','adcom'], u(b.g, 32)), 'date', strftime(getvariable('as_of')::timestamp + to_days((u(b.g, 33) * 900 - 300)::int), '%Y-%m-%d'), 'date_precision', pick(['day','month','quarter'], u(b.g, 34)), 'status', 'expected')
    when 'funding_event' then json_object('type', kind_of_deal, 'award_id', 'AW' || b.j, 'awarded_at', strftime(happened, '%Y-%m-%d'), 'amount_usd', amount, 'is_grant', kind_of_deal = 'grant')
    when 'opportunity' then json_object('number', 'PAR-' || (20 + b.j % 6) || '-' || lpad((b.j % 999)::varchar, 3, '0'), 'agency', 'NIH', 'opens_at', strftime(happened, '%Y-%m-%d'), 'closes_at', strftime(happened + interval 400 day, '%Y-%m-%d'))
    when 'institution' then json_object('ror', '0' || left(md5('ror' || b.j), 8), 'country', pick(['United States','Germany','Japan','China','United Kingdom','France'], u(b.g, 35)), 'city', invented(b.g % 3000))
    when 'company' then json_object('country', pick(['United States','China','United Kingdom','Switzerland','Germany'], u(b.g, 35)), 'founded_year', 1980 + b.g % 44)
  end::varchar as attributes,
  pick(['registry', 'registry', 'curated', 'llm:extractor'], u(b.g, 36)) as source,
  days_ago(u(b.g, 37), 700) as observed_at,
  case when u(b.g, 38) < 0.9 then round(0.7 + 0.3 * u(b.g, 39), 2) end as identity_confidence,
  date_trunc('hour', days_ago(u(b.g, 40), 730)) as updated_at
from (
  select *,
    case kind
      when 'person' then given_name(floor(u(g, 41) * 36)::bigint) || ' ' || letter(floor(u(g, 42) * 26)::bigint) || ' ' || family_name(zipf(u(g, 43), 40000))
      when 'company' then upper(left(word(200 + j % 50000), 1)) || substr(word(200 + j % 50000), 2) || ' ' || pick(['Therapeutics','Bio','Pharma','Biosciences','Medicines','Genomics','Labs'], u(g, 44)) || case when u(g, 45) < 0.5 then ' Inc' else '' end
      when 'target' then symbol(j)
      when 'institution' then pick(['University of ','Institute of ','Center for ','Hospital of '], u(g, 46)) || upper(left(invented(j), 1)) || substr(invented(j), 2)
      when 'funder' then upper(left(invented(j + 5000), 1)) || substr(invented(j + 5000), 2) || ' ' || pick(['Ventures','Capital','Foundation','Fund'], u(g, 47))
      when 'product' then invented(g) || pick(['mab','tinib','cel','sen',''], u(g, 48))
      when 'program' then code(g % 60000) || ' ' || words(g, 50, 2)
      when 'technology' then words(g, 50, 2) || ' platform'
      when 'trial' then 'A study of ' || code(g % 60000) || ' in ' || words(g, 50, 5 + (g % 6)::int)
      when 'approval' then 'Approval of ' || invented(g)
      when 'catalyst' then code(g % 60000) || ' ' || words(g, 50, 3)
      when 'funding_event' then words(g, 50, 4)
      else words(g, 50, 6 + (g % 9)::int)
    end as name,
    days_ago(u(g, 60), 5500) as happened,
    pick(['grant','grant','seed','series a','series b','debt'], u(g, 61)) as kind_of_deal,
    case when u(g, 62) < 0.85 then 10000 * (1 + zipf(u(g, 63), 5000)) end as amount
  from base
) b
join tagged t using (kind, j);

create table flow as
select *, row_number() over () as f from (values
  ('authored', 'person', 'paper', 0.33), ('invented', 'person', 'patent', 0.09), ('assigned_to', 'patent', 'company', 0.035), ('assigned_to', 'patent', 'institution', 0.01),
  ('sponsors', 'company', 'trial', 0.025), ('sponsors', 'institution', 'trial', 0.015), ('investigates', 'person', 'trial', 0.04), ('affiliated_with', 'person', 'institution', 0.1),
  ('affiliated_with', 'person', 'company', 0.02), ('founded_by', 'company', 'person', 0.012), ('employs', 'paper', 'technology', 0.02), ('employs', 'company', 'technology', 0.02),
  ('employs', 'patent', 'technology', 0.015), ('targets', 'paper', 'target', 0.07), ('targets', 'patent', 'target', 0.03), ('targets', 'trial', 'target', 0.02), ('targets', 'product', 'target', 0.015),
  ('develops', 'company', 'program', 0.015), ('develops', 'company', 'product', 0.012), ('tested_in', 'program', 'trial', 0.02), ('tested_in', 'product', 'trial', 0.012),
  ('approval_of', 'approval', 'product', 0.003), ('holds', 'company', 'approval', 0.003), ('received', 'company', 'funding_event', 0.01), ('received', 'institution', 'funding_event', 0.006),
  ('awarded_by', 'funding_event', 'funder', 0.012), ('concerns', 'catalyst', 'product', 0.003), ('concerns', 'catalyst', 'program', 0.003), ('concerns', 'catalyst', 'trial', 0.003), ('offers', 'funder', 'opportunity', 0.003),
  ('announced_by', 'catalyst', 'company', 0.003), ('covers', 'patent', 'product', 0.004), ('collaborates_on', 'company', 'trial', 0.004), ('collaborates_on', 'institution', 'trial', 0.003),
  ('subsidiary_of', 'company', 'company', 0.001)
) as t(relation, source_kind, target_kind, share);

-- One end is drawn uniformly, the other with skew, so that degrees follow a power law.
create table edge_index as
select distinct relation, source_kind, alive(s) as s, target_kind, alive(t) as t
from (
  select
    relation, source_kind, target_kind,
    case when source_kind in ('paper', 'patent', 'approval', 'catalyst', 'funding_event', 'trial') then floor(u(e, 100 + f) * a.n)::bigint else skew(u(e, 100 + f), a.n) end as s,
    case when target_kind in ('paper', 'patent', 'trial', 'program', 'product', 'approval', 'funding_event', 'opportunity') then floor(u(e, 200 + f) * b.n)::bigint else skew(u(e, 200 + f), b.n) end as t
  from flow
  join share a on a.kind = source_kind
  join share b on b.kind = target_kind,
  range((getvariable('entities') * getvariable('degree') * share * 1.07)::bigint) as r(e)
);

create view edges as
select
  entity_id(source_kind, s) as source, relation, entity_id(target_kind, t) as target,
  case when u(s * 1000003 + t, 300) < 0.8 then date_trunc('hour', days_ago(u(s * 1000003 + t, 301), 3000)) end as observed_at,
  'registry' as origin
from edge_index;

create view provenance as
select entity_id(kind, j) as entity_id, field, case when confidence < 0.6 then 'llm:extractor' else 'registry' end as source, confidence,
  days_ago(u(g, 37), 700) as observed_at
from tagged, (values ('moa.target', 0), ('moa.modality', 1), ('moa.therapeutic_area', 2)) as x(field, n)
where is_tagged and state_of(j) = 'live' and u(g, 70 + n) < 0.7;

create view embeddings as
select entity_id(kind, j) as entity_id, list_transform(range(getvariable('dims')), lambda x: round(u(g, 400 + x) - 0.5 + 0.4 * sin(t * 0.37 + x), 4)::float) as vector
from tagged where state_of(j) = 'live' and u(g, 80) < getvariable('embedded');
