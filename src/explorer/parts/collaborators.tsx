import {useAnswer} from '../answers.ts';
import type {Collaborators} from '../types.ts';
import {count, day} from '../words.ts';
import {BarTable} from './bar-table.tsx';
import {EntityLink} from './entity-link.tsx';
import {Caveats} from './notes.tsx';
import {Empty, View} from './states.tsx';

/** A person's co-authors and co-inventors. */
export function WorkedWith({id}: {id: string}) {
  const found = useAnswer<Collaborators>(`v1/entities/${id}/collaborators`);
  return (
    <section aria-labelledby="collaborators">
      <h2 id="collaborators">Collaborators</h2>
      <View of={found} what="collaborators">
        {({results, caveats}) => (
          <>
            {results.length === 0 ? (
              <Empty>Nobody shares a paper or patent with this person here.</Empty>
            ) : (
              <BarTable
                caption="Collaborators by shared works"
                heads={['Name', 'Shared', 'Papers', 'Patents', 'Latest']}
                bars={results.map((one) => ({
                  key: one.id,
                  name: <EntityLink of={one} />,
                  value: one.shared,
                  text: count(one.shared),
                  more: [count(one.papers), count(one.patents), day(one.latest)],
                }))}
              />
            )}
            <Caveats caveats={caveats} />
          </>
        )}
      </View>
    </section>
  );
}
