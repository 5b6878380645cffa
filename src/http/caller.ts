import type {FastifyRequest} from 'fastify';
import ipaddr from 'ipaddr.js';
import {Cache} from '../cache.ts';
import {GraphError} from '../errors.ts';
import type {Asking} from './gate.ts';

/** The key of a request, from `Authorization: Bearer` or `X-API-Key`. */
export function credentialOf(request: FastifyRequest): string | undefined {
  const {authorization, 'x-api-key': header} = request.headers;
  const bearer = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
  return bearer ?? (Array.isArray(header) ? header[0] : header);
}

/** A proxy that authenticates users and names them in a header. */
export interface UserHeader {
  /** The header's name. */
  name: string;
  /** Addresses and CIDR ranges of the proxy: anybody else could set the header. */
  from: readonly string[];
}

export function askingOf(request: FastifyRequest, header: UserHeader | undefined): Asking {
  const credential = credentialOf(request);
  const user = header === undefined ? undefined : userOf(request, header);
  return {
    network: networkOf(request.ip),
    ...(credential !== undefined && {credential}),
    ...(user !== undefined && {user}),
  };
}

/** Maximum length of a user's name. */
const LONGEST_USER = 200;

/** @throws GraphError `unauthorized` if the header occurs several times: one of them may be forged. */
function userOf({raw, socket}: FastifyRequest, {name, from}: UserHeader): string | undefined {
  if (!isWithin(socket.remoteAddress ?? '', from)) return undefined;
  const said: string[] = [];
  for (let at = 0; at < raw.rawHeaders.length; at += 2)
    if (raw.rawHeaders[at]?.toLowerCase() === name.toLowerCase()) said.push((raw.rawHeaders[at + 1] ?? '').trim());
  if (said.length > 1) throw new GraphError('unauthorized', `The proxy sent the header ${name} more than once.`);
  const [user = ''] = said;
  return user === '' ? undefined : user.slice(0, LONGEST_USER);
}

/** Whether an address is in one of the ranges. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return ranges.some((range) => {
    const [first, bits] = ipaddr.isValidCIDR(range)
      ? ipaddr.parseCIDR(range)
      : [ipaddr.process(range), range.includes(':') && ipaddr.process(range).kind() === 'ipv6' ? 128 : 32];
    return from.kind() === first.kind() && from.match(first, bits);
  });
}

/** Callers send many requests, so the networks of recent addresses are cached. */
const networks = new Cache(1024 * 1024);

function networkOf(address: string): string {
  const known = networks.get<string>(address);
  if (known !== undefined) return known;
  const found = network(address);
  networks.set(address, found, address.length);
  return found;
}

/**
 * A subscriber of IPv6 has at least a /64, so that is counted as one; an IPv4 address mapped to IPv6 is treated as
 * IPv4.
 */
function network(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${(parsed as ipaddr.IPv6).toNormalizedString()}/64`).toString();
}
