import {z} from 'zod';
import type {Context} from '../context.ts';
import {type Answer, defineOperation} from '../operation.ts';
import {ref} from '../schema/entity.ts';
import {kind} from '../schema/kinds.ts';
import {named} from '../schema/named.ts';
import {several} from '../schema/params.ts';
import {CONFIDENCE, type How, MOST_CANDIDATES} from './names/by-name.ts';
import {nameAll} from './names/naming.ts';
import {refJson} from './records/header.ts';
import {havingWords} from './typing/having-words.ts';

const input = z.string().min(1).max(1000);

const shared = {
  kind: several(kind).optional().describe('Kind or kinds to search.'),
  min_confidence: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe('Minimum confidence of a match: identifier 1, name 0.95, alias 0.9, mistyped name 0.7.'),
};

const result = named(
  'ResolveResult',
  z.object({
    count: z.int(),
    results: z.array(
      named(
        'Resolved',
        z.object({
          input: z.string(),
          match: ref.nullable(),
          how: z.enum(Object.keys(CONFIDENCE) as [How, ...How[]]).nullable(),
          confidence: z.number().nullable(),
          candidates: z.array(ref),
        }),
      ),
    ),
  }),
);

const words = {
  summary: 'Match a list of names and identifiers to entities.',
  description:
    'Names are compared after folding case, accents, punctuation and legal form, a company’s also with another form of its last word (Pharma, Pharmaceuticals). If entities of several kinds have the name, the kind that people most often look for by name wins. If two of the same kind have it, there is no match, and `candidates` lists up to 5, best first, then others of the name. For the first 50 inputs that nothing is called, it lists entities whose names have all words of the input.',
  columns: ['input', 'match.kind', 'match.name', 'match.slug', 'how', 'confidence', 'candidates'],
  rows: 'results' as const,
  result,
};

export const resolve = defineOperation({
  ...words,
  name: 'resolve',
  tool: 'resolve',
  method: 'POST',
  maxBody: 1024 * 1024,
  positional: ['inputs'],
  fromColumn: 'inputs',
  path: '/v1/resolve',
  params: z.object({inputs: z.array(input).min(1).max(1000).describe('Names or identifiers, up to 1,000.'), ...shared}),
  example: {inputs: ['Pfizer Inc.', 'pembrolizumab'], kind: ['company', 'product']},
  run: (context, {inputs, ...given}) => answer(context, inputs, given),
});

export const resolveInputs = defineOperation({
  ...words,
  name: 'resolveInputs',
  command: null,
  path: '/v1/resolve',
  params: z.object({
    input: z.union([input, z.array(input).min(1).max(50)]).describe('A name or an identifier; may repeat, up to 50.'),
    ...shared,
  }),
  example: {input: 'Pfizer Inc.'},
  run: (context, {input: inputs, ...given}) => answer(context, [inputs].flat(), given),
});

async function answer(
  context: Context,
  inputs: readonly string[],
  {
    kind: kinds,
    min_confidence: least,
  }: {kind?: z.output<typeof kind> | z.output<typeof kind>[] | undefined; min_confidence: number},
): Promise<Answer> {
  const {generation} = context;
  const options = {kinds: kinds === undefined ? undefined : [kinds].flat(), least};
  const named = await nameAll(generation, inputs, options, context);
  const isOpen = (index: number) => named[index]?.rid === null && named[index]?.candidates.length === 0;
  // Whoever wants sure matches alone wants no guesses either.
  const open = least > CONFIDENCE.typo ? [] : inputs.filter((_, index) => isOpen(index));
  const having = await havingWords(context, open, options.kinds, MOST_CANDIDATES);
  const found = named.map((one, index) => {
    const candidates = isOpen(index) ? (having.get(inputs[index] ?? '') ?? []) : one.candidates;
    return {...one, candidates};
  });
  const known = await generation.lookups.headers(
    found.flatMap(({rid, candidates}) => [...(rid === null ? [] : [rid]), ...candidates]),
    context,
  );
  const refOf = (rid: number) => {
    const header = known.get(rid);
    return header === undefined ? [] : [refJson(header)];
  };
  return {
    count: inputs.length,
    results: found.map(({rid, how, candidates}, index) => ({
      input: inputs[index],
      match: rid === null ? null : (refOf(rid)[0] ?? null),
      how,
      confidence: how === null ? null : CONFIDENCE[how],
      candidates: candidates.flatMap(refOf),
    })),
  };
}
