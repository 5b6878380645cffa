import type {FastifyReply} from 'fastify';
import type {AnswerOptions} from '../reading.ts';

/** Milliseconds a request may wait in the queue; a request that would wait longer is refused at once. */
export const PATIENCE = 2000;

/**
 * What a request asks of the graph beside its parameters. Its work ends when its client is gone before it got its answer, or its time is over; that
 * signal is made when somebody wants to listen, and nothing of it is left when the answer is sent: thousands of waiting `AbortSignal.timeout` cost the garbage collector
 * more than all the rest of a look-up.
 */
export class RequestCall implements AnswerOptions {
  readonly follow = false;
  readonly patience = PATIENCE;
  readonly generation: number | undefined;
  readonly #reply: FastifyReply;
  readonly #until: number;
  #controller: AbortController | undefined;

  /**
   * @param ms From now on.
   * @param generation A pinned one.
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
