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
export {type GenerateInput, generateSnapshot} from './snapshot/generate/index.ts';
export {type LoadInput, loadSnapshot} from './snapshot/load.ts';
export type {Manifest} from './snapshot/manifest.ts';
export {type Verification, verifySnapshot} from './snapshot/verify.ts';
export {type Embedded, type EmbedInput, embedStore} from './store/embed.ts';
export type {SqlOptions, SqlResult} from './store/shell.ts';
export type {Pointer} from './store/store.ts';
export type {DispatcherOptions} from './webhooks/dispatcher.ts';
