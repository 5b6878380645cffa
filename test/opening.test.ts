import {describe, expect, expectTypeOf, it} from 'vitest';
import {type Graph, type GraphOptions, openGraph} from '../src/index.ts';
import type {OPEN_OPTIONS} from '../src/schema/open-options.ts';

describe('openGraph', () => {
  it('refuses a source and options that are none', async () => {
    const open = openGraph as (source?: unknown, options?: unknown) => Promise<Graph>;
    for (const [source, options, said] of [
      [5, {}, 'source must be a path or an address as text, not 5.'],
      [null, {}, 'source must be a path or an address as text, not null.'],
      ['src', 'x', 'The options of openGraph are an object, not "x".'],
      ['src', {generaton: 1}, 'generaton is no option of openGraph. Did you mean generation?'],
      ['src', {readonly: true}, /^readonly is no option of openGraph\. Options: asOf, cache, /],
      ['src', {generation: '1'}, 'generation must be a whole number above 0, not "1".'],
      ['src', {timeout: 0}, /^timeout must be a number of milliseconds/],
      ['src', {signal: 'x'}, 'signal must be an AbortSignal, not "x".'],
    ] as const) {
      const error: unknown = await open(source, options).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({code: 'validation_error', message: expect.stringMatching(said)});
    }
    expectTypeOf<keyof typeof OPEN_OPTIONS>().toEqualTypeOf<keyof GraphOptions>();
  });

  it('names a source that is none, and what to do', async () => {
    await expect(openGraph('/no/such/folder')).rejects.toThrow(
      /\/no\/such\/folder: does not exist\. Give a store, a snapshot folder, a packed snapshot, or clickhouse:/,
    );
    await expect(openGraph('src')).rejects.toThrow(/neither a store nor a snapshot/);
  });
});
