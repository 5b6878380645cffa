import {GraphError} from '../errors.ts';
import {runSql, type SqlColumn, type SqlRequest, type SqlRow} from './shell.ts';

/** Messages of this process to its parent. */
export type FromChild =
  | {is: 'ready'}
  | {is: 'columns'; columns: SqlColumn[]}
  | {is: 'rows'; rows: SqlRow[]}
  | {is: 'done'}
  | {is: 'failed'; code: GraphError['code']; message: string};

/** A process that runs SQL statements one after another until its parent ends. */
process.on('message', (request: SqlRequest) => void answer(request));
// It may be killed at any moment, since it has no state. Ctrl-C and a closed terminal are handled by its parent.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
void send({is: 'ready'});

async function answer(request: SqlRequest): Promise<void> {
  try {
    await runSql(request, {
      columns: (columns) => send({is: 'columns', columns}),
      rows: (rows) => send({is: 'rows', rows}),
    });
    await send({is: 'done'});
  } catch (error) {
    const known = error instanceof GraphError ? error : new GraphError('internal_error', String(error));
    await send({is: 'failed', code: known.code, message: known.message});
  }
}

function send(message: FromChild): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}
