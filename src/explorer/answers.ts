// Fetching answers: a component requests one, and is rendered again when it arrives.
import {useEffect, useState} from 'preact/hooks';
import {type Answer, ask, key, Refusal, shown} from './ask.ts';
import {type Query, textOf} from './place.ts';

export interface RequestState<T> {
  /** The answer, or the previous one while the next is loading. */
  answer: Answer<T> | null;
  error: Refusal | null;
  isLoading: boolean;
  retry: () => void;
}

/** Recent answers, so that going back is immediate. */
const seen = new Map<string, Answer<unknown>>();
const MOST_SEEN = 60;

function keep(name: string, answer: Answer<unknown>): void {
  seen.delete(name);
  seen.set(name, answer);
  if (seen.size > MOST_SEEN) seen.delete(seen.keys().next().value as string);
}

/** @param path Null requests nothing. */
export function useAnswer<T>(path: string | null, query: Query = {}): RequestState<T> {
  const question = path === null ? null : `${path}?${textOf(query)}`;
  return useQuestion(question, (signal) => ask<T>(path ?? '', query, signal));
}

/** @param question A key that identifies the question; null requests nothing. */
export function useQuestion<T>(
  question: string | null,
  answering: (signal: AbortSignal) => Promise<Answer<T>>,
): RequestState<T> {
  const name = question === null ? null : `${shown.value ?? ''} ${key.value} ${question}`;
  const kept = name === null ? undefined : (seen.get(name) as Answer<T> | undefined);
  const [state, setState] = useState<{of: string | null; answer: Answer<T> | null; error: Refusal | null}>({
    of: null,
    answer: null,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  // The key stands for path and query, the attempt number for a retry.
  useEffect(() => {
    if (question === null || kept !== undefined) return;
    const controller = new AbortController();
    answering(controller.signal)
      .then((answer) => {
        keep(`${shown.value ?? ''} ${key.value} ${question}`, answer);
        setState({of: question, answer, error: null});
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const refusal = error instanceof Refusal ? error : new Refusal(0, 'error', String(error));
        setState({of: question, answer: null, error: refusal});
      });
    return () => controller.abort();
  }, [name, attempt]);
  const retry = () => {
    setState({of: null, answer: null, error: null});
    setAttempt(attempt + 1);
  };
  if (kept !== undefined) return {answer: kept, error: null, isLoading: false, retry};
  const isDone = state.of === question;
  return {
    answer: state.answer,
    error: isDone ? state.error : null,
    isLoading: question !== null && !isDone,
    retry,
  };
}
