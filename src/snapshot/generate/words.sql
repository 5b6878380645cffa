-- Pseudo-random numbers and words computed from the row's number alone: no table, no state, the same for the same seed.

-- A number in [0, 1) from a row, a purpose and the seed.
create macro u(i, purpose) as (hash(i * 1048583 + purpose * 7919 + getvariable('seed')::bigint * 15485863) >> 11) / 9007199254740992.0;

-- Zipf with exponent 1 over 0 … n−1: the rank of a log-uniform number.
create macro zipf(x, n) as floor(pow(n + 1, x))::bigint - 1;

-- A power law without a dominating head: the degree of rank r falls as r^(−2/3).
create macro skew(x, n) as floor(n * pow(x, 3))::bigint;

create macro pick(list, x) as list[1 + floor(x * len(list))::bigint];

create macro syllable(k) as ['ba','be','bi','bo','ca','ce','co','cu','da','de','di','do','fa','fe','fi','ga','ge','go','ka','ke','ko','la','le','li','lo','lu',
  'ma','me','mi','mo','mu','na','ne','ni','no','pa','pe','pi','po','ra','re','ri','ro','ru','sa','se','si','so','su','ta','te','ti','to','tu','va','ve','vi','vo',
  'xa','xe','ya','ye','za','ze','zo','tra','pro','ster','phen','oxy','cyl','mab'][1 + k % 72];

create macro letter(k) as chr((65 + k % 26)::integer);

create macro symbol(k) as letter(k * 7 + 3) || letter(k // 26 * 11 + 5) || letter(k // 676 * 5 + k) || (1 + k % 97)::varchar
  || case when k % 11 = 0 then letter(k % 5) else '' end;

create macro code(k) as letter(k) || letter(k // 26) || letter(k // 7) || '-' || (1000 + k % 9000)::varchar;

create macro english(k) as ['cell','study','patients','treatment','cancer','protein','gene','expression','clinical','effect','disease','activity','receptor','analysis','inhibitor',
  'response','therapy','human','factor','tumor','role','growth','phase','method','binding','novel','acid','antibody','safety','efficacy','signaling','kinase','lung',
  'breast','model','chronic','acute','risk','trial','combination','composition','use','compound','inflammatory','immune','mutation','randomized','resistance','pathway',
  'diabetes','liver','brain','heart','cardiac','renal','viral','infection','vaccine','peptide','dose','metastatic','advanced','adult','children','controlled','targeting',
  'delivery','vector','sequence','synthesis','derivative','membrane','blood','plasma','serum','marker','imaging','survival','mice','stem','neuronal','stress','oxidative',
  'metabolism','insulin','glucose','lipid','obesity','asthma','pain','fibrosis','leukemia','lymphoma','melanoma','carcinoma','colorectal','prostate','ovarian','pancreatic',
  'gastric','hepatic','pulmonary','vascular','arterial','hypertension','stroke','dementia','depression','schizophrenia','epilepsy','arthritis','psoriasis','lupus','colitis',
  'transplant','antigen','cytokine','interferon','interleukin','chemokine','macrophage','lymphocyte','monoclonal','bispecific','conjugate','small','molecule','oral','topical',
  'inhaled','intravenous','formulation','bioavailability','pharmacokinetics','toxicity','biomarker','genomic','transcriptome','proteomic','screening','assay','structure',
  'crystal','domain','ligand','agonist','antagonist','modulator','degrader','transporter','channel','enzyme','hydrolase','protease','phosphatase','methylation','acetylation',
  'epigenetic','chromatin','transcription','translation','splicing','apoptosis','autophagy','senescence','proliferation','migration','invasion','angiogenesis','hypoxia',
  'microbiome','bacterial','fungal','parasite','malaria','tuberculosis','hepatitis','influenza','coronavirus','outcome','quality','care','prevention','diagnosis','prognosis'][1 + k];

create macro invented(k) as syllable(k) || syllable(k // 72) || syllable(k // 5 + 31) || ['in','ol','ase','ic','al','on','um','ide'][1 + k % 8];

-- The k-th most frequent word of a vocabulary of 60,000.
create macro word(k) as case
  when k < 185 then english(k)
  when k % 17 = 0 then symbol(k)
  when k % 23 = 0 then code(k)
  else invented(k) end;

-- Looking words up in a list takes a fifth of the time that spelling each again takes.
set variable vocabulary = (select list(word(k) order by k) from range(60000) as v(k));
create macro words(i, purpose, n) as array_to_string(list_select(getvariable('vocabulary'), list_transform(range(n), lambda x: 1 + zipf(u(i, purpose + x), 60000))), ' ');

create macro given_name(k) as ['Anna','Ben','Carla','David','Elena','Felix','Grace','Hugo','Ines','Jonas','Katya','Liam','Mei','Noah','Olga','Pedro','Quinn','Rosa','Sven','Tara',
  'Umar','Vera','Wei','Ximena','Yusuf','Zoe','José','Chloé','Björn','Anaïs','Søren','Łukasz','Priya','Kenji','Amara','Tomás'][1 + k % 36];
create macro family_name(k) as upper(left(syllable(k), 1)) || substr(syllable(k), 2) || syllable(k // 72) || ['son','ov','berg','i','sen','a','er','ez','ski','mann','wood','ton'][1 + k // 13 % 12];
