import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import type {Net} from './net.ts';

export interface Spot {
  x: number;
  y: number;
}

export const WIDTH = 640;
export const HEIGHT = 460;
const EDGE = 24;
/** Space for names beside the outermost nodes. */
const SIDE = 150;

interface Body extends SimulationNodeDatum {
  id: string;
}

/**
 * The positions of nodes. Existing nodes start from their previous positions; the same graph gives the same picture.
 */
export function layout({nodes, edges}: Net, before: ReadonlyMap<string, Spot>): Map<string, Spot> {
  const bodies: Body[] = nodes.map(({id}, n) => {
    const near = edges.find(
      ({source, target}) => (source === id || target === id) && before.has(source === id ? target : source),
    );
    const from = before.get(id) ?? before.get(near?.source === id ? near.target : (near?.source ?? ''));
    const turn = n * 2.4;
    return {id, x: (from?.x ?? WIDTH / 2) + Math.cos(turn) * 12, y: (from?.y ?? HEIGHT / 2) + Math.sin(turn) * 12};
  });
  const isWide = nodes.length < 30;
  forceSimulation(bodies)
    .force(
      'link',
      forceLink<Body, {source: string | Body; target: string | Body}>(
        edges.map(({source, target}) => ({source, target})),
      )
        .id(({id}) => id)
        .distance(isWide ? 120 : 70),
    )
    .force('charge', forceManyBody().strength(isWide ? -420 : -160))
    .force('collide', forceCollide(isWide ? 30 : 16))
    .force('center', forceCenter(WIDTH / 2, HEIGHT / 2))
    .force('x', forceX(WIDTH / 2).strength(0.05))
    .force('y', forceY(HEIGHT / 2).strength(0.11))
    .stop()
    .tick(220);
  const left = spread(
    bodies.map(({x = 0}) => x),
    SIDE,
    WIDTH - SIDE,
  );
  const top = spread(
    bodies.map(({y = 0}) => y),
    EDGE,
    HEIGHT - EDGE,
  );
  return new Map(bodies.map(({id, x = 0, y = 0}) => [id, {x: left(x), y: top(y)}]));
}

/** Scales the drawing to the available space. */
function spread(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => (most - least < 1 ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from));
}
