import type {FastifyReply} from 'fastify';
import type {AnswerOptions} from '../reading.ts';

/** Milliseconds a request may wait in the queue; a request that would wait longer is refused at once. */
export const PATIENCE = 2000;

/**
 * What a request passes to the graph besides its parameters. Its work is aborted if the client disconnects before the
 * answer, or if it takes too long. The signal is created only if something listens, and is released when the answer is
 * sent: thousands of pending `AbortSignal.timeout` would cost the garbage collector more than the whole look-up.
 */
export class RequestCall implements AnswerOptions {
  readonly follow = false;
  readonly patience = PATIENCE;
  readonly generation: number | undefined;
  readonly #reply: FastifyReply;
  readonly #until: number;
  #controller: AbortController | undefined;

  /**
   * @param ms Time limit, from now.
   * @param generation The pinned one, if any.
   */
  constructor(reply: FastifyReply, ms: number, generation: number | undefined) {
    this.generation = generation;
    this.#reply = reply;
    this.#until = performance.now() + ms;
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#listen();
    return this.#controller.signal;
  }

  #listen(): AbortController {
    const controller = new AbortController();
    const {raw} = this.#reply;
    const left = Math.max(0, this.#until - performance.now());
    const timer = setTimeout(
      () => controller.abort(new DOMException('The time limit has passed.', 'TimeoutError')),
      left,
    ).unref();
    const end = () => {
      clearTimeout(timer);
      if (!raw.writableFinished) controller.abort();
    };
    if (raw.closed) end();
    else raw.once('close', end);
    return controller;
  }
}
