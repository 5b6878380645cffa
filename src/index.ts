import type {FastifyInstance} from 'fastify';
import type {Graph} from './graph.ts';
import type {OpenAccounts} from './http/account/open.ts';
import type {ServerOptions} from './http/server.ts';

export {type Published, type PublishInput, publishStore} from './clickhouse/publish.ts';
export type {Meta} from './context.ts';
export type {SqlOptions, SqlResult} from './engine/sql-process.ts';
export {type Detail, ERROR_STATUS, type ErrorCode, FileError, GraphError} from './errors.ts';
export type {ExplainedQuery, Explanation} from './explain.ts';
export {type CallOptions, type Graph, type GraphOptions, type Method, openGraph} from './graph.ts';
export type {OpenAccounts} from './http/account/open.ts';
export type {Profile} from './http/limits.ts';
export type {ServerOptions} from './http/server.ts';
export {
  describeRecipe,
  type FetchOptions,
  type FetchReport,
  fetchSources,
  formatReport,
  type ImportReport,
  importOptions,
  importSnapshot,
  listRecipes,
  type Recipe,
  readBuildFile,
} from './import/index.ts';
export type {OnProgress, Progress} from './progress.ts';
export {FAMILIES, KINDS, type Kind, RELATIONS} from './schema/kinds.ts';
export type {DiffParams} from './snapshot/between.ts';
export type {ApplyInput} from './snapshot/change-set.ts';
export {type CompareInput, type Comparison, compareGenerations, type DiffFilter} from './snapshot/compare.ts';
export {type CreateInput, createSnapshot} from './snapshot/create.ts';
export {applyDelta, type DiffInput, diffSnapshots} from './snapshot/delta.ts';
export {type GenerateInput, generateSnapshot} from './snapshot/generate/index.ts';
export {type LoadInput, loadSnapshot} from './snapshot/load.ts';
export type {Manifest} from './snapshot/manifest.ts';
export {type PackOptions, packSnapshot, unpackSnapshot} from './snapshot/pack.ts';
export {signSnapshot} from './snapshot/sign.ts';
export {type Upgraded, type UpgradeInput, upgradeStore} from './snapshot/upgrade.ts';
export {type Verification, type VerifyOptions, verifySnapshot} from './snapshot/verify.ts';
export type {Digest, Watched} from './snapshot/watch.ts';
export {checkStore, type StoreReport} from './store/check.ts';
export {type Embedded, type EmbedInput, embedStore} from './store/embed.ts';
export {type Kept, listGenerations} from './store/generations.ts';
export type {Pointer} from './store/store.ts';
export {type SyncInput, type SyncReport, syncStore, type WatchInput, watchStore} from './sync/sync.ts';
export type {DispatcherOptions} from './webhooks/dispatcher.ts';

/**
 * The HTTP server over a graph, not yet listening. `server.close()` closes it; the caller closes graph and accounts.
 * Its modules are loaded on the first call, so that programs without a server do not load them.
 */
export async function createServer(graph: Graph, options: ServerOptions = {}): Promise<FastifyInstance> {
  const {createServer} = await import('./http/server.ts');
  return createServer(graph, options);
}

/**
 * Takes ownership of a state folder and reads it. Other processes of the same user reach it through a private local
 * socket until `close()`.
 * @throws FileError when another process owns it, or a file of it is damaged.
 */
export async function openAccounts(folder: string): Promise<OpenAccounts> {
  const {openAccounts} = await import('./http/account/open.ts');
  return openAccounts(folder);
}
