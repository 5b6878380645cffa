import type {FastifyInstance} from 'fastify';

/** Nominal requests per minute of a server on a machine of one's own: stated, not enforced. */
const NOMINAL = 60_000;

const WINDOW = 60_000;

/** The three rate-limit headers on every `/v1` response, errors and 304 included (profile `local`: none is enforced). */
export function addLimitHeaders(server: FastifyInstance): void {
  let reset = 0;
  let used = 0;
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1')) return;
    const now = Date.now();
    if (now >= reset) {
      reset = (Math.floor(now / WINDOW) + 1) * WINDOW;
      used = 0;
    }
    used++;
    reply.header('X-RateLimit-Limit', NOMINAL);
    reply.header('X-RateLimit-Remaining', Math.max(0, NOMINAL - used));
    reply.header('X-RateLimit-Reset', reset / 1000);
  });
}
