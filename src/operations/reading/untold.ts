/** How texts ask for something that no record tells, how they are worded without it, and what it is. */
export type Untold = readonly [asked: RegExp, plain: string, what: string];

/**
 * How texts ask for what prevents a disease. Where drugs say so of themselves (prophylaxis of graft-versus-host disease), they are asked for by that
 * word; of others no record tells whether they prevent the disease or treat it.
 */
export const PREVENTION: readonly Untold[] = [
  [
    /^(?:drugs?|medicines?|medications?|treatments?|therap(?:y|ies)) (?:to prevent|(?:for|in) (?:the )?(?:prevention|prophylaxis) of) ((?!HIV\b)\S.*?)[ ?.!]*$/i,
    '$1 drugs',
    'prevention',
  ],
  [
    /^(?:prevent(?:at)?ive|prophylactic) (?:drugs?|medicines?|medications?|treatments?|therap(?:y|ies)) (?:of|for|against) (\S.*?)[ ?.!]*$/i,
    '$1 drugs',
    'prevention',
  ],
  [
    /^(?!.*\b(?:companies|fund\w*|grants?|papers?|patents?|stud(?:y|ies)|trials?)\b)((?!HIV\b)\S.*?)(?<!exposure) (?:prevention|prophylaxis|prevent(?:at)?ive|prophylactic) (?:drugs?|medicines?|medications?|treatments?|therap(?:y|ies))[ ?.!]*$/i,
    '$1 drugs',
    'prevention',
  ],
];

/** How texts about drugs end that ask for those for some patients. */
function forWhom(patients: string): RegExp {
  return new RegExp(
    `^((?!.*\\b(?:trials?|stud(?:y|ies)|papers?)\\b).*\\b(?:anti\\w+s|antibody|agonists|antagonists|biologics|blockers|contraceptives|drugs?|inhibitors|statins|medicines?|medications?|therap(?:y|ies)|treatments?|vaccines?))(?: (?:for|in))? (?:${patients})(?: patients)?[ ?.!]*$`,
    'i',
  );
}

/** What no record tells, and texts ask for all the same. */
export const UNTOLD: readonly Untold[] = [
  // Whom a drug is for of all who may have a disease few records tell.
  [
    forWhom(
      '(?:older |young(?:er)? )?(?:adolescents|adults|babies|children|infants|kids|newborns|(?:the )?elderly|seniors|teenagers|toddlers)',
    ),
    '$1',
    'age of patients',
  ],
  [forWhom('(?:pregnant|breastfeeding) women|pregnancy'), '$1', 'pregnancy'],
  [forWhom('(?:pre-?|post-?)menopausal women|boys|girls|men|women'), '$1', 'sex of patients'],
  [
    /^(?:pa?ediatric|geriatric) ((?!.*\b(?:trials?|stud(?:y|ies)|papers?)\b)\S.* (?:drugs?|medicines?|treatments?|vaccines?))[ ?.!]*$/i,
    '$1',
    'age of patients',
  ],
  [/\b(trials|studies) with (?:(?:published|posted) )?results(?: (?:published|posted|available))?\b/i, '$1', 'results'],
  [/^(\S.*?) with(?:out)? (?:an? )?(?:black[- ])?box(?:ed)?[- ]warnings?[ ?.!]*$/i, '$1', 'boxed warnings'],
  [/^(?:what is |what['’]s )?(?:the )?(?:global )?market size (?:for|in|of) (\S.*?)[ ?.!]*$/i, '$1', 'market size'],
  [/^(\S.*?) market size[ ?.!]*$/i, '$1', 'market size'],
  // Why a drug was withdrawn.
  [
    /\b(withdrawn from (?:the )?market) (?:for|because of|due to) safety(?: concerns| issues| problems| reasons)?/i,
    '$1',
    'reason',
  ],
  ...PREVENTION,
];
