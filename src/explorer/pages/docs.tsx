import {useEffect, useState} from 'preact/hooks';
import type {Reference} from '../docs/page.tsx';
import {Page} from '../parts/page.tsx';
import {Empty, Loading} from '../parts/states.tsx';

/** The reference is in a separate file, which other pages do not need. */
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
