import {useEffect, useState} from 'preact/hooks';
import type {Reference} from '../docs/page.tsx';
import {Page} from '../parts/page.tsx';
import {Empty, Loading} from '../parts/states.tsx';

/** The reference comes in a file of its own: who looks at the graph does without it. */
export function DocsPage() {
  const [Shown, setShown] = useState<typeof Reference | null | undefined>(undefined);
  useEffect(() => {
    import('../docs/page.tsx').then(
      ({Reference}) => setShown(() => Reference),
      () => setShown(null),
    );
  }, []);
  if (Shown) return <Shown />;
  return (
    <Page title="The HTTP interface">
      {Shown === undefined ? <Loading what="the interface" /> : <Empty>The page could not be loaded.</Empty>}
    </Page>
  );
}
