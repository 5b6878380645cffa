// A view that is loading, is empty, or could not be loaded.
import type {ComponentChildren} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import type {RequestState} from '../answers.ts';
import {newest, type Refusal, takeNewest} from '../ask.ts';

export function Loading({what}: {what: string}) {
  return (
    <div class="loading">
      <span>Loading {what}…</span>
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <i aria-hidden="true" />
    </div>
  );
}

export function Empty({children}: {children: ComponentChildren}) {
  return <p class="empty">{children}</p>;
}

const HEADS: Record<number, string> = {
  0: 'No connection',
  401: 'A key is required',
  404: 'Not found',
  422: 'The request was refused',
  429: 'Too many requests',
  503: 'The server is busy',
};

export function Failed({error, retry}: {error: Refusal; retry: () => void}) {
  const isExpired = error.status === 400 && /expired/i.test(error.message);
  const left = useCountdown(error);
  return (
    <div class="failed" role="alert">
      <strong>{isExpired ? 'This release is no longer kept' : (HEADS[error.status] ?? 'The request failed')}</strong>
      <p>{isExpired ? 'It has been replaced by a newer one.' : error.message}</p>
      {isExpired ? (
        <button type="button" onClick={() => void takeNewest()}>
          Show the newest{newest.value === null ? '' : ` (generation ${newest.value})`}
        </button>
      ) : (
        // The same request would fail again.
        ![400, 404, 422].includes(error.status) && (
          <button type="button" onClick={retry} disabled={left > 0}>
            {left > 0 ? `Try again in ${left} s` : 'Try again'}
          </button>
        )
      )}
    </div>
  );
}

/** Seconds until a retry makes sense. */
function useCountdown(error: Refusal): number {
  const [left, setLeft] = useState(error.wait ?? 0);
  useEffect(() => {
    setLeft(error.wait ?? 0);
    if (error.wait === null) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}

/**
 * A part of a page that shows an answer, or the reason why there is none. The previous answer stays until the next one
 * arrives.
 */
export function View<T>({
  of,
  what,
  children,
}: {
  of: RequestState<T>;
  what: string;
  children: (value: T) => ComponentChildren;
}) {
  if (of.error !== null) return <Failed error={of.error} retry={of.retry} />;
  if (of.answer === null) return <Loading what={what} />;
  return (
    <div class={of.isLoading ? 'view is-waiting' : 'view'} aria-busy={of.isLoading}>
      {children(of.answer.value)}
    </div>
  );
}
