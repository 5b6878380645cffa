import * as Plot from '@observablehq/plot';
import {parseHTML} from 'linkedom';
import type {PeerResults} from './run.ts';

/** Median time against the size of the graph, one small picture for each question. */
export async function plotTimes(all: readonly PeerResults[]): Promise<string> {
  const {document} = parseHTML('<!doctype html><html><body></body></html>');
  const rows = all.flatMap(({entities, asked}) =>
    asked.map(({question, peer, p50}) => ({entities, question, peer, p50: Math.max(p50, 0.005)})),
  );
  const questions = [...new Set(rows.map(({question}) => question))];
  const columns = 4;
  const place = (question: string) => questions.indexOf(question);
  const fx = ({question}: {question: string}) => place(question) % columns;
  const fy = ({question}: {question: string}) => Math.floor(place(question) / columns);
  const sizes = [...new Set(rows.map(({entities}) => entities))];
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const points = {x: 'entities', y: 'p50', stroke: 'peer', fx, fy} as const;
  const svg = Plot.plot({
    document,
    width: 1000,
    height: 180 * Math.ceil(questions.length / columns),
    x: {type: 'log', label: 'entities', domain: [smallest / 2, largest * 8], ticks: sizes, tickFormat: '~s'},
    y: {type: 'log', label: 'median, ms', domain: [0.005, 5000], grid: true, ticks: 4, tickFormat: '~g'},
    fx: {axis: null},
    fy: {axis: null},
    marks: [
      Plot.frame({stroke: '#ddd'}),
      Plot.line(rows, {...points, z: 'peer'}),
      Plot.dot(rows, {...points, fill: 'peer', r: 2.5}),
      Plot.text(
        rows.filter(({entities}) => entities === largest),
        {x: 'entities', y: 'p50', text: 'peer', fill: 'peer', fx, fy, textAnchor: 'start', dx: 5},
      ),
      Plot.text(
        questions.map((question) => ({question})),
        {text: 'question', fx, fy, frameAnchor: 'top-left', dx: 4, dy: 4},
      ),
    ],
  } as Plot.PlotOptions);
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `${svg.outerHTML}\n`;
}
