import {inject} from 'vitest';
import {type Graph, type GraphOptions, openGraph} from '../../src/index.ts';

/** The generated graph of the test run. */
export function openFixture(options?: GraphOptions): Promise<Graph> {
  return openGraph(inject('store'), options);
}
