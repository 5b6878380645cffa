import type {FastifyRequest} from 'fastify';
import ipaddr from 'ipaddr.js';
import {GraphError} from '../errors.ts';
import type {Key, Keys, Tier} from '../state/keys.ts';
import type {Profile} from './limits.ts';

/** Who asks: whom a request counts against, and what it may do. */
export interface Caller {
  /** One for each key; one for each address without a key. */
  subject: string;
  tier: 'anonymous' | Tier;
  key?: Omit<Key, 'hash'>;
}

/** The key a request brings, as `Authorization: Bearer` or `X-API-Key`. */
export function credentialOf(request: FastifyRequest): string | undefined {
  const {authorization, 'x-api-key': header} = request.headers;
  const bearer = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
  return bearer ?? (Array.isArray(header) ? header[0] : header);
}

/** By its address alone: also whom a request with a bad key counts against, so that guessing is limited. */
export function anonymous(request: FastifyRequest): Caller {
  return {subject: `ip ${network(request.ip)}`, tier: 'anonymous'};
}

/**
 * Who a request comes from.
 * @throws GraphError `unauthorized` for a revoked key, and with the hosted limits for an unknown one.
 */
export function callerOf(request: FastifyRequest, keys: Keys | undefined, profile: Profile): Caller {
  const credential = credentialOf(request);
  if (credential === undefined) return anonymous(request);
  const found = keys?.find(credential);
  if (found !== undefined && found.revoked_at !== null) throw new GraphError('unauthorized', 'This key was revoked.');
  if (found !== undefined) return {subject: `key ${found.id}`, tier: found.tier, key: found};
  if (profile === 'hosted') throw new GraphError('unauthorized', 'This key is not known here.');
  return anonymous(request);
}

/** One subscriber of IPv6 has at least a /64, so that is counted as one; IPv4 written as IPv6 is IPv4. */
function network(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${(parsed as ipaddr.IPv6).toNormalizedString()}/64`).toString();
}
