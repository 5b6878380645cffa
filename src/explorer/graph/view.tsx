// The neighbourhood as a drawing and as a list; both expand and collapse the same nodes.
import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import {announce} from '../announce.ts';
import {Refusal} from '../ask.ts';
import {edgesOf} from '../edges.ts';
import {EntityLink} from '../parts/entity-link.tsx';
import {Failed, Loading} from '../parts/states.tsx';
import {count, counted, kindWord, relationWords} from '../words.ts';
import {HEIGHT, layout, type Spot, WIDTH} from './layout.ts';
import {MOST_NODES, type Net, netOf, type Opened, type Ref, someOf} from './net.ts';

/** Number of edges read per relation; enough to choose from. */
const READ = 8;

export function NetView({of: root}: {of: Ref}) {
  const [opened, setOpened] = useState<ReadonlyMap<string, Opened>>(new Map());
  const [error, setError] = useState<Refusal | null>(null);
  const [chosen, setChosen] = useState(root.id);
  const spots = useRef<ReadonlyMap<string, Spot>>(new Map());
  const open = async (id: string) => {
    setError(null);
    try {
      const {value} = await edgesOf(id, READ);
      const total = Object.values(value.relation_counts).reduce((sum, n) => sum + n, 0);
      setOpened((before) => new Map([...before, [id, {links: someOf(value.edges), total}]]));
    } catch (problem) {
      setError(problem instanceof Refusal ? problem : new Refusal(0, 'error', String(problem)));
    }
  };
  // Once for each root.
  useEffect(() => void open(root.id), [root.id]);
  const net = useMemo(() => netOf(root, opened), [root, opened]);
  const places = useMemo(() => {
    const found = layout(net, spots.current);
    spots.current = found;
    return found;
  }, [net]);
  const toggle = (id: string) => {
    setChosen(id);
    if (!opened.has(id)) return void open(id).then(() => announce('Opened'));
    setOpened(new Map([...opened].filter(([one]) => one !== id)));
    announce('Folded');
  };
  if (error !== null) return <Failed error={error} retry={() => void open(chosen)} />;
  if (opened.size === 0 && net.nodes.length === 1 && chosen === root.id && spots.current.size < 1)
    return <Loading what="the neighbourhood" />;
  return (
    <>
      <Drawing net={net} places={places} chosen={chosen} onToggle={toggle} />
      <Chosen net={net} id={chosen} onToggle={toggle} />
      {net.nodes.length >= MOST_NODES && <p class="note">{MOST_NODES} are shown at most: fold some to open others.</p>}
      <details>
        <summary>Read it as a list</summary>
        <List net={net} opened={opened} of={root} above={new Set()} onToggle={toggle} />
      </details>
    </>
  );
}

interface DrawingProps {
  net: Net;
  places: ReadonlyMap<string, Spot>;
  chosen: string;
  onToggle: (id: string) => void;
}

function Drawing({net, places, chosen, onToggle}: DrawingProps) {
  const isSparse = net.nodes.length < 34;
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing else holds the buttons of a drawing together
    <svg
      class="net"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`Neighbourhood: ${counted(net.nodes.length, 'entity', 'entities')}`}
    >
      <g>
        {net.edges.map(({source, target, relation}) => {
          const [from, to] = [places.get(source), places.get(target)];
          return (
            from && to && <line key={`${source} ${relation} ${target}`} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
          );
        })}
      </g>
      {net.nodes.map((node) => {
        const {x, y} = places.get(node.id) ?? {x: 0, y: 0};
        return (
          // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing
          <g
            key={node.id}
            class={node.id === chosen ? 'node is-chosen' : 'node'}
            data-kind={node.kind}
            transform={`translate(${Math.round(x)} ${Math.round(y)})`}
            role="button"
            tabindex={0}
            aria-expanded={node.isOpen}
            aria-label={`${node.name}, ${kindWord(node.kind)}`}
            onClick={() => onToggle(node.id)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              onToggle(node.id);
            }}
          >
            <title>{node.name}</title>
            <circle class="reach" r="13" />
            <circle class="dot" r={node.isOpen ? 8 : 5.5} />
          </g>
        );
      })}
      {/* Not in the buttons: what is cut short here is read in full there. */}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus */}
      <g class="names" aria-hidden="true">
        {net.nodes
          .filter(({id, isOpen}) => isSparse || isOpen || id === chosen)
          .map(({id, name, isOpen}) => {
            const {x, y} = places.get(id) ?? {x: 0, y: 0};
            const side = x < WIDTH / 2 ? -1 : 1;
            const room = (side < 0 ? x : WIDTH - x) - (isOpen ? 13 : 10);
            return (
              <text
                key={id}
                x={Math.round(x) + side * (isOpen ? 13 : 10)}
                y={Math.round(y) + 4}
                text-anchor={side < 0 ? 'end' : 'start'}
              >
                {short(name, room)}
              </text>
            );
          })}
      </g>
    </svg>
  );
}

/** Letters of the longest and the shortest name, and the width of a wide one, in units of the drawing. */
const MOST_LETTERS = 24;
const LEAST_LETTERS = 6;
const LETTER = 6.6;

/** A name as it fits between its node and the edge of the drawing. */
function short(name: string, room: number): string {
  const letters = [...name];
  const most = Math.max(LEAST_LETTERS, Math.min(MOST_LETTERS, Math.floor(room / LETTER)));
  return letters.length <= most
    ? name
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

function Chosen({net, id, onToggle}: {net: Net; id: string; onToggle: (id: string) => void}) {
  const node = net.nodes.find((one) => one.id === id);
  if (node === undefined) return null;
  return (
    <p class="chosen">
      <EntityLink of={node} withKind />{' '}
      <button type="button" class="small" onClick={() => onToggle(id)}>
        {node.isOpen ? 'Fold' : 'Open'}
      </button>
      {node.hidden > 0 && <small> {count(node.hidden)} more links are not drawn</small>}
    </p>
  );
}

interface ListProps {
  net: Net;
  opened: ReadonlyMap<string, Opened>;
  of: Ref;
  /** The nodes above it, so that cycles end. */
  above: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

function List({net, opened, of, above, onToggle}: ListProps) {
  const links = opened.get(of.id)?.links ?? [];
  const path = new Set([...above, of.id]);
  return (
    <ul class="tree">
      {links.map(({relation, direction, neighbor}) => (
        <li key={`${relation} ${direction} ${neighbor.id}`}>
          <small>{relationWords(relation, direction)}:</small> <EntityLink of={neighbor} withKind />
          {!path.has(neighbor.id) && (
            <>
              {' '}
              <button
                type="button"
                class="small"
                aria-expanded={opened.has(neighbor.id)}
                onClick={() => onToggle(neighbor.id)}
              >
                {opened.has(neighbor.id) ? 'Fold' : 'Open'}
                <span class="hidden"> {neighbor.name}</span>
              </button>
              {opened.has(neighbor.id) && (
                <List net={net} opened={opened} of={neighbor} above={path} onToggle={onToggle} />
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
