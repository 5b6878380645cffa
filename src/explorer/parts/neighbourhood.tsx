import {useEffect, useState} from 'preact/hooks';
import type {Ref} from '../graph/net.ts';
import type {NetView} from '../graph/view.tsx';
import {Empty, Loading} from './states.tsx';

/** The drawing is in a separate file, which most pages do not need. */
export function Neighbourhood({of}: {of: Ref}) {
  const [View, setView] = useState<typeof NetView | null | undefined>(undefined);
  useEffect(() => {
    import('../graph/view.tsx').then(
      ({NetView}) => setView(() => NetView),
      () => setView(null),
    );
  }, []);
  return (
    <section aria-labelledby="neighbourhood">
      <h2 id="neighbourhood">Neighbourhood</h2>
      {View === undefined && <Loading what="the drawing" />}
      {View === null && <Empty>The drawing could not be loaded.</Empty>}
      {View && <View of={of} />}
    </section>
  );
}
