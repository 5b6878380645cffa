/** How patients and those near to them ask, and how texts say it otherwise. */
export const OF_PATIENTS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:my \S+|i|we) (?:has|have|had|(?:was|were|am|is) diagnosed with|suffers? from|got) (\S.*?)[,;.]? (?:which|what|are there(?: any)?|is there) ((?:recruiting )?(?:clinical )?trials|(?:gene|cell) therap(?:y|ies)|vaccines|antibodies|injections|pills)\b(?:.*?( (?:in|near|around) \S.*?)|.*?)[ ?.!]*$/i,
    '$2 for $1$3',
  ],
  [
    /^(?:which|what) (\S+s) (?:work|are (?:active|effective|used)|can be used|help) (?:against|for|in|on) (\S.*?)[ ?.!]*$/i,
    '$1 for $2',
  ],
  [
    /^(?:my \S+|i|we) (?:has|have|had|(?:was|were|am|is) diagnosed with|suffers? from|got) (\S.*?)[,;.]? (?:which|what|are there|is there)\b.*\b(?:coming|experimental|in development|pipeline|upcoming)\b.*$/i,
    'drugs in development for $1',
  ],
  [
    /^(?:is|are) there (?:(?:a|an|any) )?((?:approved |effective |new |other )*)(?:cures?|drugs?|medicines?|medications?|pills?|therap(?:y|ies)|treatments?) (?:for|against) (\S.*?)[ ?.!]*$/i,
    '$1drugs for $2',
  ],
  [
    /^(?:my \S+|i|we) (?:has|have|had|(?:was|were|am|is) diagnosed with|suffers? from|got) (\S.*?)[,;.]? (?:which|what|are there|is there)\b.*\b(?:drugs?|medicines?|medications?|therap(?:y|ies)|treatments?|options)\b.*$/i,
    'drugs for $1',
  ],
];
