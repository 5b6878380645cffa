import type {ComponentChildren} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import {announcement} from './announce.ts';
import {useAnswer} from './answers.ts';
import {key, look, mustSignIn, newest, shown, signIn, takeNewest} from './ask.ts';
import {Combobox} from './parts/combobox.tsx';
import {entityAddress} from './parts/entity-link.tsx';
import {Page} from './parts/page.tsx';
import {arrivals, go, place, root, to} from './place.ts';
import type {Schema} from './types.ts';
import {day} from './words.ts';

const MENU: readonly (readonly [string, string])[] = [
  ['list', 'Browse'],
  ['whitespace', 'White space'],
  ['landscape', 'Patents'],
  ['comparables', 'Comparables'],
  ['people', 'People'],
  ['funding', 'Funding'],
  ['calendar', 'Calendar'],
  ['changes', 'Changes'],
  ['compare', 'Compare'],
];

/** Milliseconds between two checks for a newer generation. */
const LOOK = 60_000;

export function Shell({children}: {children: ComponentChildren}) {
  useEffect(() => {
    const timer = setInterval(() => {
      // Not while the tab is hidden; if the server cannot be reached, the next check tries again.
      if (document.visibilityState === 'visible') look().catch(() => undefined);
    }, LOOK);
    return () => clearInterval(timer);
  }, []);
  const arrival = arrivals.value;
  useEffect(() => {
    if (arrival > 0) look().catch(() => undefined);
  }, [arrival]);
  const {page, query} = place.value;
  const menu = useRef<HTMLElement>(null);
  // On a narrow screen the menu is one line that scrolls, without the page.
  useEffect(() => {
    const bar = menu.current;
    const current = bar?.querySelector<HTMLElement>('[aria-current]');
    if (!bar || !current) return;
    const [room, item] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
    bar.scrollLeft += item.left + item.width / 2 - room.left - room.width / 2;
  }, [page]);
  return (
    <>
      <header class="bar">
        <a
          class="skip"
          href={window.location.href}
          onClick={(event) => {
            event.preventDefault();
            document.querySelector<HTMLElement>('#main h1')?.focus();
          }}
        >
          Skip to the content
        </a>

        <a class="brand" href={to('')} aria-label="biograph, start">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 3-6 6z" />
            <circle cx="4" cy="4" r="2.5" />
            <circle cx="12" cy="7" r="2.5" />
            <circle cx="6" cy="13" r="2.5" />
          </svg>
          <span>biograph</span>
        </a>
        {page !== '' && (
          <search>
            <Combobox
              label="Search the graph"
              isLabelHidden
              placeholder="Search the graph"
              initial={page === 'list' ? (query.get('q') ?? '') : ''}
              onPick={(suggestion) => go(entityAddress(suggestion))}
              onText={(q) => go(to('list', [], {q}))}
            />
          </search>
        )}
        <nav ref={menu} aria-label="Pages">
          <ul>
            {MENU.map(([name, words]) => (
              <li key={name}>
                <a href={to(name)} aria-current={page === name ? 'page' : undefined}>
                  {words}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <Newer />
      {mustSignIn.value === null ? children : <SignIn message={mustSignIn.value} />}
      <Foot />
      <p class="hidden" role="status">
        {announcement.value}
      </p>
    </>
  );
}

/** Tells the reader that the server has a newer generation than the one shown. */
function Newer() {
  const is = newest.value !== null && shown.value !== null && newest.value > shown.value;
  return (
    <div class="newer" role="status">
      {is && (
        <p>
          A newer release of the graph is available; you are looking at generation {shown.value}.{' '}
          <button type="button" onClick={() => void takeNewest()}>
            Show generation {newest.value}
          </button>
        </p>
      )}
    </div>
  );
}

function SignIn({message}: {message: string}) {
  const [text, setText] = useState('');
  return (
    <Page title="Sign in with a key">
      <form
        class="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          signIn(text.trim());
        }}
      >
        <p>{key.value === '' ? 'This server requires a key.' : message}</p>
        <label for="key">Key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          required
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit">Sign in</button>
        <p class="faint">
          The key is kept until this tab is closed, and sent to this server only. The server’s operator creates keys
          with biograph keys create.
        </p>
      </form>
    </Page>
  );
}

function Foot() {
  const {answer} = useAnswer<Schema>(mustSignIn.value === null ? 'v1/schema' : null);
  const snapshot = answer?.value.snapshot;
  return (
    <footer class="foot">
      {snapshot !== undefined && (
        <p>
          As of {day(snapshot.as_of)} · generation {snapshot.generation} · snapshot{' '}
          <code>{snapshot.id.slice(0, 8)}</code>
        </p>
      )}
      <p>
        <a href={to('docs')}>Interface for programs</a> · <a href={new URL('openapi.json', root).pathname}>OpenAPI</a>
        {key.value !== '' && (
          <>
            {' '}
            ·{' '}
            <button type="button" class="link" onClick={() => signIn('')}>
              Sign out
            </button>
          </>
        )}
      </p>
    </footer>
  );
}
