import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isoOf, readDay, readTime} from '../src/time.ts';

const iso = (text: string) => {
  const read = readTime(text);
  return 'iso' in read ? read.iso : read.problem;
};

describe('a date or timestamp', () => {
  it('is UTC where it names no zone', () => {
    expect(iso('2025-01-15')).toBe('2025-01-15T00:00:00.000Z');
    expect(iso('2025-01-15T08:30')).toBe('2025-01-15T08:30:00.000Z');
    expect(iso('2025-01-15 08:30:15.1239')).toBe('2025-01-15T08:30:15.123Z');
    expect(iso('2025-01-15T08:30:00-05:00')).toBe('2025-01-15T13:30:00.000Z');
    expect(iso('2025-01-15T00:30:00+0530')).toBe('2025-01-14T19:00:00.000Z');
    expect(iso('0001-01-01')).toBe('0001-01-01T00:00:00.000Z');
    expect(iso('0099-02-28')).toBe('0099-02-28T00:00:00.000Z');
  });

  it('that lost the plus of its zone in an address is told how to keep it', () => {
    expect(iso('2025-01-01T00:00:00 02:00')).toMatch(/ as %2B in an address$/);
    expect(iso('2025-01-01 nonsense')).toMatch(/ISO 8601/);
  });

  it('is the same wherever the machine stands', () => {
    const code = `import {readTime} from './src/time.ts'; process.stdout.write(JSON.stringify(readTime('2025-07-15T00:00:00')))`;
    for (const TZ of ['UTC', 'America/New_York', 'Asia/Kolkata'])
      expect(
        execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
          env: {...process.env, TZ},
          encoding: 'utf8',
        }),
      ).toBe('{"iso":"2025-07-15T00:00:00.000Z"}');
  });

  it('is read as JavaScript reads it with a zone', () => {
    fc.assert(
      fc.property(fc.date({min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true}), (date) => {
        expect(iso(date.toISOString())).toBe(date.toISOString());
        expect(iso(date.toISOString().slice(0, -1))).toBe(date.toISOString());
      }),
    );
  });

  it.each([
    ['2025-02-30', /not an existing day/],
    ['2023-02-29T10:00:00Z', /not an existing day/],
    ['2025-13-01', /not an existing day/],
    ['0000-01-01', /not an existing day/],
    ['2025-01-15T24:00:00Z', /not an existing time of day/],
    ['2025-01-15T10:61Z', /not an existing time of day/],
    ['9999-12-31T23:59:00-14:00', /years 1 to 9999/],
    ['15/01/2025', /ISO 8601/],
    ['2025-1-5', /ISO 8601/],
    ['yesterday', /ISO 8601/],
    ['', /ISO 8601/],
  ])('%j is refused', (text, message) => {
    expect(iso(text)).toMatch(message);
  });

  it('a day has no time', () => {
    expect(readDay('2024-02-29')).toEqual({iso: '2024-02-29T00:00:00.000Z'});
    expect(readDay('2024-02-29T00:00:00Z')).toHaveProperty('problem');
    expect(readDay('2025-02-29')).toHaveProperty('problem');
  });
});

describe('milliseconds since 1970', () => {
  it('are written as JavaScript writes them, in any year', () => {
    fc.assert(
      fc.property(fc.date({noInvalidDate: true}), (date) => {
        expect(isoOf(date.getTime())).toBe(date.toISOString());
      }),
    );
    for (const time of [0, -1, -86_400_000, 86_399_999, 1_735_689_600_000])
      expect(isoOf(time)).toBe(new Date(time).toISOString());
    expect(() => isoOf(Number.NaN)).toThrow(RangeError);
  });
});
