import type {FastifyReply} from 'fastify';

/**
 * What ends the work for a request: its client is gone before it got its answer, or its time is over. The signal is made when somebody wants to
 * listen, and nothing of it is left when the answer is sent: thousands of waiting `AbortSignal.timeout` cost the garbage collector
 * more than all the rest of a look-up.
 */
export class Stop {
  readonly #reply: FastifyReply;
  readonly #until: number;
  #controller: AbortController | undefined;

  /** @param ms From now on. */
  constructor(reply: FastifyReply, ms: number) {
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
      () => controller.abort(new DOMException('The time is over.', 'TimeoutError')),
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
