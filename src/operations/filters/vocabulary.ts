import {parse} from 'csv-parse/sync';
import {fileText} from '../../inline.ts';
import {CONTINENTS, COUNTRIES, countryOfCode} from '../../schema/countries.ts';
import {NIH_INSTITUTES} from '../../schema/nih-institutes.ts';
import {looseForms} from '../../text/words.ts';
import {isWithinOne} from '../names/near.ts';
import {RECEPTORS} from '../names/receptors.ts';
import {phaseOf} from './phases.ts';

const TARGETS = fileText('../../import/vocabulary/targets.csv', import.meta.url);

/** Diseases that people call by the name of whom they are called after alone, unless it is mostly somebody's (Wilson, Hunter). */
const EPONYMS = Object.entries({
  disease:
    'Behcet Castleman Danon Erdheim-Chester Graves Hirschsprung Hodgkin Kawasaki Krabbe Meniere Menkes Niemann-Pick Peyronie Raynaud Sandhoff Sjogren Takayasu Tay-Sachs Whipple Wolman',
  syndrome:
    'Alport Bardet-Biedl Bartter Budd-Chiari Cushing Ehlers-Danlos Fanconi Gitelman Guillain-Barre Hurler Klinefelter Loeys-Dietz Marfan Noonan Peutz-Jeghers Prader-Willi Sanfilippo Sezary Stevens-Johnson Tourette Usher',
}).flatMap(([kind, names]) => names.split(' ').map((name) => [`${name} ${kind}`, name]));

/** Synonyms of a value of a field, any of which a graph may use. */
const SAME: Record<string, readonly (readonly string[])[]> = {
  phase: [
    ['early phase 1', 'phase 0', 'early phase i', '0'],
    ['phase 1', 'phase i', '1', 'i', 'p1'],
    ['phase 1/2', 'phase 1/phase 2', 'phase i/ii', '1/2', 'i/ii', 'phase 1, phase 2', 'phase 1b/2', 'phase 1|phase 2'],
    ['phase 2', 'phase ii', '2', 'ii', 'p2', 'phase 2a', 'phase 2b'],
    ['phase 2/3', 'phase 2/phase 3', 'phase ii/iii', '2/3', 'ii/iii', 'phase 2, phase 3', 'phase 2|phase 3'],
    ['phase 3', 'phase iii', '3', 'iii', 'p3', 'pivotal'],
    ['phase 4', 'phase iv', '4', 'iv', 'p4', 'post-marketing'],
    ['not applicable', 'n/a', 'na', 'none'],
  ],
  status: [
    ['recruiting', 'open', 'enrolling', 'currently recruiting'],
    ['not yet recruiting', 'planned', 'upcoming'],
    ['active, not recruiting', 'active not recruiting', 'ongoing', 'not recruiting', 'no longer recruiting'],
    ['completed', 'complete', 'finished', 'ended'],
    ['terminated', 'stopped', 'halted'],
    ['withdrawn', 'cancelled', 'canceled'],
    ['suspended', 'on hold', 'paused'],
    ['unknown status', 'unknown'],
    ['enrolling by invitation', 'by invitation'],
  ],
  agency: [
    ['FDA', 'US FDA', 'Food and Drug Administration', 'U.S. Food and Drug Administration'],
    ['EMA', 'European Medicines Agency', 'EC', 'European Commission'],
    ['PMDA', 'Pharmaceuticals and Medical Devices Agency', 'MHLW'],
    ['MHRA', 'Medicines and Healthcare products Regulatory Agency'],
    ['NMPA', 'CFDA', 'National Medical Products Administration'],
    ...NIH_INSTITUTES.map(([name, acronym]) => [acronym, name]),
  ],
  country: COUNTRIES,
  modality: [
    ['small molecule', 'small molecules', 'small-molecule drug', 'SMOL', 'chemical'],
    ['peptide', 'peptides'],
    ['recombinant protein', 'recombinant proteins', 'protein', 'proteins', 'biologic protein', 'fusion protein'],
    ['monoclonal antibody', 'monoclonal antibodies', 'mAb', 'mAbs', 'monoclonal'],
    ['bispecific antibody', 'bispecific antibodies', 'bispecific', 'bispecifics', 'BsAb'],
    ['antibody-drug conjugate', 'antibody-drug conjugates', 'ADC', 'ADCs', 'antibody drug conjugate (ADC)'],
    ['CAR-T cell therapy', 'CAR-T', 'CART', 'CAR T cells', 'CAR-T cells', 'chimeric antigen receptor'],
    ['cell therapy', 'cell therapies', 'cellular therapy', 'cell-based therapy'],
    ['gene therapy', 'gene therapies', 'AAV', 'AAV gene therapy'],
    ['gene editing', 'genome editing', 'CRISPR', 'base editing'],
    ['antisense oligonucleotide', 'antisense oligonucleotides', 'ASO', 'ASOs', 'antisense'],
    ['siRNA', 'siRNAs', 'RNAi', 'small interfering RNA', 'RNA interference'],
    ['mRNA', 'messenger RNA', 'mRNA therapeutic'],
    ['vaccine', 'vaccines'],
    ['enzyme replacement', 'enzyme replacement therapy', 'ERT'],
    [
      'targeted protein degrader',
      'PROTAC',
      'PROTACs',
      'degrader',
      'degraders',
      'protein degrader',
      'TPD',
      'protein degradation',
      'targeted protein degradation',
    ],
    ['radioligand', 'radioligands', 'radioligand therapy', 'radiopharmaceutical', 'RLT'],
    ['microbiome', 'live biotherapeutic', 'microbiota'],
  ],
  therapeutic_area: [
    ['oncology', 'cancer', 'cancers', 'tumor', 'tumour', 'neoplasms', 'oncology/hematology'],
    ['neurology', 'neurological'],
    ['cardiovascular', 'cardiology', 'heart', 'cardiac', 'cardiovascular disease'],
    ['metabolic', 'metabolism', 'endocrinology', 'diabetes', 'metabolic/endocrine', 'metabolic disease'],
    ['immunology', 'immune', 'autoimmune', 'inflammation', 'immunology/inflammation', 'autoimmunity'],
    ['infectious disease', 'infectious diseases', 'infection', 'infections', 'anti-infective', 'virology'],
    ['respiratory', 'pulmonology', 'lung', 'pulmonary', 'respiratory disease'],
    ['ophthalmology', 'eye', 'ocular'],
    ['dermatology', 'skin'],
    ['hematology', 'haematology', 'blood'],
    ['gastroenterology', 'gastrointestinal', 'GI'],
    ['rare disease', 'rare diseases', 'orphan'],
    ['psychiatry', 'mental health', 'psychiatric', 'addiction medicine'],
    ['nephrology', 'nephrology and urology', 'renal', 'kidney', 'urology', 'urological'],
    ['musculoskeletal', 'rheumatology', 'bone'],
  ],
  // Besides the project's list of targets, which is read once a target is asked for (readTargets).
  target: [
    ['TNF', 'TNF-alpha', 'TNFa', 'tumor necrosis factor'],
    ['ESR1', 'estrogen receptor', 'oestrogen receptor', 'ER-alpha'],
    ['CALCRL', 'CGRP receptor'],
    ['PSEN1', 'gamma secretase'],
    // Short names that a text may mean otherwise, so that no source is read by them.
    ['CHRM1', 'M1', 'muscarinic M1'],
    ['CHRM3', 'M3', 'muscarinic M3'],
    ['CHRM4', 'M4', 'muscarinic M4'],
    ['DRD2', 'D2', 'dopamine D2'],
    ['DRD1', 'D1', 'dopamine D1'],
    ['DRD3', 'D3', 'dopamine D3'],
    ['OPRK1', 'kappa opioid'],
    ['OPRD1', 'delta opioid'],
    ['AVPR2', 'V2', 'vasopressin V2'],
    ['AVPR1A', 'V1a', 'vasopressin V1a'],
    ['AURKA', 'Aurora A'],
    ['integrin alpha-V/beta-6', 'avb6'],
    ['voltage-gated calcium channel', 'alpha2delta', 'alpha-2-delta'],
    ['SARS-CoV-2 spike protein', 'spike'],
    ['helicase/primase', 'HSV helicase', 'helicase-primase'],
  ],
  // Abbreviations that mean something else in a text (PSA is an antigen), so that no source is read by them.
  disease: [
    ['psoriatic arthritis', 'PsA'],
    ['sickle cell disease', 'sickle cell', 'SCD'],
    ['plasma cell myeloma', 'multiple myeloma', 'MM'],
    ['Crohn disease', "Crohn's disease", 'CD'],
    ['Huntington disease', "Huntington's disease", 'Huntington', 'HD'],
    ['dry eye syndrome', 'dry eye disease', 'DED'],
    ['liver disease', 'liver disorder', 'hepatology'],
    ['acquired polycythemia vera', 'polycythemia vera', 'PV'],
    ['erectile dysfunction', 'ED'],
    ['prurigo nodularis', 'PN'],
    ['primary cutaneous T-cell lymphoma', 'cutaneous T-cell lymphoma', 'CTCL'],
    ['chronic rhinosinusitis with nasal polyps', 'CRSwNP'],
    ['primary sclerosing cholangitis', 'PSC'],
    ['diabetic macular edema', 'DME'],
    ['heart failure', 'HF'],
    ['X-linked adrenoleukodystrophy', 'adrenoleukodystrophy', 'ALD'],
    ['retinitis pigmentosa', 'RP'],
    ['pulmonary embolism', 'PE'],
    ['myocardial infarction', 'MI', 'heart attack'],
    ['human papilloma virus infection', 'HPV'],
    ['Becker muscular dystrophy', 'BMD'],
    ['Friedreich ataxia', 'FA'],
    ['hepatic encephalopathy', 'HE'],
    ['hereditary ATTR amyloidosis', 'transthyretin amyloidosis', 'ATTR', 'hATTR'],
    ['AL amyloidosis', 'AL'],
    ['lupus nephritis', 'LN'],
    ['ankylosing spondylitis', 'AS'],
    ['hepatorenal syndrome', 'HRS'],
    ['squamous cell carcinoma', 'SCC'],
    ['alopecia areata', 'AA'],
    ['interstitial cystitis', 'IC'],
    ['varicella zoster infection', 'VZV'],
    ['dystrophic epidermolysis bullosa', 'DEB'],
    ['bacterial vaginosis', 'BV'],
    ['staphylococcus aureus infection', 'MRSA'],
    ['hepatic veno-occlusive disease', 'VOD'],
    ['clostridium difficile infection', 'C diff', 'C difficile'],
    ...EPONYMS,
  ],
};

/** Words for several values. */
const SEVERAL: Record<string, Record<string, readonly string[]>> = {
  country: CONTINENTS,
  modality: {
    antibody: ['monoclonal antibody', 'bispecific antibody'],
    antibodies: ['monoclonal antibody', 'bispecific antibody'],
    oligonucleotide: ['antisense oligonucleotide', 'siRNA'],
    RNA: ['mRNA', 'siRNA', 'antisense oligonucleotide'],
    biologic: ['monoclonal antibody', 'bispecific antibody', 'antibody-drug conjugate', 'recombinant protein'],
    biologics: ['monoclonal antibody', 'bispecific antibody', 'antibody-drug conjugate', 'recombinant protein'],
  },
  therapeutic_area: Object.fromEntries(
    ['CNS', 'central nervous system', 'neuroscience', 'neuropsychiatry'].map((word) => [
      word,
      ['neurology', 'psychiatry'],
    ]),
  ),
  disease: Object.fromEntries(
    ['neoplasm', 'neoplasms', 'tumor', 'tumors'].map((word) => [word, ['neoplasm', 'cancer']]),
  ),
};

/** Words of which nobody can tell what is meant: shown instead of an answer. */
const AMBIGUOUS: Record<string, Record<string, readonly string[]>> = {
  disease: {AD: ['Alzheimer disease', 'atopic eczema']},
};

/** What a field's values may include without being called so: suggested where a graph has no such value. */
const WIDER: Record<string, readonly (readonly [value: string, includes: readonly string[]])[]> = {
  therapeutic_area: [
    ['neurology', ['psychiatry', 'mental health', 'psychiatric', 'pain', 'analgesia', 'anesthesiology', 'sleep']],
    ['psychiatry', ['psychology', 'addiction']],
    ['gastroenterology', ['hepatology', 'liver', 'hepatic', 'liver disease']],
    ['metabolic', ['hepatology', 'liver', 'hepatic', 'obesity', 'endocrine', 'nutrition']],
    ['immunology', ['rheumatology', 'musculoskeletal', 'allergy', 'transplantation', 'transplant']],
    ['rare disease', ['genetics', 'genetic disease', 'genetic diseases', 'musculoskeletal', 'neuromuscular']],
    ['infectious disease', ['vaccines', 'bacteriology', 'parasitology', 'tropical medicine']],
    ["women's health", ['gynecology', 'obstetrics', 'fertility', 'reproductive health', 'maternal health']],
    ['nephrology and urology', ['genitourinary', "men's health"]],
    ['cardiovascular', ['vascular', 'stroke', 'thrombosis']],
  ],
};

const meanings = new Map<string, readonly string[]>();
for (const [field, sets] of Object.entries(SAME))
  for (const words of sets) for (const word of words) for (const key of keysOf(field, word)) add(key, words);
for (const [field, words] of Object.entries(SEVERAL))
  for (const [word, meant] of Object.entries(words)) for (const key of keysOf(field, word)) meanings.set(key, meant);

/** What a word is compared by: phases by their numbers, others by their loose spellings. */
function keysOf(field: string, word: string): string[] {
  const phase = field === 'phase' ? phaseOf(word) : undefined;
  return phase === undefined ? looseForms(word).map((form) => `${field}~${form}`) : [`phase=${phase}`];
}

function add(key: string, words: readonly string[]): void {
  if (!meanings.has(key)) meanings.set(key, words);
}

/** The names of targets by which sources are read mean the same in a filter (NS5B, 3CLpro); read once asked for. */
let isTargetsRead = false;
/** By the keys of a name: the members of a family of targets, and the families of a member. */
const kin = new Map<string, string[]>();
function readTargets(): void {
  isTargetsRead = true;
  const rows: Record<'label' | 'symbols' | 'words', string>[] = parse(TARGETS, {columns: true});
  for (const {label, symbols, words} of rows) {
    const name = label || symbols;
    const members = symbols.split('|');
    if (members.length > 1 && members.length <= LARGEST_FAMILY) {
      for (const word of [label, ...words.split('|')].filter(Boolean)) addKin(word, members);
      if (label !== '') for (const member of members) addKin(member, [label]);
    }
    if (name === '' || (label === '' && symbols.includes('|'))) continue;
    const all = [name, ...words.split('|').filter(Boolean)];
    for (const word of all.slice(1)) for (const key of keysOf('target', word)) add(key, all);
  }
  for (const [ligand, receptors] of Object.entries(RECEPTORS)) addKin(ligand, receptors);
}

/** A family of more members says little of each. */
const LARGEST_FAMILY = 6;

function addKin(name: string, others: readonly string[]): void {
  for (const key of keysOf('target', name)) kin.set(key, [...(kin.get(key) ?? []), ...others]);
}

/**
 * The members of a family of targets, or the families of a member, by any name: a JAK inhibitor may be recorded as one of JAK1, one of VEGFR2 as
 * one of all VEGF receptors. Empty for other targets, and for families of more than six.
 */
export function kinOfTarget(name: string): readonly string[] {
  const names = [name, ...meaningsOf('target', name)];
  return [...new Set(names.flatMap((one) => keysOf('target', one).flatMap((key) => kin.get(key) ?? [])))];
}

/** The values that people may mean by a word, of which a graph has some. Empty for words that only mean themselves. */
export function meaningsOf(field: string, word: string): readonly string[] {
  if (field === 'target' && !isTargetsRead) readTargets();
  const named = (field === 'country' && countryOfCode(word)) || word;
  const meant = keysOf(field, named).flatMap((key) => meanings.get(key) ?? []);
  return [...new Set(meant.length === 0 && named !== word ? [named] : meant)];
}

/** The values that people may mean by a word spelled like this one, or that include what it means. */
export function nearMeanings(field: string, word: string): readonly string[] {
  const keys = keysOf(field, word);
  const wider = (WIDER[field] ?? []).flatMap(([value, includes]) =>
    includes.some((one) => keysOf(field, one).some((key) => keys.includes(key))) ? [value] : [],
  );
  const [typed = ''] = looseForms(word);
  const start = `${field}~`;
  const isLike = (key: string) => key.startsWith(start) && isWithinOne(typed, key.slice(start.length));
  const spelled = typed.length < 4 ? [] : [...meanings].flatMap(([key, values]) => (isLike(key) ? values : []));
  return [...new Set([...wider, ...spelled])];
}

/** What an ambiguous word may mean. */
export function readingsOf(field: string, word: string): readonly string[] {
  return AMBIGUOUS[field]?.[word.trim().toUpperCase()] ?? [];
}
