// Edges of an entity by relation, with counts; further pages are loaded on request. Their dates make up the timeline.
import {useState} from 'preact/hooks';
import {announce} from '../announce.ts';
import {ask, Refusal} from '../ask.ts';
import {useEdges} from '../edges.ts';
import type {Edge, Edges} from '../types.ts';
import {count, day, relationWords} from '../words.ts';
import {EntityLink} from './entity-link.tsx';
import {Confidence} from './notes.tsx';
import {Scroll} from './scroll.tsx';
import {Empty, Failed, View} from './states.tsx';
import {dateOf, Timeline} from './timeline.tsx';

const AT_FIRST = 8;
const MORE = 50;

export function Relations({id}: {id: string}) {
  const edges = useEdges(id, AT_FIRST);
  return (
    <section aria-labelledby="relations">
      <h2 id="relations">Relations</h2>
      <View of={edges} what="relations">
        {({relation_counts: counts, edges: all}) => {
          const relations = Object.entries(counts).sort(([, a], [, b]) => b - a);
          if (relations.length === 0) return <Empty>Nothing is linked to it.</Empty>;
          return (
            <>
              <Timeline id={id} />
              {relations.map(([relation, total]) => (
                <Relation
                  key={relation}
                  id={id}
                  relation={relation}
                  total={total}
                  first={all.filter((edge) => edge.relation === relation)}
                />
              ))}
            </>
          );
        }}
      </View>
    </section>
  );
}

interface RelationProps {
  id: string;
  relation: string;
  total: number;
  first: Edge[];
}

function Relation({id, relation, total, first}: RelationProps) {
  const [more, setMore] = useState<Edge[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<Refusal | null>(null);
  const edges = more ?? first;
  const directions = [...new Set(edges.map(({direction}) => direction))];
  const words = directions.map((direction) => relationWords(relation, direction)).join(' / ') || relation;
  // Without any confidence the column is left out.
  const isRated = edges.some(({confidence}) => confidence !== null);
  const left = total - (more?.length ?? 0);
  const load = () => {
    setError(null);
    ask<Edges>(`v1/entities/${id}/edges`, {relation, limit: MORE, after: next})
      .then(({value}) => {
        setMore([...(more ?? []), ...value.edges]);
        setNext(value.next_cursor ?? null);
        announce(`${count((more?.length ?? 0) + value.edges.length)} of ${count(total)}: ${words}`);
      })
      .catch((problem: unknown) =>
        setError(problem instanceof Refusal ? problem : new Refusal(0, 'error', String(problem))),
      );
  };
  return (
    <details class="relation" open>
      <summary>
        <h3>{words}</h3> <span class="count">{count(total)}</span>
      </summary>
      <Scroll label={words}>
        <table class="rows">
          <caption class="hidden">
            {words}: {count(edges.length)} of {count(total)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Date</th>
              <th scope="col">Source</th>
              {isRated && (
                <th scope="col" class="number">
                  Confidence
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {edges.map((edge) => (
              <tr key={`${edge.direction} ${edge.neighbor.id}`}>
                <th scope="row">
                  <EntityLink of={edge.neighbor} withKind />
                </th>
                <td class="date">{day(dateOf(edge))}</td>
                <td class="source">{edge.source}</td>
                {isRated && (
                  <td class="number">
                    <Confidence value={edge.confidence} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {error !== null && <Failed error={error} retry={load} />}
      {edges.length < total && error === null && (
        <button type="button" class="link" onClick={load}>
          {left <= MORE
            ? `Show all ${count(total)}`
            : `Show ${count(MORE)} ${more === null ? 'of' : 'more of'} ${count(total)}`}
          <span class="hidden"> {words}</span>
        </button>
      )}
    </details>
  );
}
