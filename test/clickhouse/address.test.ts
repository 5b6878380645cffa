import {writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {isClickHouse, passwordOf, readAddress, shown} from '../../src/clickhouse/address.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('an address of ClickHouse', () => {
  it('names nodes, a user and a graph', () => {
    expect(readAddress('clickhouse://me@one:8123,two/biograph')).toEqual({
      nodes: ['http://one:8123', 'http://two:8123'],
      user: 'me',
      name: 'biograph',
      authority: undefined,
    });
    expect(readAddress('ClickHouse://[::1]:9/g?secure=true&ca=ca.pem')).toEqual({
      nodes: ['https://[::1]:9'],
      user: 'default',
      name: 'g',
      authority: 'ca.pem',
    });
    expect(readAddress('clickhouse://host/g?secure=true').nodes).toEqual(['https://host:8443']);
  });

  it('is told from a path', () => {
    expect(isClickHouse('clickhouse://a/b')).toBe(true);
    expect(isClickHouse('./clickhouse')).toBe(false);
    expect(isClickHouse(undefined)).toBe(false);
  });

  it('has no password in it, and says none', () => {
    expect(() => readAddress('clickhouse://me:secret@host/g')).toThrow('BIOGRAPH_CLICKHOUSE_PASSWORD');
    expect(() => readAddress('clickhouse://me:secret@host/g')).not.toThrow('secret@');
    expect(shown(readAddress('clickhouse://me@one,two:1/g'))).toBe('clickhouse://one:8123,two:1/g');
  });

  it.each([
    'clickhouse://',
    'clickhouse://host',
    'clickhouse://host/',
    'clickhouse://host/Bio-Graph',
    'clickhouse://host/g;drop',
    'clickhouse://a b/g',
    'clickhouse://host/g?secure=yes',
    'clickhouse://host/g?sslmode=off',
    'clickhouse://host:port/g',
  ])('is refused where it is %s', (text) => {
    expect(() => readAddress(text)).toThrow(/^data: /);
  });
});

describe('the password', () => {
  it('comes from the environment, or from a file it names', () => {
    expect(passwordOf()).toBe('');
    const file = join(tmpdir(), `biograph-password-${process.pid}`);
    writeFileSync(file, 'from a file\n');
    vi.stubEnv('BIOGRAPH_CLICKHOUSE_PASSWORD_FILE', file);
    expect(passwordOf()).toBe('from a file');
    vi.stubEnv('BIOGRAPH_CLICKHOUSE_PASSWORD', 'itself');
    expect(passwordOf()).toBe('itself');
    vi.stubEnv('BIOGRAPH_CLICKHOUSE_PASSWORD', undefined);
    vi.stubEnv('BIOGRAPH_CLICKHOUSE_PASSWORD_FILE', `${file}.none`);
    expect(() => passwordOf()).toThrow('cannot be read');
  });
});
