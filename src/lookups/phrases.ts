import {quote} from '../sql/sql.ts';

/** Ends a piece of a document (ddl/document.sql). */
export const PIECES = '\u001e';

/** Stands between two parts of every document. */
const JOINTS = {
  attributes: `,${PIECES}"attributes":`,
  provenance: ',"provenance":',
  fields: `${PIECES},"fields":`,
  updated: `${PIECES}},"updated_at":"`,
};

/** Parts without a value. */
const LACKING = {
  moa: '"moa":{"target":null,"target_id":null,"target_symbol":null,"modality":null,"secondary_modalities":[],"mechanism":null,"therapeutic_area":null,"disease_id":null,"disease_label":null,"confidence":null}',
  stage: '"platform_type":null,"product":null,"pos":null,"funding":null',
};

const NO_IDENTIFIERS = '"identifiers":{"domain":null,"cik":null,"ticker":null,"uei":null,"orcid":null,"doi":';
const OBSERVED = ',"observed_at":';
const MIDNIGHT = 'T00:00:00.000Z"';

/** What many parts have in common, in the order in which it is replaced. */
const COMMON = {
  identifiers: [`${NO_IDENTIFIERS}null}`, NO_IDENTIFIERS, '"cik":null,"ticker":null,"uei":null,"orcid":'],
  moa: [
    '"moa":{"target":null,"target_id":null,"target_symbol":null,"modality":',
    '"moa":{"target":',
    ',"target_id":',
    ',"target_symbol":',
    ',"secondary_modalities":[],"mechanism":',
    ',"therapeutic_area":',
    ',"disease_id":null,"disease_label":null,"confidence":',
    ',"disease_label":',
  ],
  stage: [
    '"basis":"Industry base rate by phase: BIO, Informa, QLS, Clinical Development Success Rates 2011-2020","caveat":"A phase-conditioned industry base rate: not calibrated to this trial, sponsor or disease."},"funding":null',
    '"platform_type":null,"product":',
    ',"pos":null,"funding":null',
  ],
  origin: ['{"source":"', OBSERVED, MIDNIGHT, ',"identity_confidence":'],
  fields: [
    '[{"field":"moa.',
    ',"record":null},{"field":"moa.',
    ',"record":null}',
    '","source":"',
    '","confidence":',
    OBSERVED,
    MIDNIGHT,
  ],
};

/**
 * Names of members and members without a value are more than half of a document. In the file each of these phrases is
 * one control character, which JSON text never contains. Parts are abbreviated apart, since a phrase then has to be
 * looked for in a tenth of the text; attributes, which have little in common, are left as they are.
 *
 * Changing one changes what is stored: raise `WRITERS.lookups` (src/tables/layout.ts).
 */
const PHRASES: readonly string[] = [
  ...new Set([...Object.values(JOINTS), ...Object.values(LACKING), ...Object.values(COMMON).flat()]),
];

/** The separator and the characters after it have meanings of their own. */
const END = PIECES.charCodeAt(0);
if (PHRASES.length >= END) throw new Error('There are more phrases than control characters.');

/** The character of a phrase, in SQL. */
const code = (phrase: string) => `chr(${PHRASES.indexOf(phrase) + 1})`;

/** SQL of a part in which phrases are replaced. */
const short = (part: keyof typeof COMMON) =>
  COMMON[part].reduce((sql, phrase) => `replace(${sql}, ${quote(phrase)}, ${code(phrase)})`, part as string);

/** SQL of a document as it is stored, from the columns of `document_part`. */
export const ABBREVIATED: string = `concat(${[
  `${short('identifiers')}, ','`,
  `coalesce(${short('moa')}, ${code(LACKING.moa)}), ','`,
  `coalesce(${short('stage')}, ${code(LACKING.stage)})`,
  `${code(JOINTS.attributes)}, attributes`,
  `${code(JOINTS.provenance)}, ${short('origin')}`,
  `${code(JOINTS.fields)}, ${short('fields')}`,
  `${code(JOINTS.updated)}, updated, '"'`,
].join(', ')})`;

const CODES = new RegExp(`[${String.fromCharCode(1)}-${String.fromCharCode(END - 1)}]`, 'g');

/** A document as `document` has it. */
export function expanded(text: string): string {
  return text.replace(CODES, (character) => PHRASES[character.charCodeAt(0) - 1] ?? '');
}
