-- What recipes and the resolver may call. Every recipe's session has these.

-- Text, or null where a source writes that there is none.
create or replace temp macro na(s) as
  case when lower(trim(s)) in ('', 'na', 'n/a', 'null', 'none', 'unknown', '-') then null else trim(s) end;

-- Text out of a web page: character references (&#x2019; &#8217; &amp;) as the characters they stand for; one that stands
-- for none stays as it is.
create or replace temp macro reference_code(mark) as
  case when lower(mark[3]) = 'x' then ('0x' || mark[4:-2])::integer else mark[3:-2]::integer end;
create or replace temp macro plain_text(s) as case when not contains(s, '&') or not contains(s, ';') then s else
  replace(replace(replace(replace(replace(replace(
    list_reduce(
      list_prepend(s, list_filter(list_distinct(regexp_extract_all(s, '&#(?:[xX][0-9a-fA-F]{2,6}|[0-9]{2,7});')),
        lambda mark: reference_code(mark) between 32 and 55295 or reference_code(mark) between 57344 and 1114111)),
      lambda text, mark: replace(text, mark, chr(reference_code(mark)))),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', ''''), '&amp;', '&') end;

-- Lower case without accents; the letters that carry no separable accent are spelled out.
create or replace temp macro fold(s) as
  replace(replace(replace(replace(replace(replace(replace(lower(strip_accents(nfc_normalize(s))),
    'ß', 'ss'), 'ø', 'o'), 'æ', 'ae'), 'œ', 'oe'), 'ł', 'l'), 'đ', 'd'), 'ı', 'i');

-- The words of a folded name, one blank between: dots and apostrophes join (S.A. and A/S are sa and as), other marks part.
create or replace temp macro plain_words(s) as
  trim(regexp_replace(regexp_replace(regexp_replace(replace(fold(s), '&', ' and '), '\ba/s\b', 'as', 'g'), '[.''’`]', '', 'g'), '[^\p{L}\p{N}]+', ' ', 'g'));

create or replace temp macro without_legal_form(s) as
  regexp_replace(s,
    '^(.+?)(?: and)?(?: (?:inc|incorporated|corp|corporation|ltd|limited|llc|llp|lp|plc|sa|ag|gmbh|nv|bv|ab|as|asa|aps|spa|srl|sl|sas|sarl|kk|kg|co|company|companies|holding|holdings|pty|pte|oy|oyj|se|private|public))+(?: and)?$',
    '\1');

-- An organisation's name as it is compared: accents, case, punctuation, a leading "the", the legal form, a state
-- behind it (/DE/) and an abbreviation in brackets at its end (NCI) do not count.
-- KGaA counts: Merck KGaA and Merck & Co., Inc. are two companies.
create or replace temp macro org_key(name) as
  coalesce(
    nullif(without_legal_form(regexp_replace(plain_words(regexp_replace(regexp_replace(trim(name), '\s*/[A-Za-z]{2,4}/?$', ''), '(.)\s*\([A-Z][A-Z0-9&.-]{1,11}\)$', '\1')), '^the (.)', '\1')), ''),
    lower(trim(name)));

-- The same with a plural and its singular as one word: what is compared, never a key.
create or replace temp macro org_match_key(name) as regexp_replace(org_key(name), '\b(\w{4,}[^siu\W])s\b', '\1', 'g');

-- Whether a name reads like a company, like an institution, or like neither (null). Institutions are asked first.
create or replace temp macro org_kind(name) as case
  when regexp_matches(plain_words(name),
    '\b(univ\w*|hosp\w*|hopita\w*|ospedal\w*|klinik\w*|clinic|clinics|clinique|clinica|institut\w*|inst|istitut\w*|colleg\w*|school|faculty|academ\w*|akadem\w*|foundation|fundac\w*|fondation|fondazione|stiftung|trust|nhs|ministry|ministere|department|council|centre|center|centro|centrum|cancer|society|association|assoc|national|federal|agency|infirmary|charite|polytechn\w*|ecole|cnrs|inserm|csic|army|navy|secretary|government|govt|us health|health system|health service|healthcare system|assistance publique|consortium|network|cooperative group|administration|authority|veterans)\b')
    and not regexp_matches(plain_words(name), '\b(inc|llc|ltd|corp|gmbh|plc|limited|corporation)$') then 'institution'
  when regexp_matches(plain_words(name),
    '(\b(inc|llc|ltd|corp|corporation|gmbh|plc|limited|kgaa|company|llp|pharma\w*|farma\w*|therapeutic\w*|bio\w*|genetics|genomics|oncology|vaccines|laborator\w*|labs|medical|medicines|sciences|technolog\w*|diagnostics|devices|systems|immun\w*|industr\w*|chem\w*)\b|\b(ag|nv|bv|ab|sa|as|spa|srl|kk|aps|oy|co|lp|pty|pte|sas|se|ind)$)') then 'company'
  end;

-- A name that says what sort of place it is and nothing more ("University Hospital", "Research Site 12").
create or replace temp macro is_generic_place(name) as
  trim(regexp_replace(plain_words(name),
    '\b(the|a|of|and|for|in|at|de|du|la|site|sites|study|research|clinical|clinic|clinics|trial|trials|investigat\w*|local|institution|institute|hospital|hospitals|medical|medicine|center|centre|centers|university|general|unit|department|dept|division|cancer|health|healthcare|facility|location|multiple|various|recruiting|college|school|national|regional|office|contact|sponsor|us|usa|\d+\w*|[a-z]{1,2})\b', ' ', 'g')) = ''
  or regexp_matches(plain_words(name), '\b(investigat\w* sites?|clinical sites?|research sites?|study sites?|site \w*\d+|for additional information|call center)\b');

-- One vocabulary of trial phases.
create or replace temp macro phase(s) as (case regexp_replace(regexp_replace(lower(trim(s)), 'phase[ _]*', '', 'g'), '[\s,|/_&-]+', '/', 'g')
  when '1' then 'phase 1' when 'i' then 'phase 1' when 'early/1' then 'early phase 1'
  when '1/2' then 'phase 1/2' when 'i/ii' then 'phase 1/2'
  when '2' then 'phase 2' when 'ii' then 'phase 2'
  when '2/3' then 'phase 2/3' when 'ii/iii' then 'phase 2/3'
  when '3' then 'phase 3' when 'iii' then 'phase 3'
  when '4' then 'phase 4' when 'iv' then 'phase 4'
  when 'na' then 'not applicable' when 'n/a' then 'not applicable' when 'not/applicable' then 'not applicable' end);

-- One spelling of trial states: "Active, not recruiting" and ACTIVE_NOT_RECRUITING are one.
create or replace temp macro trial_status(s) as nullif(plain_words(replace(s, '_', ' ')), '');

-- A date written in any of the ways these sources write one, the first day where the day or month is left open; else null.
create or replace temp macro loose_date(s) as (
  case
    when regexp_matches(trim(s), '^\d{4}-\d{2}-\d{2}') then try_cast(left(trim(s), 10) as date)
    when regexp_matches(trim(s), '^\d{4}-\d{2}$') then try_cast(trim(s) || '-01' as date)
    when regexp_matches(trim(s), '^\d{4} [A-Z][a-z]{2} \d{1,2}') then try_strptime(regexp_extract(trim(s), '^\d{4} [A-Z][a-z]{2} \d{1,2}'), '%Y %b %d')::date
    when regexp_matches(trim(s), '^\d{4} [A-Z][a-z]{2}\b') then try_strptime(left(trim(s), 8), '%Y %b')::date
    when regexp_matches(trim(s), '^[A-Z][a-z]+ \d{1,2}, \d{4}$') then coalesce(try_strptime(trim(s), '%B %d, %Y'), try_strptime(trim(s), '%b %d, %Y'))::date
    when regexp_matches(trim(s), '^[A-Z][a-z]+ \d{4}$') then try_strptime(trim(s), '%B %Y')::date
    when regexp_matches(trim(s), '^\d{1,2}[/-]\d{1,2}[/-]\d{4}$') then try_strptime(replace(trim(s), '-', '/'), '%m/%d/%Y')::date
    when regexp_matches(trim(s), '^(19|20)\d{2}\b') then try_cast(left(trim(s), 4) || '-01-01' as date)
  end);

-- How exact such a date is: day, month, year, or null where it is none.
create or replace temp macro loose_date_precision(s) as (
  case
    when loose_date(s) is null then null
    when regexp_matches(trim(s), '^(\d{4}-\d{2}-\d{2}|\d{4} [A-Z][a-z]{2} \d{1,2}|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2}[/-])') then 'day'
    when regexp_matches(trim(s), '^(\d{4}-\d{2}$|\d{4} [A-Z][a-z]{2}\b|[A-Z][a-z]+ \d{4}$)') and loose_date(s) is not null then 'month'
    else 'year' end);

-- A natural key as it is compared: the prefix and, by scheme, the value in one case; a CIK with all its ten digits.
create or replace temp macro key_prefix(k) as lower(regexp_extract(k, '^\s*([A-Za-z][A-Za-z0-9_]*):', 1));
create or replace temp macro key_value(k) as trim(substr(trim(k), instr(trim(k), ':') + 1));
create or replace temp macro natural_key(k) as
  key_prefix(k) || ':' || case key_prefix(k)
    when 'cik' then case when length(key_value(k)) <= 10 then lpad(key_value(k), 10, '0') else key_value(k) end
    when 'doi' then lower(key_value(k)) when 'name' then lower(key_value(k)) when 'domain' then lower(key_value(k)) when 'ror' then lower(key_value(k))
    when 'nct' then upper(key_value(k)) when 'orcid' then upper(key_value(k)) when 'chembl' then upper(key_value(k))
    when 'hgnc' then upper(key_value(k)) when 'uniprot' then upper(key_value(k)) when 'symbol' then upper(key_value(k)) when 'ticker' then upper(key_value(k)) when 'patent' then upper(key_value(k))
    else key_value(k) end;
create or replace temp macro is_natural_key(k) as regexp_matches(k, '^\s*[A-Za-z][A-Za-z0-9_]*:\s*\S');

-- How much a key's scheme proves: 3 a registry's number, 2 a ticker or domain, 1 a source's own number, 0 a name.
create or replace temp macro key_strength(k) as case
  when key_prefix(k) in ('cik', 'ror', 'orcid', 'hgnc', 'chembl', 'nct', 'pmid', 'doi', 'patent', 'uei', 'lei', 'nda', 'ensembl', 'uniprot', 'drks') then 3
  when key_prefix(k) in ('ticker', 'domain') then 2
  when key_prefix(k) = 'name' then 0 else 1 end;

-- UUID version 5 (RFC 9562) of a text in biograph's own namespace.
create or replace temp macro uuid5_of_hash(h) as
  substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-5' || substr(h, 14, 3) || '-'
  || translate(substr(h, 17, 1), '0123456789abcdef', '89ab89ab89ab89ab') || substr(h, 18, 3) || '-' || substr(h, 21, 12);
create or replace temp macro uuid5(text) as uuid5_of_hash(sha1(unhex('b10c0de56a4f5e8b9d3c7f2a41e6c901') || encode(text)));

-- The identifier of a substance, the same across companies: by its ChEMBL id, else by its generic name.
create or replace temp macro substance_uid(chembl_id, generic) as
  uuid5('substance:' || coalesce(upper(trim(chembl_id)), plain_words(generic)));

-- A name as a slug: lower-case words with - between, at most 80 letters, cut between words.
create or replace temp macro slug_cut(s) as
  case when length(s) <= 80 then s else regexp_replace(left(s, 81), '-[^-]*$', '') end;
create or replace temp macro kebab(name) as
  left(slug_cut(trim(regexp_replace(regexp_replace(replace(fold(name), '&', ' and '), '[''’`]', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-')), 80);

-- A packed list ("a|b|c") as a list without blanks; null where nothing is in it.
create or replace temp macro split_list(s, separator) as
  nullif(list_filter(list_transform(string_split(s, separator), lambda x: trim(x)), lambda x: x <> ''), []);

-- The institution an address names: the part with a university's or hospital's name, not its department; null where none has one.
create or replace temp macro address_parts(s) as
  list_filter(list_transform(string_split(regexp_replace(s, '[;.]\s*$', ''), ','), lambda x: trim(regexp_replace(trim(x), '^(and|the|at|from) ', ''))),
    lambda x: org_kind(x) = 'institution' and not is_generic_place(x) and not regexp_matches(plain_words(x),
      '^(department|dept|departament\w*|departement|dipartimento|division|div|service|section|unit|laborator\w*|lab|labs|school of|faculty of|facultad de|college of|clinic for|clinic of|center for|centre for|institute of|institute for|program|group|graduate school|academy of)\b'));
create or replace temp macro main_institution(s) as coalesce(
  list_filter(address_parts(s), lambda x: regexp_matches(plain_words(x), '\buniv'))[1], address_parts(s)[1]);

-- A list without its empty entries, each once, in one order; null where nothing is left.
create or replace temp macro tidy(l) as nullif(list_sort(list_distinct(list_filter(l, lambda x: x is not null and trim(x) <> ''))), []);

-- The key of an organisation that is known by its name only.
create or replace temp macro org_name_key(kind, name) as 'name:' || kind || ':' || org_key(name);

-- A person known by name only is a person of one work: the key holds the work, and which one of several of that name it is.
create or replace temp macro author_key(author, work, nth) as
  'name:person:' || plain_words(author) || ':' || work || case when nth > 1 then ':' || nth else '' end;
-- "Doe, Jane A" as people write it.
create or replace temp macro given_first(author) as regexp_replace(trim(author), '^([^,]+), (.+)$', '\2 \1');

-- An ORCID out of an address or with its hyphens lost; null where it is none.
create or replace temp macro orcid(s) as
  nullif(regexp_extract(regexp_replace(upper(s), '(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])', '\1-\2-\3-\4'), '\d{4}-\d{4}-\d{4}-\d{3}[\dX]'), '');

-- A company within an address, by its legal form or trade.
create or replace temp macro company_in(address) as
  list_filter(list_transform(string_split(address, ','), lambda x: trim(x)),
    lambda x: org_kind(x) = 'company' and regexp_matches(plain_words(x), '\b(inc|ltd|gmbh|pharma\w*|therapeutics|biotech\w*|ag|bv|ab)\b'))[1];
-- The organisation an author's address names, and its kind: an institution, else a company by its legal form or trade.
create or replace temp macro affiliated(address) as {
  name: coalesce(main_institution(address), company_in(address)),
  kind: case when main_institution(address) is not null then 'institution' else 'company' end};

-- The full names of the institutes of NIH, by the codes that grants, awards and calls use.
create or replace temp macro nih_institute(code) as map_extract(map {
  'NIH': 'National Institutes of Health', 'NCI': 'National Cancer Institute', 'CA': 'National Cancer Institute',
  'NEI': 'National Eye Institute', 'EY': 'National Eye Institute',
  'NHLBI': 'National Heart, Lung, and Blood Institute', 'HL': 'National Heart, Lung, and Blood Institute',
  'NHGRI': 'National Human Genome Research Institute', 'HG': 'National Human Genome Research Institute',
  'NIA': 'National Institute on Aging', 'AG': 'National Institute on Aging',
  'NIAAA': 'National Institute on Alcohol Abuse and Alcoholism', 'AA': 'National Institute on Alcohol Abuse and Alcoholism',
  'NIAID': 'National Institute of Allergy and Infectious Diseases', 'AI': 'National Institute of Allergy and Infectious Diseases',
  'NIAMS': 'National Institute of Arthritis and Musculoskeletal and Skin Diseases', 'AR': 'National Institute of Arthritis and Musculoskeletal and Skin Diseases',
  'NIBIB': 'National Institute of Biomedical Imaging and Bioengineering', 'EB': 'National Institute of Biomedical Imaging and Bioengineering',
  'NICHD': 'Eunice Kennedy Shriver National Institute of Child Health and Human Development', 'HD': 'Eunice Kennedy Shriver National Institute of Child Health and Human Development',
  'NIDA': 'National Institute on Drug Abuse', 'DA': 'National Institute on Drug Abuse',
  'NIDCD': 'National Institute on Deafness and Other Communication Disorders', 'DC': 'National Institute on Deafness and Other Communication Disorders',
  'NIDCR': 'National Institute of Dental and Craniofacial Research', 'DE': 'National Institute of Dental and Craniofacial Research',
  'NIDDK': 'National Institute of Diabetes and Digestive and Kidney Diseases', 'DK': 'National Institute of Diabetes and Digestive and Kidney Diseases',
  'NIEHS': 'National Institute of Environmental Health Sciences', 'ES': 'National Institute of Environmental Health Sciences',
  'NIGMS': 'National Institute of General Medical Sciences', 'GM': 'National Institute of General Medical Sciences',
  'NIMH': 'National Institute of Mental Health', 'MH': 'National Institute of Mental Health',
  'NIMHD': 'National Institute on Minority Health and Health Disparities', 'MD': 'National Institute on Minority Health and Health Disparities',
  'NINDS': 'National Institute of Neurological Disorders and Stroke', 'NS': 'National Institute of Neurological Disorders and Stroke',
  'NINR': 'National Institute of Nursing Research', 'NR': 'National Institute of Nursing Research',
  'NLM': 'National Library of Medicine', 'LM': 'National Library of Medicine',
  'FIC': 'Fogarty International Center', 'TW': 'Fogarty International Center',
  'NCATS': 'National Center for Advancing Translational Sciences', 'TR': 'National Center for Advancing Translational Sciences',
  'NCCIH': 'National Center for Complementary and Integrative Health', 'AT': 'National Center for Complementary and Integrative Health',
  'NCRR': 'National Center for Research Resources', 'RR': 'National Center for Research Resources',
  'ORIP': 'Office of Research Infrastructure Programs', 'OD': 'NIH Office of the Director'
}, upper(trim(code)))[1];
-- A funder as a grant names it: "NIA NIH HHS" is the institute; null where nobody is named.
create or replace temp macro funder_name(agency) as
  coalesce(nih_institute(regexp_extract(trim(agency), '^([A-Z]+)( NIH)? HHS$', 1)), na(regexp_replace(trim(agency), '^(.+?)( NIH)? HHS$', '\1')));

-- Salts and hydrates at the end of a substance's name.
create or replace temp macro without_salt(words) as
  regexp_replace(words, '^(.*?\w{4,})(?: (?:(?:mono|di|tri|hemi|sesqui|tetra|penta)?(?:hydrochloride|hydrobromide|hydrate|sodium|potassium|calcium|nitrate|mesylate|maleate|tartrate|citrate|phosphate|sulfate|acetate|meglumine|lysine)|bitartrate|hcl|magnesium|besylate|besilate|tosylate|tosilate|fumarate|hemifumarate|succinate|malate|lactate|bromide|chloride|iodide|pamoate|embonate|edisylate|esylate|napsylate|gluconate|hyclate|tromethamine|arginine|erbumine|olamine|olaminee|diolamine|benzathine|oxalate|ditosylate|dimesylate|saccharate|stearate|anhydrous|hydroxide|sulphate|monohydrate|hydrogen|free base))+$', '\1');
-- A substance's name as it is compared: without the salt it is given as, unless the salt is all there is (sodium chloride)
-- or what is left is a mineral (zinc sulfate), and without the parts' order in a combination.
create or replace temp macro salt_free(words) as
  case when regexp_matches(without_salt(words), '^(sodium|potassium|calcium|magnesium|zinc|iron|ferrous|ferric|cupric|copper|lithium|aluminum|aluminium|ammonium|ammonia|silver|barium|strontium|bismuth|manganese|manganous|chromic|hydrogen|selenium|selenious|lanthanum|cesium|rubidium|thallous|gallium|gold|stannous|benzyl|benzalkonium|ethyl|methyl|choline|carbon|nitric|indium\w*|acid|monobasic|dibasic)( .*)?$') then words else without_salt(words) end;
create or replace temp macro substance_key(name) as nullif(array_to_string(list_sort(list_distinct(list_filter(
  list_transform(regexp_split_to_array(regexp_replace(name, '\s*\([^()]*\)\s*$', ''), ';|, | \+ |\+| / |/| and | with '), lambda x: salt_free(plain_words(x))), lambda x: x <> ''))), '+'), '');
-- The key of a product known by its substance's name only.
create or replace temp macro product_key(name) as 'name:product:' || substance_key(name);
-- An FDA proper name's four-letter suffix (emicizumab-kxwh), which tells makers apart and not substances.
create or replace temp macro without_suffix(name) as regexp_replace(trim(name), '^(.+[a-z])-[a-z]{4}$', '\1');

-- The modality a registry states itself, by classing all interventions of a trial alike; what names suggest is left to enrichment.
create or replace temp macro modality_of_types(types) as case types when ['device'] then 'device' when ['radiation'] then 'radiation'
  when ['procedure'] then 'procedure' when ['behavioral'] then 'behavioral intervention' when ['dietary supplement'] then 'dietary supplement' end;

-- A stub is known by its key only, and called by it: "PMID 20818904", "NCT01234567", "ENSG00000177455".
create or replace temp macro is_stub(name, record) as
  lower(trim(name)) in (lower(key_value(record)), key_prefix(record) || ' ' || lower(key_value(record)));

-- A name written in capitals as people write it: Lo Loestrin Fe. Words that hold a digit stay.
create or replace temp macro title_case(s) as case when trim(s) <> upper(trim(s)) then trim(s) else array_to_string(list_transform(string_split(trim(s), ' '),
  lambda w: case when regexp_matches(w, '\d') or length(w) = 1 then w else upper(w[1]) || lower(w[2:]) end), ' ') end;

-- The letters of the institute in an NIH award number: EY in 1R43EY036753-01 and R43EY036753; null for other numbers.
create or replace temp macro nih_code(number) as nullif(regexp_extract(upper(replace(trim(number), ' ', '')), '^\d?[A-Z]\d[A-Z0-9]([A-Z]{2})\d{6}', 1), '');
-- The key of an award: an NIH number is known everywhere, another agency's within that agency.
create or replace temp macro award_key(number, agency) as case when nih_code(number) is not null then 'award:' || upper(replace(trim(number), ' ', ''))
  else 'award:' || kebab(agency) || ':' || upper(regexp_replace(trim(number), '\s+', '', 'g')) end;

-- The key of a program: its company's key and its drug's name.
create or replace temp macro program_key(company_key, drug) as 'program:' || key_value(company_key) || ':' || plain_words(drug);

-- The words patent offices and FDA shorten, each with its shortest form first; languages are levelled where the offices do so.
create or replace temp macro short_words() as table
select unnest(forms) as word, forms[1] as short from (values
  (['univ', 'university', 'universite', 'universitaet', 'universitat', 'universita', 'universidad', 'universidade', 'universiteit', 'universitet']),
  (['inst', 'institute', 'institutes', 'institut', 'instituto', 'istituto']), (['hosp', 'hospital', 'hospitals']), (['coll', 'college']),
  (['res', 'research']), (['ctr', 'cent', 'center', 'centre']), (['pharm', 'pharms', 'pharma', 'pharmaceutical', 'pharmaceuticals']),
  (['tech', 'technol', 'technology', 'technologies']), (['sci', 'science', 'sciences', 'scientific']), (['nat', 'natl', 'national']), (['int', 'intl', 'international']),
  (['lab', 'labs', 'laboratory', 'laboratories']), (['chem', 'chemical', 'chemicals']), (['ind', 'inds', 'industry', 'industries']),
  (['biotech', 'biotechnology', 'biotechnologies']), (['med', 'medical', 'medicine']), (['acad', 'academy']), (['found', 'fdn', 'foundation']),
  (['dev', 'development']), (['prod', 'prods', 'product', 'products']), (['therap', 'theraps', 'therapeutic', 'therapeutics']), (['diag', 'diagnostic', 'diagnostics']),
  (['soc', 'society']), (['assoc', 'association']), (['agric', 'agricultural', 'agriculture']), (['biol', 'biological', 'biologicals', 'biologics']),
  (['vet', 'veterinary']), (['sys', 'system', 'systems']), (['grp', 'group']), (['hlth', 'health']), (['hlthcare', 'healthcare']), (['gen', 'general']),
  (['amer', 'america', 'american', 'am']), (['st', 'saint']), (['mfg', 'manufacturing']), (['polytech', 'polytechnic']), (['min', 'ministry']), (['rech', 'recherche'])
) v(forms);
-- Those of them that nobody writes in a full name.
create or replace temp macro is_short_form(word) as word in ('univ', 'inst', 'hosp', 'coll', 'res', 'ctr', 'cent', 'pharm', 'pharms', 'tech', 'technol', 'sci', 'nat', 'natl', 'intl', 'lab', 'labs', 'chem', 'ind', 'inds',
  'med', 'acad', 'found', 'fdn', 'dev', 'prod', 'prods', 'therap', 'theraps', 'diag', 'soc', 'assoc', 'agric', 'biol', 'vet', 'grp', 'hlth', 'hlthcare');

-- A person's name as it is compared: its words in one order, since patent offices write the family name first.
create or replace temp macro name_words(name) as list_filter(string_split(plain_words(name), ' '), lambda w: w <> '');
create or replace temp macro person_key(name) as array_to_string(list_sort(name_words(name)), ' ');
-- Family name and first initial, of a name whose family name stands last.
create or replace temp macro initial_key(name) as name_words(name)[-1] || ' ' || left(name_words(name)[1], 1);
-- A name with a family name and at least one given name written out; KX in "KX Sampler" is initials.
create or replace temp macro is_whole_name(name) as len(list_filter(regexp_split_to_array(trim(name), '[^\p{L}\p{M}''’]+'),
  lambda w: length(w) > 1 and not (regexp_matches(w, '^\p{Lu}{1,3}$') and name <> upper(name)))) >= 2 and length(name_words(name)[1]) > 1;

-- The fields of a mechanism that a row takes over from another, each with its confidence; what is not there is not told.
create or replace temp macro moa_taken(target, target_id, target_symbol, modality, mechanism, c_target, c_modality, c_mechanism) as list_filter([
  {field: case when target is not null then 'moa.target' end, confidence: c_target}, {field: case when target_id is not null then 'moa.target_id' end, confidence: c_target},
  {field: case when target_symbol is not null then 'moa.target_symbol' end, confidence: c_target},
  {field: case when modality is not null then 'moa.modality' end, confidence: c_modality}, {field: case when mechanism is not null then 'moa.mechanism' end, confidence: c_mechanism}
], lambda f: f.field is not null and f.confidence is not null);
