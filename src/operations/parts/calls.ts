import type {Reading} from './read-so-far.ts';

const INSTITUTES = [
  'National Cancer Institute',
  'National Eye Institute',
  'National Heart, Lung, and Blood Institute',
  'National Human Genome Research Institute',
  'National Institute on Aging',
  'National Institute on Alcohol Abuse and Alcoholism',
  'National Institute of Allergy and Infectious Diseases',
  'National Institute of Arthritis and Musculoskeletal and Skin Diseases',
  'National Institute of Biomedical Imaging and Bioengineering',
  'Eunice Kennedy Shriver National Institute of Child Health and Human Development',
  'National Institute on Deafness and Other Communication Disorders',
  'National Institute of Dental and Craniofacial Research',
  'National Institute of Diabetes and Digestive and Kidney Diseases',
  'National Institute on Drug Abuse',
  'National Institute of Environmental Health Sciences',
  'National Institute of General Medical Sciences',
  'National Institute of Mental Health',
  'National Institute on Minority Health and Health Disparities',
  'National Institute of Neurological Disorders and Stroke',
  'National Institute of Nursing Research',
  'National Library of Medicine',
  'Fogarty International Center',
  'National Center for Advancing Translational Sciences',
  'National Center for Complementary and Integrative Health',
  'NIH Office of the Director',
  'Office of Research Infrastructure Programs',
  'National Institutes of Health',
];

/** Who calls for applications, as texts say it, and the agencies of the graph that it stands for. */
const AGENCIES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:EU|EIC|ERC|MSCA|European\s+(?:Commission|Union)|Horizon(?:\s+Europe)?)\b/i, ['European Commission']],
  [/\bNIH\b/i, INSTITUTES],
];

/** What opportunities are called, which says nothing of any. */
const CALLED = /\b(?:calls?(?:\s+for\s+(?:proposals|applications))?|opportunit(?:y|ies)|funding|grants?)\b/gi;

/** The agency that calls for applications. */
export function readAgency(reading: Reading): void {
  for (const [said] of reading.text.matchAll(CALLED)) {
    reading.take(said);
    reading.shared.push(said);
  }
  const [pattern, agencies] = AGENCIES.find(([said]) => said.test(reading.text)) ?? [];
  if (pattern === undefined || agencies === undefined) return;
  reading.filters.agency = [...agencies];
  const said = reading.takeBy(pattern) ?? '';
  reading.shared.push(said);
  reading.told.agency = said;
}
