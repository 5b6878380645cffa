import {quote} from '../sql/sql.ts';

/** Ends a piece of a document (ddl/document.sql). */
export const PIECES = '\u001e';

const NO_IDENTIFIERS = '"identifiers":{"domain":null,"cik":null,"ticker":null,"uei":null,"orcid":null,"doi":';
const UNTIL_FUNDING = '"platform_type":null,"product":null,"pos":null,"funding":';
const ATTRIBUTES = `null,${PIECES}"attributes":{`;
const BASE_RATE =
  'Industry base rate by phase: BIO, Informa, QLS, Clinical Development Success Rates 2011-2020","caveat":"A phase-conditioned industry base rate: not calibrated to this trial, sponsor or disease."';

/**
 * What most documents have in common: names of members, and members without a value. In a document's file each is one
 * control character, which JSON text never contains, so that documents take less than half the room. In the order in
 * which they are replaced: a phrase may begin or end with an earlier one.
 *
 * Chosen by the letters they save, over documents of the generated graph and of public records. Changing one changes
 * what is stored: raise `WRITERS.lookups` (src/tables/layout.ts).
 */
const PHRASES: readonly string[] = [
  `,"moa":{"target":null,"target_id":null,"target_symbol":null,"modality":null,"secondary_modalities":[],"mechanism":null,"therapeutic_area":null,"disease_id":null,"disease_label":null,"confidence":null},${UNTIL_FUNDING}`,
  NO_IDENTIFIERS,
  `,"basis":"${BASE_RATE}},"funding":${ATTRIBUTES}`,
  `},${UNTIL_FUNDING}${ATTRIBUTES}`,
  ATTRIBUTES,
  `${PIECES},"fields":[]${PIECES}},"updated_at":"`,
  `${PIECES},"fields":[{"field":"moa.`,
  `]${PIECES}},"updated_at":"`,
  `},"provenance":{"source":"`,
  ',"identity_confidence":',
  'T00:00:00.000Z"',
  ',"record":null},{"field":"moa.',
  ',"record":null}',
  ',"confidence":',
  ',"observed_at":',
  '"source":"',
  ',"modality":null,"secondary_modalities":[],"mechanism":null,"therapeutic_area":',
  ',"secondary_modalities":[],"mechanism":',
  ',"disease_id":null,"disease_label":null',
  ',"therapeutic_area":',
  '},"moa":{"target":',
  ',"target_symbol":',
  '"published_at":',
  '"cik":null,"ticker":null,"uei":null,"orcid":',
  '"aliases":[',
  '},"platform_type":null,"product":',
  ',"target_id":',
];

/** The number of the first control character that stands for no phrase; the separator and those after it have meanings of their own. */
const END = PIECES.charCodeAt(0);
if (PHRASES.length >= END) throw new Error('There are more phrases than control characters.');

const codeOf = (index: number) => String.fromCharCode(index + 1);

/** Phrases as they stand in a text where the earlier ones have been replaced. */
const SHORTENED: string[] = [];
for (const phrase of PHRASES)
  SHORTENED.push(SHORTENED.reduce((text, earlier, index) => text.replaceAll(earlier, codeOf(index)), phrase));

/** SQL of a JSON text in which phrases are replaced by their codes. */
export function abbreviated(text: string): string {
  return SHORTENED.reduce((sql, phrase, index) => `replace(${sql}, ${literal(phrase)}, chr(${index + 1}))`, text);
}

/** A literal whose control characters are written as numbers. */
function literal(text: string): string {
  const parts = text.split(/(\p{Cc})/u).filter((part) => part !== '');
  return `(${parts.map((part) => (/^\p{Cc}$/u.test(part) ? `chr(${part.charCodeAt(0)})` : quote(part))).join(' || ')})`;
}

/** The text of which `abbreviated` made this one. */
export function expanded(text: string): string {
  let whole = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= END) continue;
    whole += text.slice(from, at) + (PHRASES[code - 1] ?? '');
    from = at + 1;
  }
  return from === 0 ? text : whole + text.slice(from);
}
