import type {FastifyRequest} from 'fastify';
import ipaddr from 'ipaddr.js';
import {Cache} from '../store/cache.ts';
import type {Asking} from './gate.ts';

/** The key a request brings, as `Authorization: Bearer` or `X-API-Key`. */
export function credentialOf(request: FastifyRequest): string | undefined {
  const {authorization, 'x-api-key': header} = request.headers;
  const bearer = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
  return bearer ?? (Array.isArray(header) ? header[0] : header);
}

export function askingOf(request: FastifyRequest): Asking {
  const credential = credentialOf(request);
  return {network: networkOf(request.ip), ...(credential !== undefined && {credential})};
}

/** Callers ask many times, so the networks of the latest addresses are remembered. */
const networks = new Cache(1024 * 1024);

function networkOf(address: string): string {
  const known = networks.get<string>(address);
  if (known !== undefined) return known;
  const found = network(address);
  networks.set(address, found, address.length);
  return found;
}

/** One subscriber of IPv6 has at least a /64, so that is counted as one; IPv4 written as IPv6 is IPv4. */
function network(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${(parsed as ipaddr.IPv6).toNormalizedString()}/64`).toString();
}
