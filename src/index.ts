export type {Meta} from './context.ts';
export {type Detail, ERROR_STATUS, type ErrorCode, FileError, GraphError} from './errors.ts';
export type {ExplainedQuery, Explanation} from './explain.ts';
export {type CallOptions, type Graph, type GraphOptions, type Method, openGraph} from './graph.ts';
export {type OpenAccounts, openAccounts} from './http/account/open.ts';
export type {Profile} from './http/limits.ts';
export {createServer, type ServerOptions} from './http/server.ts';
export {
  describeRecipe,
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
export type {ApplyInput} from './snapshot/change.ts';
export {type CompareInput, type Comparison, compareGenerations, type DiffFilter} from './snapshot/compare.ts';
export {type CreateInput, createSnapshot} from './snapshot/create.ts';
export {applyDelta, type DiffInput, diffSnapshots} from './snapshot/delta.ts';
export {type GenerateInput, generateSnapshot} from './snapshot/generate/index.ts';
export {type LoadInput, loadSnapshot} from './snapshot/load.ts';
export type {Manifest} from './snapshot/manifest.ts';
export {type PackOptions, packSnapshot, unpackSnapshot} from './snapshot/pack.ts';
export {signSnapshot} from './snapshot/sign.ts';
export {type Verification, type VerifyOptions, verifySnapshot} from './snapshot/verify.ts';
export {checkStore, type StoreReport} from './store/check.ts';
export {type Embedded, type EmbedInput, embedStore} from './store/embed.ts';
export {type Kept, listGenerations} from './store/generations.ts';
export type {SqlOptions, SqlResult} from './store/shell.ts';
export type {Pointer} from './store/store.ts';
export {type SyncInput, type SyncReport, syncStore, type WatchInput, watchStore} from './sync/sync.ts';
export type {DispatcherOptions} from './webhooks/dispatcher.ts';
