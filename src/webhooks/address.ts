import type {LookupAddress} from 'node:dns';
import {lookup} from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import {GraphError} from '../errors.ts';

/** A range of addresses, as its first address and the length of its prefix. */
export type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Public by number but not publicly routable: platform endpoints of clouds, the local prefix of address translators,
 * and the two retired notations for an IPv4 address or a site-local one in IPv6 (RFC 8215, 4291, 3879).
 */
const SPECIAL = [
  '168.63.129.16/32',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '::/96',
  'fec0::/10',
  '5f00::/16',
  '3fff::/20',
].map(parseRange);

/** Ports above 1023 that are commonly used by protocols other than HTTP (the list of the Fetch standard). */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** @throws Error if the text is not a CIDR range; a single address is a range of one. */
export function parseRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) throw new Error(`${text} is not an address range`);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Whether a receiver may be at this address: public unicast, or in an explicitly allowed range. */
export function isAllowed(text: string, opened: readonly Range[]): boolean {
  // `fe80::1%eth0` also names an interface, and is never public.
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  // `::127.0.0.1` is not the mapped `::ffff:127.0.0.1`, which alone is that IPv4 address; URLs write both without dots.
  const plain = text.includes(':') ? hostOf(new URL(`http://[${text}]`)) : text;
  const address = ipaddr.process(plain);
  if (opened.some((range) => within(address, range))) return true;
  return address.range() === 'unicast' && !SPECIAL.some((range) => within(address, range));
}

function within(address: ipaddr.IPv4 | ipaddr.IPv6, [first, bits]: Range): boolean {
  return address.kind() === first.kind() && address.match(first, bits);
}

/**
 * Checks a receiver's URL: absolute, http or https, without credentials, at a port used by web servers.
 * @throws GraphError `validation_error` naming `url`
 */
export function checkUrl(text: string): URL {
  // The parser of URLs drops line breaks and trims blanks, so that another address would be called than was given.
  if (/[\s\p{Cc}]/u.test(text)) throw refused('Remove blanks and control characters from the URL.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:\/\//i.test(text))
    throw refused('Give an absolute URL that begins with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw refused('Remove the credentials from the URL: deliveries are signed.');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if ((port < 1024 && port !== 80 && port !== 443) || BAD_PORTS.has(port))
    throw refused(`Port ${port} is not allowed: use 80, 443, or a port above 1023.`);
  return url;
}

export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * Every address that a receiver's name resolves to now. The connection must go to one of these, since a second look-up
 * may return others.
 * @throws GraphError `validation_error` naming `url`, if there is none or one of them is not allowed
 */
export async function checkedAddresses(url: URL, opened: readonly Range[]): Promise<LookupAddress[]> {
  const host = hostOf(url);
  const found = await lookup(host, {all: true, verbatim: true}).catch(() => []);
  if (found.length === 0) throw refused('The host name has no address.');
  if (!found.every(({address}) => isAllowed(address, opened)))
    throw refused(
      'The host does not have a public address. In a closed network, start the server with --webhook-allow CIDR.',
    );
  return found;
}

function refused(message: string): GraphError {
  return new GraphError('validation_error', `url: ${message}`, {details: [{path: 'url', message}]});
}
