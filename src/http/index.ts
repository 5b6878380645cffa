/** The server and its state, for programs that serve: `biograph/server`. */
export {type OpenAccounts, openAccounts} from './account/open.ts';
export type {Profile} from './limits.ts';
export {createServer, type ServerOptions} from './server.ts';
