/** What sort of specialists are asked for, which no work of theirs tells. */
const OF_SPECIALISTS = 'academic|clinical|interventional|medical|leading|paediatric|pediatric|radiation|surgical|top';

/** How texts ask for people by their speciality: Stanford immunologists, a neurologist at Mayo Clinic. */
export const SPECIALISTS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `^(?:an? )?(?:(?:${OF_SPECIALISTS}) )*(?!apolog)(\\p{L}{2,}olog)ists? (?=(?:at|from|in|of|on|studying|who|with|working)\\b)`,
      'iu',
    ),
    '$1y researchers ',
  ],
  // Behind it is where they are, written as a name.
  [
    new RegExp(`^(?:(?:${OF_SPECIALISTS}) )*(?![Aa]polog)(\\p{L}{2,}olog)ists? (?=\\p{Lu}\\S*(?: \\S+)?[ ?.!]*$)`, 'u'),
    '$1y researchers in ',
  ],
  [/^(?:an? |leading |top )*(?!apolog)(\p{L}{2,}olog)ist[ ?.!]*$/iu, '$1y researchers'],
  [/\b(?!apolog)(\p{L}{2,}olog)ists(?=[ ?.!]*$| (?:at|from|in|of|on) )/giu, '$1y researchers'],
  [/^(?:an? )?expert (?=(?:in|on)\b)/i, 'experts '],
  [/^(?!drug|market|nurse)(\S+(?: \S+){0,2}) specialists(?=[ ?.!]*$| (?:at|from|in) )/i, '$1 researchers'],
  [/\bneuroscientists\b/gi, 'neuroscience researchers'],
  [/\bgeneticists\b/gi, 'genetics researchers'],
  [/\bpsychiatrists\b/gi, 'psychiatry researchers'],
];
