-- The words by which a modality or a therapeutic area is recognised in a text. All macros take text prepared by
-- plain_words.

-- A substance's class by its nonproprietary name: the stems of WHO's INN programme, as far as no common word ends in
-- them.
create or replace temp macro modality_by_stem(t) as case
  when regexp_matches(t, 'mab (vedotin|deruxtecan|tesirine|ozogamicin|govitecan|emtansine|mafodotin|ravtansine|soravtansine|tirumotecan|pelidotin)\b') then 'antibody-drug conjugate'
  when regexp_matches(t, '\b\w{3,}mab\b') then 'monoclonal antibody'
  when regexp_matches(t, '\b\w+cabtagene\b') then 'CAR-T cell therapy'
  when regexp_matches(t, '\b\w{3,}(parvovec|repvec|plasmid|gene \w+vec)\b') then 'gene therapy'
  when regexp_matches(t, '\b\w{3,}(leucel|temcel|tocel|tucel)\b') then 'cell therapy'
  when regexp_matches(t, '\b\w{3,}siran\b') then 'siRNA'
  when regexp_matches(t, '\b\w+(nersen|otersen|ontersen|sorsen|mersen|dirsen|lirsen|tolarsen|fersen|virsen|apersen)\b') then 'antisense oligonucleotide'
  when regexp_matches(t, '\b\w{3,}(nameran|lomeran|meran)\b') then 'mRNA'
  when regexp_matches(t, '\b\w+(glutide|enatide|reotide|actide|paratide|duglutide|pramlintide|fotide|catide|lutide|natide|ratide|motide|linaclotide|canatide|relin)\b') then 'peptide'
  when regexp_matches(t, '\b\w{3,}(sidase|sulfase|cerase|lipase) (alfa|beta|gamma)\b') then 'enzyme replacement'
  when regexp_matches(t, '\b\w+(nercept|bercept|tatercept|patercept|tacept|facept|onacept|cicept|kinra|poetin|grastim|gramostim|fermin|trotropin|matropin|desleukin)\b') then 'recombinant protein'
  when regexp_matches(t, '\b\w{2,}(tinib|ciclib|parib|rafenib|metinib|lisib|gliptin|gliflozin|vastatin|prazole|sartan|oxacin|xaban|gatran|dipine|degib|zomib|domide|orexant|caftor|gepant|triptan|setron|lukast|previr|buvir|asvir|tegravir|conazole|cillin|cycline|anserin|clax|sertib|rasib|denib|inostat|dustat|listat|buxostat|glustat)\b') then 'small molecule'
  end;

-- A class by words that name it, in the name of an intervention or program.
create or replace temp macro modality_by_word(t) as case
  when regexp_matches(t, '\b(antibody drug conjugates?|adc)\b') then 'antibody-drug conjugate'
  when regexp_matches(t, '\b(bispecific|t cell engager)\b') then 'bispecific antibody'
  when regexp_matches(t, '\b(car ?t|chimeric antigen receptor)\b') then 'CAR-T cell therapy'
  when regexp_matches(t, '\b(mabs?|monoclonal|antibod(y|ies))\b') then 'monoclonal antibody'
  when regexp_matches(t, '\b(crispr\w*|(gene|genome|base) editing)\b') then 'gene editing'
  when regexp_matches(t, '\b(gene therapy|aav\d+\w*|(r|sc)aav|aav (based|vector\w*|gene)|adeno associated|lentiviral)\b') then 'gene therapy'
  when regexp_matches(t, '\b(sirna|rnai|small interfering)\b') then 'siRNA'
  when regexp_matches(t, '\bantisense\b') then 'antisense oligonucleotide'
  when regexp_matches(t, '\b(vaccines?|vaccination|immunization)\b') then 'vaccine'
  when regexp_matches(t, '\bmrna\b') then 'mRNA'
  when regexp_matches(t, '\b(stem cells?|stromal cells?|cell therapy|til|nk cells?)\b') then 'cell therapy'
  when regexp_matches(t, '\benzyme replacement\b') then 'enzyme replacement'
  when regexp_matches(t, '\bpeptides?\b') then 'peptide'
  when regexp_matches(t, '\b(recombinant|fusion protein|insulin|interferon)\b') then 'recombinant protein'
  when regexp_matches(t, '\b(small molecule|kinase inhibitors?|tablets?|capsules?)\b') then 'small molecule'
  end;

-- A class by the words of a title, in which an antibody may be a patient's own, and mRNA what a cell expresses.
create or replace temp macro modality_by_title(t) as case
  when regexp_matches(t, '\bantibody drug conjugates?\b') then 'antibody-drug conjugate'
  when regexp_matches(t, '\bbispecific\b') then 'bispecific antibody'
  when regexp_matches(t, '\b(car t|chimeric antigen receptor)\b') then 'CAR-T cell therapy'
  when regexp_matches(t, '\b(monoclonal|anti \w+ antibod(y|ies)|neutralizing antibod(y|ies)|humanized antibod(y|ies))\b') then 'monoclonal antibody'
  when regexp_matches(t, '\b(gene|genome) editing\b') then 'gene editing'
  when regexp_matches(t, '\bgene therapy\b') then 'gene therapy'
  when regexp_matches(t, '\b(sirna|small interfering)\b') then 'siRNA'
  when regexp_matches(t, '\bantisense\b') then 'antisense oligonucleotide'
  when regexp_matches(t, '\b(vaccines?|vaccination)\b') then 'vaccine'
  when regexp_matches(t, '\b(cell therapy|stem cell transplantation)\b') then 'cell therapy'
  when regexp_matches(t, '\benzyme replacement\b') then 'enzyme replacement'
  end;

-- The classes that a patent's title states in so many words, the narrower one for a wider one that it contains. A title
-- about an assay, a way to make or store something, or a combination may name what is not its own.
create or replace temp macro title_modalities(t) as list_filter([
  case when regexp_matches(t, '\b(antibody|immuno) ?drug conjugates?\b|\badcs\b') then 'antibody-drug conjugate' end,
  case when regexp_matches(t, '\b(bi|tri|multi) ?specific\b') then 'bispecific antibody' end,
  case when regexp_matches(t, '\b(chimeric antigen receptors?|cars? t)\b') and not regexp_matches(t, '\b(macrophages?|monocytes?|nk|natural killer)\b') then 'CAR-T cell therapy' end,
  case when regexp_matches(t, '\b(sirnas?|(small|short) interfering (rna|ribonucleic|nucleic)\w*|rnai agents?)\b') then 'siRNA' end,
  case when regexp_matches(t, '\bantisense (oligo\w+|compounds?|nucleic|molecules?|therap\w+)\b') then 'antisense oligonucleotide' end,
  case when regexp_matches(t, '\b(mrna|messenger rna|messenger ribonucleic acid)s? (vaccin\w+|therap\w+|encoding|formulations?|lipid)\b|\b(modified|synthetic|therapeutic|vaccines? (comprising|using|based on)|delivery of) (mrna|messenger rna)s?\b') then 'mRNA' end,
  case when regexp_matches(t, '\b(crispr\w*|cas ?(9|12\w?)|(gene|genome|base|prime) (editing|editors?)|zinc finger nucleases?|talens?)\b') then 'gene editing' end,
  case when regexp_matches(t, '\b(gene therap(y|ies)|r?aav\d{0,2} (\w+ )?(vectors?|capsids?|virions?|particles?)|adeno associated (virus|viral)\w*( \w+)? (vectors?|capsids?|virions?|particles?|deliver\w*))\b') then 'gene therapy' end,
  case when regexp_matches(t, '\b(degraders?|protacs?|proteolysis targeting)\b') and not regexp_matches(t, '\b(o?estrogen receptor|serds?)\b') then 'targeted protein degrader' end,
  case when regexp_matches(t, '\bvaccines?\b') and not regexp_matches(t, '\bm ?rna|messenger') then 'vaccine' end,
  case when regexp_matches(t, '\b(monoclonal|humani[sz]ed|human|neutrali[sz]ing|chimeric|therapeutic|antagonist|agonist|domain) antibod(y|ies)|anti (\w+ ){1,4}antibod(y|ies)|antibod(y|ies) (to|against|that binds?|which binds?|binding|specific|directed|targeting)\b')
    and not regexp_matches(t, '\b(conjugate\w*|(bi|tri|multi) ?specific|chimeric antigen|cars? t)\b') then 'monoclonal antibody' end
], lambda m: m is not null);
-- A trial's title speaks of what was given before, or of what people think of it, more than of what is tried.
create or replace temp macro is_past(t) as regexp_matches(t, '\b(after|following|post|prior|previous\w*|failed|failure|received|progress\w* on|bridging|toxicit\w*|registry|register|uptake|acceptance|acceptability|hesitan\w*|attitudes?|knowledge|willing\w*|reminders?|educat\w*|surveys?|promot\w*|intention\w*|questionnaires?|decisions?|behavio\w*|text messag\w*|surveillance|effectiveness|imaging|biomarkers?|naive|experienced|refractory to|resistan\w*|recipients? of|managing|management of|prevent\w* of (cytokine|neurotox)\w*)\b');
create or replace temp macro is_aside(t) as regexp_matches(t, '\b(assays?|immunoassays?|detect\w*|diagnos\w*|measur\w*|quantif\w*|screen\w*|identif\w*|imaging|predict\w*|biomarkers?|combin\w*|together|produc(ing|tion)|manufactur\w*|prepar(ing|ation)|purif\w*|plants?|crops?|apparatus|devices?|systems? for|resist\w*|respons\w* to|autoantibod\w*|monitoring|selecting|databases?|libraries|library|models?)\b');

-- A therapeutic area by the words of a disease's name. The first match counts: a brain cancer is oncology.
create or replace temp macro area_of_words(t) as case
  when regexp_matches(t, '(cancer|carcinom|tumou?r|neoplas|leuka?emi|lymphom|melanom|sarcom|myelom|gliom|blastom|metasta|malignan|mesotheliom|meningiom|myelodysplas|adenoma|polycythemia vera|myelofibros|ependymoma|astrocytoma|waldenstrom|mycosis fungoides|sezary|lynch syndrome|mastocytos|histiocytos)') then 'oncology'
  when regexp_matches(t, '\b(covid\w*|sars|coronavir\w*|infect\w*|virus|viral|hiv|aids|hepatitis [abcde]|influenza|tubercul\w*|malaria\w*|sepsis|septic\w*|bacter\w*|pneumon(ia|iae|ias)|fung\w*|candid(a|iasis|emia)\w*|herpes\w*|rsv|chagas|parasit\w*|helminth\w*|cytomegalovirus|meningitis|meningococc\w*|dengue|ebola|zika|smallpox|anthrax|clostridi\w*|leishmania\w*|aspergill\w*|tinea|scabies|lice|leprosy|cholera|tetanus|am(o)?ebi\w*|pertussis|diphtheria|rubella|measles|mumps|impetigo|common cold|trypanosom\w*|onchocerc\w*|schistosom\w*|giardia\w*|molluscum|syphilis|gonorrh\w*|chlamydia\w*|tonsillitis|otitis media|osteomyelitis|(japanese|tick borne) encephalitis|poliomyelitis|rabies|typhoid|yellow fever|\w*orchiasis|dermatophyt\w*|filaria\w*|strongyloid\w*|ascaria\w*|toxoplasm\w*|histoplasm\w*|coccidioid\w*|cryptococc\w*|mucormycos\w*)\b') then 'infectious disease'
  when regexp_matches(t, '(mucopolysaccharid|gaucher|\bfabry|\bpompe|niemann|lysosomal|mitochondrial disease|rett syndrome|angelman|prader|duchenne|muscular dystroph|epidermolysis|hereditary angioedema|amyloidos|\bbatten\b|wilson disease|phenylketon|urea cycle|hypophosphatas|achondroplas|progeria|porphyria|glycogen storage|leukodystroph|leigh syndrome|bardet biedl|wolfram|osteogenesis imperfecta|ornithine|homocystinuri|fatty acid oxidation|noonan|fragile x|turner syndrome|joubert|myotonic dystroph|alagille|cystinos|alkaptonur|fibrodysplasia ossificans|amino acid decarboxylase|organic acid\w* acidemia|methylmalonic|propionic acid|tyrosin\w*emia|maple syrup|lipodystroph|usher syndrome)') then 'rare disease'
  when regexp_matches(t, '(schizo(phren|affect|typ|id)|depressi(on|ve)|\bdepressed|\bbipolar (disorder|depress|affect|mania|mood|i\b|ii\b|and related)|\bmani[ac]\w*|\bmood|autis|asperger|anxiety|psychos[ei]s|psychot|psychiat|mental (disorder|illness)|addict|alcoholi(sm|c intox)|(alcohol|nicotine|tobacco|drug|substance|cocaine|opioid|opiate|heroin|cannabis|amphetamine|metamphetamine|methamphetamine|sedative|benzodiazepine) (related disorder|depend|abuse|misuse|use disorder|withdrawal)|smoking cessation|post ?traumatic stress|traumatic stress|obsessive compulsive|eating disorder|binge eating|bulimi|anorexia nervosa|attention deficit|hyperactivity disorder|(\b|agora|social |claustro)phobi|\bpanic (disorder|attack)|\bagitation( (in|with|associated|due|related|and|dementia|alzheimer)\b|$)|suicid|catatoni|personality disorder|conduct disorder|adjustment disorder|dissociative|gambling)') then 'psychiatry'
  when regexp_matches(t, '(alzheimer|parkinson|dementia|multiple sclerosis|lateral sclerosis|epilep|seizure|migraine|headache|\bstroke|neuro|huntington|insomnia|narcolep|ataxia|spinal muscular|myasthen|cognit|nervous system|encephal(itis|omyel|opath)|fibromyalgia|vertigo|motion sickness|spastic|dystonia|\bbrain|cerebr|\bpain\b|opioid|opiate|tourette|tardive|sleep disorder|sleep wake|hypersomn|spinal cord|dravet|infantile spasm|lennox|\btremor|supranuclear|multiple system atrophy|neuralgi|subarachnoid|intellectual disab|microcephal|hydrocephal|\bpalsy|paralys|intracranial|restless legs|delirium|tinnitus|guillain|narcot|intoxicat|syncope)') then 'neurology'
  when regexp_matches(t, '(\bretin(a|al|o|itis)|macular|glaucom|ophthalm|uveit|dry eye|kerat(it|opath)|cataract|myopia|presbyop|\beyes?\b|cornea|\bvision|\bvisual|conjunctiv|blepharit|mydria|keratocon|stargardt|amauros|\bocular)') then 'ophthalmology'
  when regexp_matches(t, '(ana?emi|ha?emophil|thrombocyt|sickle|thalassa?emi|coagul|neutropen|ha?emoglobin|bleeding|iron deficien|antithrombin|fibrinogen|factor [vix]+ deficien|pyruvate kinase deficien|von willebrand|ha?emolytic)') then 'hematology'
  when regexp_matches(t, '(asthma|\bcopd\b|pulmonary|respirat|\blungs?\b|cystic fibrosis|bronch|\bards\b|\bcough|rhinit|nasal polyp|sinusit|sleep apn|antitrypsin|nasal cavity|nasal congest)') then 'respiratory'
  when regexp_matches(t, '(diabet|obes|metabol|lipid|cholesterol|\bnash\b|steatohepat|steatosis|thyroid|\bgout|osteopor|growth hormone|hormone|acromegal|cushing|adrenal|hypoglyc|hyperkal|phosphat|body weight|weight loss|overweight|endocrin|hypogonad|vitamin|scurvy|dwarfism|calca?emi|urica?emi|pituitar|triglycerid|chylomicr|graves|insulin resist|weight management|cachexi|sarcopeni|hyperphag|short stature|acidosis|malnutrit)') then 'metabolic'
  when regexp_matches(t, '(cardi|heart|hypertens|hypotens|blood pressure|atrial|coronary|vascular|thrombo|angina|myocard|atheroscl|\barter|embol|ventric|\baort|brugada|romano ward|(long|short) qt|fallot|tachycard|bradycard|aneurysm|varic|raynaud)') then 'cardiovascular'
  when regexp_matches(t, '(arthrit|lupus|psoria|dermatit|eczema|crohn|colitis|inflammatory bowel|immun|allerg|spondyl|alopecia areata|vitiligo|urticaria|celiac|scleroderma|transplant|graft|sjogren|hidradenit|pemphig|sarcoid|rheumat|vasculit|myositis|systemic sclerosis|behcet|agammaglob|mucocutaneous lymph|kawasaki|periodic fever|still s disease|anaphyla|igg4)') then 'immunology'
  when regexp_matches(t, '(kidney|\brenal|nephr|dialysis|\burin|\bbladder|peyronie|prostatic hyper|erectile|ejaculat|glomerul|\biga nephro|cystin\w*uria)') then 'nephrology and urology'
  when regexp_matches(t, '(gastr|bowel|liver|hepat|cholang|constipat|diarr|reflux|pancreat|ulcer|biliary|gall ?bladder|gallston|cholelith|esophag|\bgut\b|nausea|vomit|dyspeps|ha?emorrhoid|lactose|hirschsprung|intestin|\bcolic\b|ileus|anal fissur|appendic)') then 'gastroenterology'
  when regexp_matches(t, '(\bskin\b|\bacne|rosacea|\bwarts?\b|actinic|hyperhidros|prurit|\bwounds?\b|\bburns?\b|ichthyos|keratos|melasma|cellulite|alopeci|scars?\b|keloid)') then 'dermatology'
  when regexp_matches(t, '(pregnan|contracep|endometrio|infertil|preterm|\bovar|uterine|fibroid|vagin|breast feeding|\blabor\b|hot flash|postpartum|menopaus|leiomyoma|menorrh|menstru|lactation|premature birth|pre ?eclampsia|gestation|hypoactive sexual)') then 'women''s health'
  end;
-- Words that say another area than they are of: tumor necrosis factor is not a tumor, depressed breathing no mood, hyperthermia and hypertension are malignant without one, and a clot
-- is the blood's also in a lung.
create or replace temp macro area_of(s) as area_of_words(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(plain_words(s),
  'tumou?r necrosis factor', 'tnf', 'g'), 'hepatic encephalopath', 'hepatic', 'g'), 'malignant (hypert|syndrome)', '\1', 'g'), 'pseudotumou?r cerebri', 'intracranial hypertension', 'g'),
  'tumou?ral calcinosis', 'calcinosis', 'g'), 'pulmonary (thrombo)?embol', 'embol', 'g'), 'prostatic adenoma', 'prostatic hyperplasia', 'g'), 'blastomycos', 'fungal', 'g'),
  'organophosphate', '', 'g'), '(skin|foot|leg|pressure|decubitus|venous) ulcer', '\1 wound', 'g'), 'optic neur(opath|it)', 'optic eye ', 'g'), 'neurotrophic kerat', 'kerat', 'g'), '(respiratory|marrow|myocardial|spreading|st|ejection) depress\w*|depressed (skull|ejection|immun|myocard|respirat)', '\1\2', 'g'), 'opioid induced (constip|bowel)', '\1', 'g'));

-- A guess is only written if nothing is stated: it must never lower the confidence of a statement.
create or replace temp macro has_stated(c_target, c_modality, c_mechanism, c_area, c_disease) as
  coalesce(list_max([c_target, c_modality, c_mechanism, c_area, c_disease]), 0) >= getvariable('trusted');
-- Of several products with one target, the one that labels a work has the greatest: the surest target, then a told mechanism.
create or replace temp macro told_best(confidence, mechanism, product) as {confidence: coalesce(confidence, -1), told: mechanism is not null, id: product};
