import {GraphError} from '../errors.ts';
import {type Asked, askSql, type SqlColumn, type SqlRow} from './shell.ts';

/** What this process tells the one that started it. */
export type FromChild =
  | {is: 'ready'}
  | {is: 'columns'; columns: SqlColumn[]}
  | {is: 'rows'; rows: SqlRow[]}
  | {is: 'done'}
  | {is: 'failed'; code: GraphError['code']; message: string};

/** A process that answers statements of SQL, one after another, until the one that started it is gone. */
process.on('message', (asked: Asked) => void answer(asked));
// Ended from outside at any moment: it has nothing that could be half done. A Ctrl-C is for the one that started it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('SIGINT', () => undefined);
void tell({is: 'ready'});

async function answer(asked: Asked): Promise<void> {
  try {
    await askSql(asked, {
      columns: (columns) => tell({is: 'columns', columns}),
      rows: (rows) => tell({is: 'rows', rows}),
    });
    await tell({is: 'done'});
  } catch (error) {
    const known = error instanceof GraphError ? error : new GraphError('internal_error', String(error));
    await tell({is: 'failed', code: known.code, message: known.message});
  }
}

function tell(message: FromChild): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}
