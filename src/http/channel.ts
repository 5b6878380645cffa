import cluster, {type Worker} from 'node:cluster';

/** Messages between the worker processes of a server and the first process. */
export type Answers = Record<string, (payload: unknown) => Promise<unknown>>;

interface Question {
  biograph: 'question';
  id: number;
  kind: string;
  payload: unknown;
}

interface Reply {
  biograph: 'reply';
  id: number;
  value?: unknown;
  failed?: boolean;
}

/** The metrics library sends messages of its own on the same channel. */
function isOurs<Kind extends Question | Reply>(message: unknown, biograph: Kind['biograph']): message is Kind {
  return (message as Partial<Kind> | null)?.biograph === biograph;
}

/** Sends a request to the first process. If that process ends, so does this one, so no request waits for ever. */
export function asking(): (kind: string, payload?: unknown) => Promise<unknown> {
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  process.on('message', (message) => {
    if (!isOurs<Reply>(message, 'reply')) return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  return (kind, payload) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({value, failed}) => (failed === true ? reject(new Error(`${kind} failed`)) : resolve(value)));
      process.send?.({biograph: 'question', id, kind, payload} satisfies Question);
    });
}

/** Answers the other processes, until the returned function is called. */
export function answering(answers: Answers, onError: (error: unknown) => void): () => void {
  const listener = (worker: Worker, message: unknown) => {
    if (!isOurs<Question>(message, 'question')) return;
    const {id, kind, payload} = message;
    const send = (reply: Omit<Reply, 'biograph' | 'id'>) => {
      if (worker.isConnected()) worker.send({biograph: 'reply', id, ...reply} satisfies Reply);
    };
    Promise.resolve(answers[kind]?.(payload)).then(
      (value) => send({value}),
      (error: unknown) => {
        onError(error);
        send({failed: true});
      },
    );
  };
  cluster.on('message', listener);
  return () => cluster.off('message', listener);
}
