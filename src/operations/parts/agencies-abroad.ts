import type {Context} from '../../context.ts';
import {norm} from '../../text/words.ts';

/** How texts ask for the approvals of agencies, and for the drugs that these have approved, which files tell of where none lists the approvals. */
const AGENCIES = [
  ['NMPA', 'nmpa|chinese', 'China'],
  ['PMDA', 'pmda|japanese', 'Japan'],
  ['Health Canada', 'health\\s+canada|canadian', 'Canada'],
  ['MFDS', 'mfds|korean', 'Korea'],
].map(([agency = '', words, country]) => ({
  agency,
  pattern: new RegExp(`^\\s*(?:(?:latest|recent)\\s+)?(?:${words})\\s+(?:drug\\s+)?approvals?\\b`, 'i'),
  instead: `drugs approved in ${country}`,
}));

/** A text that asks for the approvals of an agency that none is of, as one for the drugs that it has approved: NMPA approvals 2024. */
export async function ofAgencyAbroad(context: Context, text: string): Promise<string> {
  for (const {agency, pattern, instead} of AGENCIES)
    if (pattern.test(text) && !(await hasAny(context, agency))) return text.replace(pattern, instead);
  return text;
}

/** Whether some approval is of an agency. */
async function hasAny({generation, ...options}: Context, agency: string): Promise<boolean> {
  const key = `agency:${norm(agency)}`;
  return ((await generation.lookups.values([key], options)).get(key) ?? []).length > 0;
}
