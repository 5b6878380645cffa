-- The words by which text tells a modality or a therapeutic area, and the names by which targets and diseases are found.

-- A substance's class from its nonproprietary name (the stems of WHO's INN programme) or from words that name the class.
create or replace temp macro modality_by_stem(t) as case
  when regexp_matches(t, 'mab (vedotin|deruxtecan|tesirine|ozogamicin|govitecan|emtansine|mafodotin|ravtansine|soravtansine|tirumotecan|ejfv|pelidotin)\b') then 'antibody-drug conjugate'
  when regexp_matches(t, '\b\w{3,}mab\b') then 'monoclonal antibody'
  when regexp_matches(t, '\b\w+cabtagene\b') then 'CAR-T cell therapy'
  when regexp_matches(t, '\b\w{3,}(parvovec|vec)\b') then 'gene therapy'
  when regexp_matches(t, '\b\w{3,}(leucel|cel)\b') then 'cell therapy'
  when regexp_matches(t, '\b\w{3,}siran\b') then 'siRNA'
  when regexp_matches(t, '\b\w{3,}(nersen|persen|gersen|lirsen|virsen|bersen|tersen|versen|dirsen|arsen|orsen|ersen)\b') then 'antisense oligonucleotide'
  when regexp_matches(t, '\b\w{3,}meran\b') then 'mRNA'
  when regexp_matches(t, '\b\w{3,}(glutide|reotide|actide|paratide|relin|morelin|tide)\b') then 'peptide'
  when regexp_matches(t, '\b\w{3,}(sidase|sulfase|cerase|lipase|pegvaliase) (alfa|beta|gamma)\b') then 'enzyme replacement'
  when regexp_matches(t, '\b(\w{3,}(cept|kinra|poetin|grastim|gramostim|ermin|somatropin|leukin)|insulin|interferon|aldesleukin|follitropin)\b') then 'recombinant protein'
  when regexp_matches(t, '\b\w{2,}(tinib|ciclib|parib|rafenib|metinib|lisib|gliptin|gliflozin|vastatin|prazole|sartan|oxacin|xaban|gatran|dipine|degib|zomib|domide|orexant|caftor|gepant|triptan|setron|lukast|previr|buvir|asvir|tegravir|conazole|cillin|cycline|anserin|clax|sertib|rasib|idenib|denib|stat)\b') then 'small molecule'
  end;

create or replace temp macro modality_by_word(t) as case
  when regexp_matches(t, '\b(antibody drug conjugates?|adc)\b') then 'antibody-drug conjugate'
  when regexp_matches(t, '\b(bispecific|bite|t cell engager)\b') then 'bispecific antibody'
  when regexp_matches(t, '\b(car ?t|cart|chimeric antigen receptor)\b') then 'CAR-T cell therapy'
  when regexp_matches(t, '\b(mabs?|monoclonal|antibod(y|ies))\b') then 'monoclonal antibody'
  when regexp_matches(t, '\b(gene therapy|aav\d*|adeno associated|lentiviral|crispr|gene editing)\b') then 'gene therapy'
  when regexp_matches(t, '\b(sirna|rnai|small interfering)\b') then 'siRNA'
  when regexp_matches(t, '\b(antisense)\b') then 'antisense oligonucleotide'
  when regexp_matches(t, '\b(vaccines?|vaccination|immunization)\b') then 'vaccine'
  when regexp_matches(t, '\b(mrna)\b') then 'mRNA'
  when regexp_matches(t, '\b(stem cells?|stromal cells?|cell therapy|til|nk cells?|t cells)\b') then 'cell therapy'
  when regexp_matches(t, '\b(enzyme replacement)\b') then 'enzyme replacement'
  when regexp_matches(t, '\b(peptides?)\b') then 'peptide'
  when regexp_matches(t, '\b(recombinant|fusion protein)\b') then 'recombinant protein'
  when regexp_matches(t, '\b(small molecule|kinase inhibitors?|tablets?|capsules?|oral)\b') then 'small molecule'
  end;

-- A therapeutic area from the words of a disease's name. The first that fits: a brain cancer is oncology.
create or replace temp macro area_of(t) as case
  when regexp_matches(t, '(cancer|carcinom|tumou?r|neoplas|leuk[a]?emi|lymphom|melanom|sarcom|myelom|gliom|blastom|metasta|malignan|mesotheliom|myelodysplas|adenoma|polycythemia vera|myelofibros)') then 'oncology'
  when regexp_matches(t, '\b(covid|sars|coronavir\w*|infect\w*|virus|viral|hiv|aids|hepatitis [bcd]|influenza|tubercul\w*|malaria\w*|sepsis|septic\w*|bacter\w*|pneumon\w*|fung\w*|candid\w*|herpes\w*|rsv|chagas|parasit\w*|helminth\w*|cytomegalovirus|mening\w*|dengue|ebola|zika|smallpox|anthrax|clostridi\w*|leishmania\w*|aspergill\w*)\b') then 'infectious disease'
  when regexp_matches(t, '(mucopolysaccharid|gaucher|fabry|pompe|niemann|lysosomal|mitochondrial disease|rett syndrome|angelman|prader|duchenne|muscular dystroph|epidermolysis|hereditary angioedema|amyloidos|batten|wilson disease|phenylketon|urea cycle|hypophosphatas|achondroplas|progeria|porphyria)') then 'rare disease'
  when regexp_matches(t, '(alzheimer|parkinson|dementia|sclerosis|epilep|seizure|migraine|headache|stroke|neuro|huntington|schizophren|depress|bipolar|autis|anxiety|insomnia|narcolep|ataxia|spinal muscular|myasthen|cognit|psychos|psychiat|attention deficit|dystonia|brain|cerebr|pain\b|opioid|addict|tourette|tardive)') then 'neurology'
  when regexp_matches(t, '(retin|macular|glaucom|ophthalm|uveit|dry eye|keratit|cataract|myop|presbyop|eye\b|vision|conjunctiv|blepharit)') then 'ophthalmology'
  when regexp_matches(t, '(an[a]?emi|h[a]?emophil|thrombocyt|sickle|thalass[a]?emi|coagul|neutropen|h[a]?emoglobin|bleeding|iron deficien|von willebrand|h[a]?emolytic|blood)') then 'hematology'
  when regexp_matches(t, '(asthma|copd|pulmonary|respirat|lung|cystic fibrosis|bronch|ards|cough|rhinit|nasal polyp|sinusit)') then 'respiratory'
  when regexp_matches(t, '(diabet|obes|metabol|lipid|cholesterol|nash\b|steatohepat|steatosis|thyroid|gout|osteopor|growth hormone|hormone|acromegal|cushing|adrenal|hypoglyc|hyperkal|phosphat|weight|endocrin|hypogonad|menopaus)') then 'metabolic'
  when regexp_matches(t, '(cardi|heart|hypertens|atrial|coronary|vascular|thrombo|angina|myocard|atheroscl|arter|embol|ventric|aort)') then 'cardiovascular'
  when regexp_matches(t, '(arthrit|lupus|psoria|dermatit|eczema|crohn|colitis|inflammatory bowel|immun|allerg|spondyl|alopecia|vitiligo|urticaria|celiac|scleroderma|transplant|graft|sjogren|hidradenit|pemphig|sarcoid|rheumat|vasculit|myositis)') then 'immunology'
  when regexp_matches(t, '(kidney|renal|nephr|dialysis|urin|bladder|prostatic hyper)') then 'nephrology and urology'
  when regexp_matches(t, '(gastr|bowel|liver|hepat|cholang|constipat|diarr|reflux|pancreat|ulcer|biliary|esophag|gut\b)') then 'gastroenterology'
  when regexp_matches(t, '(skin|acne|rosacea|wart|actinic|hyperhidros|pruritus|wound|burn)') then 'dermatology'
  when regexp_matches(t, '(pregnan|contracep|endometrio|infertil|preterm|ovar|uterine|fibroid|vagin|breast feeding|labor)') then 'women''s health'
  end;

-- The words of a disease's name in one order and number, so that "Diabetes Mellitus, Type 2" is "type 2 diabetes mellitus".
create or replace temp macro disease_key(s) as array_to_string(list_sort(list_distinct(list_filter(
  list_transform(string_split(plain_words(s), ' '), lambda w: case when length(w) > 4 and regexp_matches(w, '[^siu]s$') then left(w, -1) else w end),
  lambda w: w not in ('', 'of', 'the', 'and', 'in', 'disorder')))), ' ');

create table disease_name as
select disease_key(name) as name_key, min(id) as id from (
  select id, label as name from disease union select id, unnest(synonyms) from disease
) where disease_key(name) <> '' group by 1 having count(distinct id) = 1;

-- Another registry's id of a disease, where it is the exact counterpart of one term only.
create table disease_xref as
select xref, min(id) as id from (select id, upper(unnest(xrefs)) as xref from disease) group by 1 having count(distinct id) = 1;

-- A target by Ensembl id, symbol, and those aliases and previous symbols that are nobody else's.
create table target_name as
with gene as (
  select natural_key, name as symbol, attributes ->> 'ensembl_id' as ensembl, aliases from entity
  where kind = 'target' and state = 'live' and starts_with(natural_key, 'hgnc:')
), exact as (
  select fold(symbol) as name_key, symbol, ensembl from gene
  union all select fold(ensembl), symbol, ensembl from gene where ensembl is not null
), other as (
  select name_key, any_value(symbol) as symbol, any_value(ensembl) as ensembl
  from (select fold(unnest(aliases)) as name_key, symbol, ensembl from gene) group by 1 having count(distinct symbol) = 1
)
select name_key, min(symbol) as symbol, min(ensembl) as ensembl, true as is_exact from exact group by 1
union all
select name_key, symbol, ensembl, false from other where name_key not in (select name_key from exact);

-- A guess is only written where nothing is stated: it must never lower the trust in what is.
create or replace temp macro has_stated(c_target, c_modality, c_mechanism, c_area, c_disease) as
  coalesce(list_max([c_target, c_modality, c_mechanism, c_area, c_disease]), 0) >= getvariable('trusted');
