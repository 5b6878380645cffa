// Types of the answers, from the definitions of the operations. Only types, so that no other code reaches the browser.
import type {Graph} from '../graph.ts';

type Of<M extends keyof Graph> = Graph[M] extends (...args: never[]) => Promise<infer R> ? R : never;

export type Suggestion = Of<'autocomplete'>['suggestions'][number];
export type Listing = Of<'entities'>;
export type Row = Listing['results'][number];
export type Entity = Of<'entity'>;
export type Edges = Of<'edges'>;
export type Edge = Edges['edges'][number];
export type Facets = Of<'facets'>;
export type Buckets = Of<'aggregate'>;
export type Schema = Of<'schema'>;
export type Whitespace = Of<'whitespace'>;
export type Calendar = Of<'calendar'>;
export type Dossier = Of<'dossier'>;
export type Traversal = Of<'traverse'>;
export type Landscape = Of<'patentLandscape'>;
export type Comparables = Of<'comparables'>;
export type Funding = Of<'fundingAnalytics'>;
export type Ranking = Of<'rankPeople'>;
export type Experts = Of<'experts'>;
export type Collaborators = Of<'collaborators'>;
export type Changes = Of<'changes'>;
