import {z} from 'zod';
import {timestamp} from './entity.ts';
import {kind} from './kinds.ts';
import {named} from './named.ts';

/** The body of every error. */
export const errorBody = named(
  'Error',
  z.object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.object({path: z.string(), message: z.string()})).optional(),
    }),
  }),
);

export const cursor = z.string().nullable();

/** The filters that were applied, by parameter name. */
export const filterEcho = named(
  'Filters',
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
);

/** Filters with a value that no entity has, each with suggestions, at most three; none where nothing is like it. */
export const didYouMean = z.record(z.string(), z.array(z.string())).optional();

export const bucket = named('Bucket', z.object({value: z.string(), count: z.int()}));

export const snapshotFacts = named(
  'Snapshot',
  z.object({
    id: z.string(),
    created_at: timestamp,
    as_of: timestamp,
    generation: z.int(),
    trusted_confidence: z.number(),
    sources: z.array(z.object({source: z.string(), licence: z.string(), attribution: z.string()})),
  }),
);

export const kindCount = named('KindCount', z.object({kind, count: z.int()}));

const text = z.string().optional();
const texts = z.array(z.string()).optional();

/** What a text search was read to ask for besides its words. */
export const textRead = z
  .object({
    ...{
      kind: text,
      organization: text,
      product: text,
      target: text,
      modality: texts,
      therapeutic_area: text,
      disease: text,
    },
    stage: texts.describe('Stages that drugs have reached.'),
    ...{phase: text, status: text, agency: text, country: text, year: text, date_from: text, date_to: text},
    marketing_status: text.describe('`off the market`: drugs that are no longer sold.'),
    development_status: text.describe('`discontinued`: drugs whose development was given up.'),
    without: text.describe('What is not wanted.'),
    amount_from: text.describe('The least amount in US dollars.'),
    outside: text.describe('The country or part of the world in which they are not.'),
    place: text.describe('The city, state or cluster of companies in which they are.'),
    pathway: text.describe(
      'The regulatory pathway or designation: accelerated approval, priority review, orphan and the like.',
    ),
    route: text.describe('How drugs are given: oral, topical, subcutaneous and the like.'),
    class: text.describe('What people call the class of the drugs: statins, blood thinners.'),
    first_approval_year: text.describe(
      'The year in which drugs were first approved, by the agency if one is named, or two with a hyphen: the first and the last.',
    ),
    type: text.describe('The sort of catalyst: pdufa, crl, data_readout and the like.'),
    round: text.describe('The type of funding: seed, series b, ipo and the like.'),
    expires: text.describe('The year in which patents, or the last patent or exclusivity of approvals, end.'),
    listed: text.describe(
      '`yes`: companies with a ticker or on an exchange; `no`: companies of no group with neither.',
    ),
    similar_to: text.describe('The company or drug that they compete with.'),
    generics_of: text.describe('The drug that they are generics of.'),
    owner_of: text.describe('The company to whose group it is the head.'),
    works_of: text.describe('The person whose works they are.'),
    investors_of: text.describe('In what they have invested.'),
    portfolio_of: text.describe('Who has invested in them.'),
    untold: text.describe(
      'What is asked for that no record tells: price, dosing, prevention and the like. `met` is false then.',
    ),
    met: z.boolean().describe('Whether something has all of it, and enough of the other words.'),
    met_by: z
      .int()
      .min(1)
      .optional()
      .describe('How many of the first results have all of it that records tell. Absent where that is not known.'),
  })
  .describe(
    'What `q` was read to ask for besides its words: entities that have it come first, those with part of it follow, and nothing is left out for it. Absent if nothing was read.',
  );
