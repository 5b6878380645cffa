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

/** The class of drugs that a text asks for; undefined if it names none. */
export function drugClassIn(text: string): DrugClass | undefined {
  const found = modalityFound(text);
  const isOfTarget = found?.isOfTarget === true || ACTION.test(text) || /^\s*anti-/i.test(text);
  if (found === undefined && !ACTION.test(text) && !OTHERS.test(text)) return undefined;
  return {...(found && {modality: found.modality}), ...(isOfTarget && {isOfTarget})};
}

function modalityFound(text: string): {modality: Modality; isOfTarget: boolean} | undefined {
  for (const [pattern, values, isOfTarget] of MODALITIES) {
    const said = pattern.exec(text)?.[1];
    if (said !== undefined) return {modality: {said, values}, isOfTarget};
  }
  return undefined;
}
