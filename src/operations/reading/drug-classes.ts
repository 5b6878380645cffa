import {STATUS_OR_ONGOING} from './status-words.ts';

/** The modality that a class of drugs says, and the words that say it: a siRNA against hepatitis B is one. */
export interface Modality {
  said: string;
  values: readonly string[];
}

/** A class of drugs at the end of a text. */
export interface DrugClass {
  modality?: Modality;
  /** Whether it says what the drugs do to a target. */
  isOfTarget?: true;
  /** The word for what they do to it. */
  action?: string;
  /** A class that the drugs are not of, and the words that say so: non-opioid. */
  denied?: Denied;
}

export interface Denied {
  said: string;
  className: string;
  /** Whether it is an exception at the end of a text, whose words say nothing of what is wanted. */
  isException?: true;
}

/** When or where drugs were approved, as a pattern without groups. */
const APPROVED =
  'approved(?:\\s+(?:(?:in|since|after|before|until|from|between)\\s+)?(?:19|20)\\d\\d(?:\\s*(?:and|to|-)\\s*(?:19|20)\\d\\d)?|\\s+(?:by|in)\\s+(?:the\\s+)?\\w+)?';

/** How far drugs have come, or their trials, which may follow what they are: EGFR inhibitors in phase 3. */
const STAGE = `\\s+(?:(?:in|at)\\s+)?(?:phase\\s*(?:[123]|i{1,3})|preclinical|(?:clinical\\s+)?development|${APPROVED}|${STATUS_OR_ONGOING})`;

/** A stage before a class: phase 3 oral GLP-1. */
const FIRST_STAGE = /^\s*(?:phase\s*(?:[123]|i{1,3})|(?:(?:fda|ema)[\s-])?approved)\s+(?=\S)/i;

const STAGE_AT_END = new RegExp(`(?:${STAGE})[\\s?.!]*$`, 'i');

/** A text without how far what it asks for has come: psychedelics in phase 3. */
export const withoutStage = (text: string): string => text.replace(STAGE_AT_END, '').replace(FIRST_STAGE, '');

const ending = (words: string): RegExp => new RegExp(`(?:^|[\\s-])(${words})(?:${STAGE})?[\\s?.!]*$`, 'i');

/** Classes that are modalities, the narrower ones first, with the values that drugs of them have, and whether they are said of a target. */
const MODALITIES: readonly (readonly [words: string, values: readonly string[], isOfTarget: boolean])[] = [
  ['car[\\s-]?ts?(?:\\s+cells?)?(?:\\s+therap(?:y|ies))?', ['CAR-T cell therapy'], true],
  ['(?<=\\bnk\\s+)(?:cell[\\s-])?therap(?:y|ies)', ['cell therapy'], true],
  ['gene[\\s-]therap(?:y|ies)', ['gene therapy'], false],
  ['cell[\\s-]therap(?:y|ies)', ['cell therapy', 'CAR-T cell therapy'], false],
  ['adcs?|antibody[\\s-]drug\\s+conjugates?', ['antibody-drug conjugate'], true],
  ['bispecifics?(?:\\s+antibod(?:y|ies))?', ['bispecific antibody'], true],
  ['(?:monoclonal\\s+)?antibod(?:y|ies)', ['monoclonal antibody', 'bispecific antibody'], true],
  ['sirnas?|rnai', ['siRNA'], true],
  ['asos?|antisense(?:\\s+oligonucleotides?)?', ['antisense oligonucleotide'], true],
  ['vaccines?', ['vaccine'], true],
  ['protacs?|degraders?|(?:targeted\\s+)?protein\\s+degrad(?:ation|ers?)', ['targeted protein degrader'], true],
  ['(?:radioligands?|radiopharmaceuticals?)(?:\\s+therap(?:y|ies))?', ['radioligand'], false],
  ['enzyme\\s+replacement(?:\\s+therap(?:y|ies))?', ['enzyme replacement'], false],
  ['small[\\s-]molecules?', ['small molecule'], true],
];

/** Modalities that are one wherever they stand (Pfizer ADC breast cancer); an antibody or a vaccine may be what something is about. */
const ANYWHERE = /CAR|adcs|bispecifics|sirnas|asos|protacs/i;

const SAID = MODALITIES.map(([words, values, isOfTarget]) => ({
  patterns: [
    ending(words),
    new RegExp(`^\\s*(${words})\\s+(?=\\S)`, 'i'),
    ...(ANYWHERE.test(words) ? [new RegExp(`(?<=\\s)(${words})(?=\\s+\\S)`, 'i')] : []),
  ],
  values,
  isOfTarget,
}));

/** Classes that a drug is often wanted not to be of, by their names in the list of class names. */
const DENIABLE: readonly (readonly [pattern: RegExp, className: string])[] = [
  [/\bno[nt][\s-]?(?:opioids?|narcotics?)\b/i, 'opioid'],
  [/\bnon[\s-]?stimulants?\b/i, 'stimulant'],
  [/\bnon[\s-]?statins?\b/i, 'statin'],
  [/\bnon[\s-]?hormon(?:al|es?)\b/i, 'estrogen'],
  [/\bnon[\s-]?benzodiazepines?\b/i, 'benzodiazepine'],
];

/** Words that except what follows them, without groups. */
export const EXCEPTING =
  'without|excluding|except(?:\\s+for)?|besides|other\\s+than|(?:but\\s+)?not(?!\\s+(?:yet|recruiting|exist|know|respond|work)\\b)(?:\\s+(?:targeting|against|for|in))?';

/** What follows them is not wanted: diabetes drugs except GLP-1. */
const EXCEPT = new RegExp(`\\b(?:${EXCEPTING})\\s+(\\S.*?)(?=\\s+(?:in|for|of)\\s|[\\s?.!]*$)[?.!]*`, 'i');

/** What the fewer drugs do to their targets, and what most do, as words of a pattern. */
export const ACTIVATING = 'agonist|activator|opener|stimulator';
export const INHIBITING = 'antagonist|inhibitor|blocker';
export const ACTIVATES = new RegExp(`^(?:${ACTIVATING})s?$`, 'i');
export const INHIBITS = new RegExp(`^(?:${INHIBITING})s?$`, 'i');

/** What drugs are said to do to a target. */
const ACTION = ending('(?:ant)?agonists?|inhibitors?|blockers?|activators?|modulators?|(?<=^\\s*)anti-\\S+');

/** What drugs of other classes are called. */
const OTHERS = ending(
  [
    'stabili[sz]ers?|sensiti[sz]ers?|secretagogues?|anticoagulants?|antidepressants?|antipsychotics?|antibiotics?|antivirals?|antifungals?',
    'statins?|fibrates?|gli(?:pt|floz)ins?|sulfonylureas?|triptans?|gepants?|setrons?|benzodiazepines?|barbiturates?|opioids?|nsaids?',
    'ssris?|snris?|arbs?|diuretics?|corticosteroids?|bisphosphonates?|cephalosporins?|penicillins?|carbapenems?|macrolides?',
    '(?:fluoro)?quinolones?|tetracyclines?|aminoglycosides?|taxanes?|anthracyclines?|anthelmintics?|an(?:a|es)thetics?',
    'molecular glues?|t-cell engagers?|analog(?:ue)?s?|insulins?|interferons?|thinners?|anticonvulsants?|antiepileptics?',
    'antihistamines?|antiemetics?|contraceptives?|immunosuppressants?|biologics?|dmards?|painkillers?|analgesics?|antidiabetics?',
    'antihypertensives?|antimalarials?|anxiolytics?|hypnotics?|laxatives?|sleep aids?|pills?|inhalers?|eye drops|nasal sprays?|injectables?',
  ].join('|'),
);

/** The modality that a text ends in or begins with. */
export function modalityIn(text: string): Modality | undefined {
  return modalityFound(text)?.modality;
}

/** The class that a text asks not to have; undefined if it denies none. */
export function deniedIn(text: string): Denied | undefined {
  for (const [pattern, className] of DENIABLE) {
    const said = pattern.exec(text)?.[0];
    if (said !== undefined) return {said, className};
  }
  const [said, className] = EXCEPT.exec(text) ?? [];
  return said === undefined || className === undefined ? undefined : {said, className, isException: true};
}

/** The class of drugs that a text asks for; undefined if it names none. */
export function drugClassIn(asked: string): DrugClass | undefined {
  const denied = deniedIn(asked);
  const text = oralFirst((denied === undefined ? asked : asked.replace(denied.said, ' ')).replace(FIRST_STAGE, ''));
  return classIn(text, denied) ?? ofDisease(text, denied);
}

/** A class that acts on a target, before what it is to be for: HER2 inhibitors for breast cancer; in patients they are part of a title. */
function ofDisease(text: string, denied: Denied | undefined): DrugClass | undefined {
  const before = /^(\S.*?)\s+(?:for|against)\s+\S/i.exec(text)?.[1];
  const found = before === undefined ? undefined : classIn(before, denied);
  return found?.isOfTarget === true ? found : undefined;
}

function classIn(text: string, denied: Denied | undefined): DrugClass | undefined {
  const found = modalityFound(text);
  const action = ACTION.exec(text)?.[1];
  const isOfTarget = found?.isOfTarget === true || action !== undefined || /^\s*anti-/i.test(text) || ORAL.test(text);
  const isClass = ORAL.test(text) || found !== undefined || action !== undefined || OTHERS.test(text);
  if (!isClass && (denied === undefined || denied.isException === true)) return undefined;
  // What is taken by mouth and acts on a target is mostly a small molecule; few sources tell the route of a drug under study.
  const modality = found?.modality ?? (isOfTarget ? takenOrally(text) : undefined);
  return {
    ...(modality && {modality}),
    ...(isOfTarget && {isOfTarget}),
    ...(action !== undefined && {action}),
    ...(denied && {denied}),
  };
}

/** Drugs to be taken by mouth against what is written as a symbol: oral GLP-1, but not oral mucositis. */
const ORAL = /^\s*oral(?:ly\s+active)?\s+\S*(?:\d|\p{Lu}{2})\S*(?:\s+(?:for|in|against)\s.*)?[\s?.!]*$/u;

/** The same behind it: GLP-1 agonists oral. */
const ORAL_LAST = /^(.*\S)\s+(oral(?:ly\s+active)?)[\s?.!]*$/;
const oralFirst = (text: string): string => text.replace(ORAL_LAST, '$2 $1');

export const isOralAgainst = (text: string): boolean => ORAL.test(oralFirst(text));

/** The modality of drugs against a target that are to be taken by mouth. */
export function takenOrally(text: string): Modality | undefined {
  const said = /^\s*(oral(?:ly\s+active)?)\b/i.exec(oralFirst(text))?.[1];
  return said === undefined ? undefined : {said, values: ['small molecule']};
}

function modalityFound(text: string): {modality: Modality; isOfTarget: boolean} | undefined {
  for (const {patterns, values, isOfTarget} of SAID) {
    const said = patterns.map((pattern) => pattern.exec(text)?.[1]).find((words) => words !== undefined);
    if (said !== undefined) return {modality: {said, values}, isOfTarget};
  }
  return undefined;
}
