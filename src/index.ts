export type {Meta} from './context.ts';
export {type Detail, ERROR_STATUS, type ErrorCode, FileError, GraphError} from './errors.ts';
export {type CallOptions, type Graph, type GraphOptions, type Method, openGraph} from './graph.ts';
export type {OnProgress, Progress} from './progress.ts';
export {FAMILIES, KINDS, type Kind, RELATIONS} from './schema/kinds.ts';
export {loadSnapshot} from './snapshot/load.ts';
