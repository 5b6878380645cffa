import {timingSafeEqual} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type RequestListener} from 'node:http';
import Fastify, {type FastifyInstance, type FastifyRequest} from 'fastify';
import {FileError, reasonOf} from '../../errors.ts';
import type {Graph} from '../../graph.ts';
import {Keys} from '../../state/keys.ts';
import {claim, newOwner, socketPath} from '../../state/owner.ts';
import {Webhooks} from '../../state/webhooks.ts';
import {Dispatcher, type DispatcherOptions} from '../../webhooks/dispatcher.ts';
import {credentialOf} from '../caller.ts';
import {answerErrors} from '../errors.ts';
import {ASKER_HEADER} from './client.ts';
import {addAccounts, answerFrom} from './index.ts';
import type {Accounts, Asker} from './route.ts';

/** Accounts owned by this process until they are closed. */
export interface OpenAccounts extends Accounts {
  /** Starts to follow a graph and to deliver to webhooks, until `close()`, which must come before the graph's own. */
  serve(graph: Graph, options?: DispatcherOptions): void;
  close(): Promise<void>;
}

/**
 * Takes ownership of a state folder and reads it. Other processes of the same user reach it through a private local
 * socket until `close()`.
 * @throws FileError if another process owns it, it cannot be written, or one of its files is damaged.
 */
export async function openAccounts(folder: string): Promise<OpenAccounts> {
  try {
    return await opened(folder);
  } catch (cause) {
    const reason = reasonOf(cause);
    if (reason === undefined) throw cause;
    const remedy = 'Give a folder that this user may write with --state.';
    throw new FileError(folder, `the state folder cannot be used (${reason})`, remedy, {cause});
  }
}

async function opened(folder: string): Promise<OpenAccounts> {
  const owner = newOwner(await socketPath(folder));
  // The socket must answer before the folder is claimed, so that of two processes one sees the other; its requests wait
  // until the state has been read.
  let begin: (handler: RequestListener) => void = () => undefined;
  const begun = new Promise<RequestListener>((resolve) => {
    begin = resolve;
  });
  const server = createServer((request, response) => {
    void begun.then((handler) => handler(request, response));
  });
  server.listen(owner.socket);
  await once(server, 'listening');
  const undo: (() => Promise<unknown>)[] = [async () => server.close()];
  try {
    undo.unshift(await claim(folder, owner));
    const keys = await Keys.open(folder);
    undo.unshift(() => keys.close());
    const webhooks = await Webhooks.open(folder);
    undo.unshift(() => webhooks.close());
    const accounts: Accounts = {keys, webhooks, dispatcher: undefined};
    const control = await controlOver(accounts, owner.token, server, begin);
    undo.unshift(() => control.close());
    undo.unshift(async () => accounts.dispatcher?.close());
    return Object.assign(accounts, {
      close: () => inTurn(undo),
      serve(graph: Graph, options?: DispatcherOptions) {
        accounts.dispatcher = new Dispatcher(graph, webhooks, keys, options);
      },
    });
  } catch (error) {
    await inTurn(undo);
    throw error;
  }
}

async function inTurn(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) await step();
}

async function controlOver(
  accounts: Accounts,
  token: string,
  server: ReturnType<typeof createServer>,
  begin: (handler: RequestListener) => void,
): Promise<FastifyInstance> {
  let handle: RequestListener | undefined;
  const control = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    serverFactory: (handler) => {
      handle = handler as RequestListener;
      return server;
    },
  });
  control.decorateRequest('caller', null);
  answerErrors(control, {isAskedByOurs: true});
  addAccounts(control, answerFrom(accounts), (request) => (isOwner(request, token) ? behind(request) : undefined));
  await control.ready();
  if (handle !== undefined) begin(handle);
  return control;
}

/** The caller for whom one of the owner's processes asks: itself, or a caller that it has admitted. */
function behind({headers}: FastifyRequest): Asker {
  const given = headers[ASKER_HEADER];
  return typeof given === 'string' ? (JSON.parse(given) as Asker) : {isAdmin: true, owner: null, isLocal: true};
}

function isOwner(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(credentialOf(request) ?? '');
  const own = Buffer.from(token);
  return given.length === own.length && timingSafeEqual(given, own);
}
