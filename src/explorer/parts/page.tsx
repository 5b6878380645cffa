import type {ComponentChildren} from 'preact';
import {useEffect, useLayoutEffect, useRef} from 'preact/hooks';
import {arrivals} from '../place.ts';

/** A page: its heading states the content, becomes the tab's title, and takes the focus when the page is opened. */
export function Page({
  title,
  above,
  children,
}: {
  title: string;
  above?: ComponentChildren;
  children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrival = arrivals.value;
  // Together with the heading: whoever sees the one reads the other.
  useLayoutEffect(() => {
    document.title = `${title} – biograph`;
  }, [title]);
  useEffect(() => {
    if (arrival > 0) heading.current?.focus({preventScroll: true});
  }, [arrival]);
  return (
    <main id="main">
      <header class="title">
        {above}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      {children}
    </main>
  );
}
