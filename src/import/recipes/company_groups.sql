-- name: company_groups
-- title: Groups of companies, sponsors of trials with their parents
-- source: company groups
-- licence: MIT; the EU Trials Tracker's table of sponsors states no licence
-- attribution: EU Trials Tracker, Bennett Institute, University of Oxford (sponsor names); Clinical-Trial-Outcomes; biotech-screener;
--   subsidiary-tracker from SEC Exhibit 21 filings
-- url: https://github.com/ebmdatalab/euctr-tracker-data (normalized_sponsor_names.xlsx, saved as CSV); the others are lists of the same form
-- files: sponsors=euctr_sponsor_parents*.csv?, tickers=sponsor_to_parent_ticker*.csv?, aliases=company_aliases*.csv?, filers=sec_exhibit21_filers*.csv?
-- columns: sponsors=csv(name_of_sponsor normalized_name normalized_parent_name proof), tickers=csv(sponsor parent_ticker note),
--   aliases=csv(ticker company cik aliases), filers=csv(cik company_name)
-- as_of: 2026-05-01
-- priority: 35
-- keep: matched company
-- fills: Which company belongs to which (subsidiary_of), as it stands on the day of the lists and not on that of a trial; other
--   spellings and former names as aliases; CIK of companies that file Exhibit 21. Hospitals and universities, names that are two
--   ("X on behalf of Y") are left out. A ticker that may have passed to another company tells nobody's group; it is kept as a former one.

create macro as_of() as date '2026-05-01';
create temp table sponsor as
select trim(name_of_sponsor) as said, trim(normalized_name) as name, trim(normalized_parent_name) as parent, na(proof) as proof
from read_csv(getvariable('sponsors'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true, columns = {
  'name_of_sponsor': 'VARCHAR', 'normalized_name': 'VARCHAR', 'normalized_parent_name': 'VARCHAR', 'proof': 'VARCHAR', 'description': 'VARCHAR', 'notes': 'VARCHAR',
  'trial_count': 'VARCHAR', 'eudract_numbers': 'VARCHAR'})
where na(name_of_sponsor) is not null and na(normalized_name) is not null and not starts_with(normalized_parent_name, 'Unclear Sponsor Name');
create temp table by_ticker as
select trim(sponsor) as said, upper(trim(parent_ticker)) as ticker, lower(na(note)) as note
from read_csv(getvariable('tickers'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'sponsor': 'VARCHAR', 'parent_ticker': 'VARCHAR', 'note': 'VARCHAR'})
where na(sponsor) is not null and regexp_matches(upper(trim(parent_ticker)), '^[A-Z]{1,5}$');
create temp table alias_set as
select upper(trim(ticker)) as ticker, trim(company) as name, split_list(aliases, '|') as aliases
from read_csv(getvariable('aliases'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true,
  columns = {'ticker': 'VARCHAR', 'company': 'VARCHAR', 'cik': 'VARCHAR', 'aliases': 'VARCHAR', 'verified': 'VARCHAR', 'notes': 'VARCHAR'})
where na(company) is not null and regexp_matches(upper(trim(ticker)), '^[A-Z]{1,6}$');
create temp table filer as
select lpad(trim(cik), 10, '0') as cik, trim(company_name) as name, try_cast(num_subsidiaries as integer) as subsidiaries, try_cast(first_filing as date) as first_filing, try_cast(last_filing as date) as last_filing
from read_csv(getvariable('filers'), header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', store_rejects = true, columns = {
  'cik': 'VARCHAR', 'company_name': 'VARCHAR', 'num_subsidiaries': 'VARCHAR', 'num_filings': 'VARCHAR', 'first_filing': 'VARCHAR', 'last_filing': 'VARCHAR'})
where regexp_matches(trim(cik), '^\d+$') and na(company_name) is not null;

-- The majority of an organisation's spellings decides whether it is a company.
create temp table organisation as
select name from (select distinct said, name from sponsor)
group by name having coalesce(max(org_kind(name)), '') <> 'institution'
  and (max(org_kind(name)) = 'company' or count(*) filter (where org_kind(said) = 'company') > count(*) filter (where org_kind(said) = 'institution'));

-- Variants of a spelling: the same words apart from plural and legal form, or a misspelling.
create macro same_name(a, b) as org_match_key(a) = org_match_key(b)
  or (length(org_key(a)) >= 9 and left(org_key(a), 1) = left(org_key(b), 1) and damerau_levenshtein(org_key(a), org_key(b)) <= case when length(org_key(a)) >= 15 then 2 else 1 end);

create temp table spelling as
select distinct said, name, proof is not null as proven, same_name(said, name) as same
from sponsor
where name in (from organisation) and coalesce(org_kind(said), 'company') = 'company' and not is_generic_place(said) and length(org_key(said)) >= 3
  and not regexp_matches(plain_words(said), '\b(on behalf of|and or|formerly|represented by)\b') and not contains(said, ';');

-- An organisation with itself and another one as parent belongs to the other.
create temp table parent as
select name, min(parent) as parent, bool_or(proof is not null) as proven, min(proof) as proof from (
  select name, parent, proof from sponsor where name <> parent and name in (from organisation) and coalesce(org_kind(parent), 'company') = 'company'
) where not same_name(name, parent) group by name having count(distinct parent) = 1;

-- A ticker that was given up is another company's today, which the list does not say: only organisations listed as
-- owned count, and those under the ticker of a group in the alias sets.
create temp table listed as
select distinct on (org_key(said)) said, ticker, note from by_ticker
where (regexp_matches(lower(said), 'subsidiary|affiliate of|division of|member of|an? .* company$') or regexp_matches(note, 'owned by|jnj owns|subsidiary|acquired by|bought by') or (note is null and ticker in (select ticker from alias_set where len(aliases) > 1)))
  and not regexp_matches(coalesce(note, ''), 'delist|%|could|possib|prob') and coalesce(org_kind(said), 'company') = 'company'
order by org_key(said), note nulls last;

-- Tickers that were given up are those of the company that has their letters in its name (MRTX, Mirati Therapeutics); the letter by which foreign
-- shares and bankrupt companies are marked does not count. Whose ticker it is today decides the resolver.
create macro has_letters(name, ticker) as regexp_matches(replace(plain_words(name), ' ', ''), '^' || array_to_string(list_transform(string_split(lower(regexp_replace(ticker, '^(.{4})[FQY]$', '\1')), ''), lambda c: c || '.*'), ''));
create temp table former as
select ticker, min_by(said, {length: length(said), said: said}) as said from by_ticker
where length(ticker) >= 3 and coalesce(org_kind(said), 'company') = 'company' and not regexp_matches(lower(said), 'subsidiary|affiliate|division') and not regexp_matches(said, '(?i)\b(Europe|Global|Americas|' || country_words() || ')\b') and (has_letters(said, ticker) or has_letters(regexp_replace(said, '(?i)therapeutics', 'TX'), ticker) or has_letters(said || 'x', ticker))
group by ticker having count(distinct split_part(org_key(said), ' ', 1)) = 1;

create temp table other_name as
select ticker, name, alias, same_name(alias, name) or starts_with(org_key(name) || ' ', org_key(alias) || ' ') as same
from (select ticker, name, unnest(aliases) as alias from alias_set);

-- Only filers in the industry, by their name or because a list of sponsors has them.
create temp table kept_filer as
select * from filer
where regexp_matches(plain_words(name), '\b\w*(pharm|bio|thera|genet|genom|gene\b|medic|health|diagnos|surg|vaccin|onco|immun|drug|life|clinic|dental|ortho|cardi|neuro|derm|ophthal|scien|laborator|hospital|cell|cure)\w*\b')
  or org_key(name) in (select org_key(said) from spelling) or org_key(name) in (select org_key(name) from organisation) or org_key(name) in (select org_key(said) from listed);

create temp view entities as
select org_name_key('company', o.name) as key, 'company' as kind, min(o.name) as name, flatten(list(s.names)) as names
from (select name from organisation union select parent from parent) o
left join (select name, list({name: said, type: 'synonym'} order by said) as names from spelling where same and fold(said) <> fold(name) group by name) s using (name)
group by 1
union all by name
select org_name_key('company', said) as key, 'company' as kind, min(said) as name from spelling where not same group by 1
union all by name
select org_name_key('company', said) as key, 'company' as kind, min(said) as name from listed group by 1
union all by name
select org_name_key('company', said) as key, 'company' as kind, said as name, {first_filing: null::date, last_filing: null::date, subsidiaries_listed: null::integer, former_ticker: ticker} as attributes from former
union all by name
select 'ticker:' || ticker as key, 'company' as kind, name, ticker, list_filter(list({name: case when same then alias end, type: 'synonym'} order by alias), lambda n: n.name is not null) as names
from other_name group by ticker, name
union all by name
select org_name_key('company', alias) as key, 'company' as kind, min(alias) as name from other_name where not same group by 1
union all by name
select 'cik:' || cik as key, 'company' as kind, array_to_string(list_transform(string_split(lower(name), ' '), lambda w: upper(w[1]) || w[2:]), ' ') as name, cik, 'SEC Exhibit 21' as source,
  cik as source_record, {first_filing: first_filing, last_filing: last_filing, subsidiaries_listed: subsidiaries, former_ticker: null::varchar} as attributes
from kept_filer;

create temp view edges as
select org_name_key('company', said) as source_key, 'subsidiary_of' as relation, org_name_key('company', name) as target_key, case when bool_or(proven) then 0.85 else 0.8 end as confidence,
  'EU Trials Tracker' as origin, min(said) as source_record
from spelling where not same group by 1, 3
union all by name
select org_name_key('company', name) as source_key, 'subsidiary_of' as relation, org_name_key('company', parent) as target_key, case when proven then 0.95 else 0.85 end as confidence,
  'EU Trials Tracker' as origin, coalesce(proof, name) as source_record
from parent
union all by name
select org_name_key('company', said) as source_key, 'subsidiary_of' as relation, 'ticker:' || ticker as target_key,
  case when note is not null or regexp_matches(lower(said), 'subsidiary|affiliate|company of|a member of') then 0.9 else 0.8 end as confidence, 'Clinical-Trial-Outcomes' as origin, said as source_record
from listed
union all by name
select org_name_key('company', alias) as source_key, 'subsidiary_of' as relation, 'ticker:' || ticker as target_key, 0.85 as confidence,
  'biotech-screener' as origin, ticker as source_record
from other_name where not same;
