/** How texts ask for all of a class, or for all but some of it, as they are said otherwise. */
export const LISTS: readonly (readonly [RegExp, string])[] = [
  // In capitals it is a leukemia, of which there are trials, drugs and cell therapies, too.
  [
    /^(?:(?:[Ll]ist|[Ss]how|[Ff]ind|[Gg]ive)(?: me)? )?(?:[Aa]ll|[Ee]very)(?: of)?(?: the)? (?=(?:currently |fda[- ]|ema[- ]|FDA[- ]|EMA[- ])*(?:approved|licensed|marketed|known|available)\b|(?:(?:[Gg]ene|RNA|mRNA|enzyme replacement) therapies|(?!for\b|in\b)\S.*(?:agonists|inhibitors|blockers|modulators|degraders|oligonucleotides|siRNAs|sirnas|ADCs|adcs|biosimilars))(?:[ ?.!]*$| ))/,
    '',
  ],
  [/^(?:[Ll]ist|[Ss]how|[Ff]ind)(?: me)? all (?:of )?(?:the )?(?=\S+ \S)/, ''],
  // Of biologics for COPD all but one: read as COPD biologics are.
  [
    /^(biologics|(?:\S+ )?antibodies|bispecifics|vaccines|(?:\S+ )?inhibitors|(?:ant)?agonists|small molecules|gene therapies|cell therapies|antibiotics|antivirals) (?:for|against) (\S.*?) ((?:excluding|except(?: for)?|besides|other than|but not) \S.*)$/i,
    '$2 $1 $3',
  ],
  // Only a name: what is not approved, based somewhere or taken by mouth is read as it is.
  [
    /^(\S.*?(?:s|drugs|medicines|therapies)) (?:that|which) (?:are not|aren['’]t|is not|isn['’]t) (?:an? )?(?=(?!approved\b|yet\b|based\b|listed\b|public\b|private\b|recruiting\b|oral\b|available\b|\S+ed\b)[\p{L}\d-]+[ ?.!]*$)/iu,
    '$1 except ',
  ],
  [
    /^(?:biotech |pharma )?companies (?:that|which) (?:are not|aren['’]t) (?:public|listed|publicly traded)[ ?.!]*$/i,
    'private companies',
  ],
];
