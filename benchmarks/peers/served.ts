import Fastify from 'fastify';
import type {Params, PeerModule, Place} from './peer.ts';

/**
 * A peer behind Fastify, as somebody would put it on the network in an afternoon: entities whole, of all other questions the ids or
 * counts alone, which is less than biograph sends. `bare` answers any entity with one and the same text.
 */
const [name = '', place = '{}', text = ''] = process.argv.slice(2);
const server = Fastify();
const JSON_TYPE = 'application/json; charset=utf-8';
if (name === 'bare') server.get('/entity/:id', (_request, reply) => reply.type(JSON_TYPE).send(text));
else {
  const peer = await ((await import(`./${name}.ts`)) as PeerModule).open(JSON.parse(place) as Place);
  server.get('/entity/:id', async (request, reply) =>
    reply.type(JSON_TYPE).send(await peer.document?.((request.params as {id: string}).id)),
  );
  server.get('/ask/:question', async (request) =>
    peer.answers[(request.params as {question: string}).question]?.(request.query as Params),
  );
  process.once('SIGTERM', async () => {
    await server.close();
    await peer.close();
    process.exit();
  });
}
process.stdout.write(`${await server.listen({host: '127.0.0.1', port: 0})}\n`);
