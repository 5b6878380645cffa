import type {Context} from '../../context.ts';
import {norm} from '../../text/words.ts';

/** The agencies that files tell of, by where they approve drugs; of those with a country's adjective no public file lists the approvals. */
const AGENCIES: readonly {agency: string; where: string; country?: string; adjective?: string}[] = [
  {agency: 'EMA', where: 'Europe|the\\s+EU|EU|EMA|the\\s+EMA|European\\s+Union'},
  {agency: 'FDA', where: 'the\\s+US|US|USA|the\\s+USA|America|the\\s+United\\s+States|United\\s+States|FDA|the\\s+FDA'},
  {agency: 'PMDA', where: 'Japan|PMDA', country: 'Japan', adjective: 'Japanese'},
  {agency: 'NMPA', where: 'China|NMPA', country: 'China', adjective: 'Chinese'},
  {agency: 'MFDS', where: 'South\\s+Korea|Korea|MFDS', country: 'Korea', adjective: 'Korean'},
  {agency: 'CDSCO', where: 'India|CDSCO'},
  {agency: 'Health Canada', where: 'Canada|Health\\s+Canada', country: 'Canada', adjective: 'Canadian'},
];

/** How texts say where drugs are approved, with the agency that approves them there. */
export const APPROVED_IN: readonly (readonly [RegExp, string])[] = AGENCIES.map(({agency, where}) => [
  new RegExp(
    `(?<=\\bapproved\\s+.*)\\b(?:in|by)\\s+(?:${where})(?=[\\s?.!]*$|\\s)|\\b(?:${where})(?=[\\s-]+approved\\b)`,
    'i',
  ),
  agency,
]);

/** How texts ask for the approvals of an agency, and what they ask for where it has none. */
const APPROVALS_OF = AGENCIES.flatMap(({agency, country, adjective}) =>
  adjective === undefined
    ? []
    : {
        agency,
        pattern: new RegExp(
          `^\\s*(?:(?:latest|recent)\\s+)?(?:${agency.replace(' ', '\\s+')}|${adjective})\\s+(?:drug\\s+)?approvals?\\b`,
          'i',
        ),
        instead: `drugs approved in ${country}`,
      },
);

/** A text that asks for the approvals of an agency that none is of, as one for the drugs that it has approved: NMPA approvals 2024. */
export async function ofAgencyAbroad(context: Context, text: string): Promise<string> {
  for (const {agency, pattern, instead} of APPROVALS_OF)
    if (pattern.test(text) && !(await hasAny(context, agency))) return text.replace(pattern, instead);
  return text;
}

/** Whether some approval is of an agency. */
async function hasAny({generation, ...options}: Context, agency: string): Promise<boolean> {
  const key = `agency:${norm(agency)}`;
  return ((await generation.lookups.values([key], options)).get(key) ?? []).length > 0;
}
