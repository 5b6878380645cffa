/** What stages, approvals and decisions of agencies are called, as it is said otherwise. */
export const REGULATORY: readonly (readonly [RegExp, string])[] = [
  [/^conditional marketing authori[sz]ations?(?= (?:in |of )?(?:19|20)\d\d|[ ?.!]*$)/i, 'EMA conditional approvals'],
  // In capitals, since ATM is a kinase.
  [/\bATMPs?\b(?! \()/g, 'advanced therapy medicinal products'],
  [
    /^(?:upcoming |pending |next )?FDA (?:approval )?decisions?(?: dates?)?(?= (?:(?:in|for|on|of) )?\S|[ ?.!]*$)/i,
    'upcoming PDUFA dates',
  ],
  [/^(?:fda )?orange[ -]book (?:listed )?patents? (?:for|of|on) (\S+(?: \S+)?)[ ?.!]*$/i, '$1 patents'],
  [/^when (?:do|does|will|did) (?:the )?patents? (?:on|for|of|covering) (\S+(?: \S+)??) expire[ ?.!]*$/i, '$1 patents'],
  // The stage is read behind a disease; in front of what is asked of trials it is read as it is.
  [
    /^(phase (?:[1-4]|i{1,3}|iv)) ((?:(?:oral|topical|inhaled|intravenous|subcutaneous|injectable) )?(?:small molecules?|peptides?|biologics?|antibod(?:y|ies))) (?:for |in |against )?(?!.*\b(?:drugs?|papers?|stud(?:y|ies)|trials?)\b)(\S.*?)[ ?.!]*$/i,
    '$3 $2 $1',
  ],
];
