import type {LookupAddress} from 'node:dns';
import {lookup} from 'node:dns/promises';
import fc from 'fast-check';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {checkedAddresses, checkUrl, isAllowed, parseRange} from '../../src/webhooks/address.ts';
import {post} from '../../src/webhooks/post.ts';
import {receiver} from '../helpers/receiver.ts';

// The system's resolver alone is replaced: a name whose answers change cannot be had on the loopback.
vi.mock('node:dns/promises', async (original) => {
  const real = await original<typeof import('node:dns/promises')>();
  return {...real, lookup: vi.fn(real.lookup)};
});
const resolver = vi.mocked(lookup) as unknown as ReturnType<typeof vi.fn<() => Promise<LookupAddress[]>>>;
const real = resolver.getMockImplementation() as () => Promise<LookupAddress[]>;
afterEach(() => resolver.mockReset().mockImplementation(real));

const PRIVATE = [
  ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
  ...['0.0.0.0', '0.1.2.3', '100.64.0.1', '100.100.100.200', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.7'],
  ...['203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16', '192.88.99.1'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '::127.0.0.1', '::10.0.0.1'],
  ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '64:ff9b::a9fe:a9fe'],
  ...['64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', '100::1', '::ffff:0:127.0.0.1'],
  ...['3fff::1', '5f00::1', 'localhost', '', '1', '127.1', '0x7f.0.0.1'],
];
const PUBLIC = ['8.8.8.8', '1.1.1.1', '93.184.215.14', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'];

describe('an address', () => {
  it.each(PRIVATE)('%s is no place for a receiver', (address) => {
    expect(isAllowed(address, [])).toBe(false);
  });
  it.each(PUBLIC)('%s is public', (address) => {
    expect(isAllowed(address, [])).toBe(true);
  });
  it('written as IPv6 is judged as the IPv4 address it is', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
        const hex = `::ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        expect(isAllowed(hex, [])).toBe(isAllowed(address, []));
        expect(isAllowed(`::ffff:${address}`, [])).toBe(isAllowed(address, []));
        for (const never of [`64:ff9b::${address}`, `::${address}`]) expect(isAllowed(never, [])).toBe(false);
      }),
      {numRuns: 2000, seed: 5},
    );
  });
  it('is allowed in a range that was opened, and in no other', () => {
    const opened = ['10.1.0.0/16', 'fd00::/8', '127.0.0.1'].map(parseRange);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '127.0.0.1'])
      expect(isAllowed(address, opened)).toBe(true);
    for (const address of ['10.2.0.1', 'fe80::1', '127.0.0.2', '::1']) expect(isAllowed(address, opened)).toBe(false);
  });
});

describe('a URL', () => {
  it.each([
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org',
    'javascript:alert(1)',
    'data:text/plain,x',
    '//example.org/x',
    '/relative',
    'https:example.org',
    'http://user@example.org/',
    'http://user:pass@example.org/',
    'https://:secret@example.org/',
    'http://example.org:22/',
    'http://example.org:25/',
    'http://example.org:6000/',
    'http://example.org:6667/',
    'http://example.org:0/',
    'http://example.org:99999/',
    'http://',
    'http:// /',
    'x',
    '',
  ])('%j is refused', (url) => {
    expect(() => checkUrl(url)).toThrow(/url: /);
  });
  it.each([
    'https://example.org/a?b=c',
    'http://example.org',
    'https://example.org:8443/',
    'HTTP://example.org:3000/x',
  ])('%s may be subscribed', (url) => {
    expect(checkUrl(url).host).toContain('example.org');
  });
  it.each([
    'http://localhost/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00:ec2::254]/',
    'http://[64:ff9b::7f00:1]/',
    'http://①②⑦.⓪.⓪.①/',
    'http://no-such-name.invalid/',
  ])('%s is at no public address', async (url) => {
    await expect(checkedAddresses(checkUrl(url), [])).rejects.toMatchObject({code: 'validation_error'});
  });
});

describe('a post', () => {
  const options = {opened: [parseRange('127.0.0.0/8')], timeout: 15_000, signal: new AbortController().signal};

  it('goes to the address that was checked, and asks for the name once', async () => {
    const {all, port, close} = await receiver();
    resolver
      .mockResolvedValueOnce([{address: '127.0.0.1', family: 4}])
      .mockResolvedValue([{address: '10.255.255.1', family: 4}]);
    const before = resolver.mock.calls.length;
    expect(await post(`http://rebind.example:${port}/x?y=1`, '{}', {}, options)).toEqual({status: 200, error: null});
    expect(resolver.mock.calls.length - before).toBe(1);
    expect(all[0]?.headers.host).toBe(`rebind.example:${port}`);
    expect(all[0]?.path).toBe('/x?y=1');
    const second = await post(`http://rebind.example:${port}/`, '{}', {}, options);
    expect(second).toEqual({status: null, error: expect.stringMatching(/does not have a public address/)});
    expect(all).toHaveLength(1);
    close();
  });

  it('goes nowhere when one of the answers is not allowed', async () => {
    const {all, port, close} = await receiver();
    resolver.mockResolvedValue([
      {address: '127.0.0.1', family: 4},
      {address: '10.0.0.1', family: 4},
    ]);
    expect((await post(`http://mixed.example:${port}/`, '{}', {}, options)).error).toMatch(
      /does not have a public address/,
    );
    expect(all).toHaveLength(0);
    close();
  });

  it('follows no redirect, and gives up on silence', async () => {
    const target = await receiver();
    const {url, close} = await receiver(({path}, response) => {
      if (path === '/hook') response.writeHead(307, {location: target.url}).end();
    });
    expect(await post(url, '{}', {}, options)).toEqual({status: 307, error: null});
    expect(target.all).toHaveLength(0);
    const silent = await post(url.replace('/hook', '/silent'), '{}', {}, {...options, timeout: 200});
    expect(silent).toEqual({status: null, error: 'No answer within 0.2 s.'});
    close();
    target.close();
    expect((await post(url, '{}', {}, options)).error).toBe('The connection was refused.');
  });
});
