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
}

const ending = (words: string): RegExp => new RegExp(`(?:^|[\\s-])(${words})[\\s?.!]*$`, 'i');

/** Classes that are modalities, the narrower ones first, with the values that drugs of them have, and whether they are said of a target. */
const MODALITIES: readonly (readonly [pattern: RegExp, values: readonly string[], isOfTarget: boolean])[] = [
  [ending('car[\\s-]?ts?(?:\\s+cells?)?(?:\\s+therap(?:y|ies))?'), ['CAR-T cell therapy'], true],
  [ending('gene[\\s-]therap(?:y|ies)'), ['gene therapy'], false],
  [ending('cell[\\s-]therap(?:y|ies)'), ['cell therapy', 'CAR-T cell therapy'], false],
  [ending('adcs?|antibody[\\s-]drug\\s+conjugates?'), ['antibody-drug conjugate'], true],
  [ending('bispecifics?(?:\\s+antibod(?:y|ies))?'), ['bispecific antibody'], true],
  [ending('(?:monoclonal\\s+)?antibod(?:y|ies)'), ['monoclonal antibody', 'bispecific antibody'], true],
  [ending('sirnas?|rnai'), ['siRNA'], true],
  [ending('asos?|antisense(?:\\s+oligonucleotides?)?'), ['antisense oligonucleotide'], true],
  [ending('vaccines?'), ['vaccine'], true],
  [ending('protacs?|degraders?'), ['targeted protein degrader'], true],
  [ending('(?:radioligands?|radiopharmaceuticals?)(?:\\s+therap(?:y|ies))?'), ['radioligand'], false],
  [ending('enzyme\\s+replacement(?:\\s+therap(?:y|ies))?'), ['enzyme replacement'], false],
  [/^\s*(small[\s-]molecules?)\b(?=.*\S)/i, ['small molecule'], true],
];

/** Classes that a drug is often wanted not to be of, by their names in the list of class names. */
const DENIABLE: readonly (readonly [pattern: RegExp, className: string])[] = [
  [/\bnon[\s-]?(?:opioids?|narcotics?)\b/i, 'opioid'],
  [/\bnon[\s-]?stimulants?\b/i, 'stimulant'],
  [/\bnon[\s-]?statins?\b/i, 'statin'],
  [/\bnon[\s-]?hormon(?:al|es?)\b/i, 'estrogen'],
  [/\bnon[\s-]?benzodiazepines?\b/i, 'benzodiazepine'],
];

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

/** The modality that a text ends in, or begins with if it is that of small molecules. */
export function modalityIn(text: string): Modality | undefined {
  return modalityFound(text)?.modality;
}

/** The class that a text asks not to have; undefined if it denies none. */
export function deniedIn(text: string): Denied | undefined {
  for (const [pattern, className] of DENIABLE) {
    const said = pattern.exec(text)?.[0];
    if (said !== undefined) return {said, className};
  }
  return undefined;
}

/** The class of drugs that a text asks for; undefined if it names none. */
export function drugClassIn(text: string): DrugClass | undefined {
  const found = modalityFound(text);
  const denied = deniedIn(text);
  const action = ACTION.exec(text)?.[1];
  const isOfTarget = found?.isOfTarget === true || action !== undefined || /^\s*anti-/i.test(text);
  if (found === undefined && denied === undefined && action === undefined && !OTHERS.test(text)) return undefined;
  // What is taken by mouth and acts on a target is mostly a small molecule; few sources tell the route of a drug under study.
  const modality = found?.modality ?? (isOfTarget ? takenOrally(text) : undefined);
  return {
    ...(modality && {modality}),
    ...(isOfTarget && {isOfTarget}),
    ...(action !== undefined && {action}),
    ...(denied && {denied}),
  };
}

function takenOrally(text: string): Modality | undefined {
  const said = /^\s*(oral(?:ly\s+active)?)\b/i.exec(text)?.[1];
  return said === undefined ? undefined : {said, values: ['small molecule']};
}

function modalityFound(text: string): {modality: Modality; isOfTarget: boolean} | undefined {
  for (const [pattern, values, isOfTarget] of MODALITIES) {
    const said = pattern.exec(text)?.[1];
    if (said !== undefined) return {modality: {said, values}, isOfTarget};
  }
  return undefined;
}
