import {readFileSync} from 'node:fs';
import ipaddr from 'ipaddr.js';
import {FileError} from '../../errors.ts';
import {type Args, UsageError} from '../options.ts';

/** @throws FileError if a file cannot be read */
export function tlsOf(args: Args): {cert: Buffer; key: Buffer} | undefined {
  const {'tls-cert': cert, 'tls-key': key} = args;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new UsageError('TLS needs both --tls-cert and --tls-key.');
  const read = (path: string) => {
    try {
      return readFileSync(path);
    } catch (cause) {
      throw new FileError(path, 'cannot be read', 'Give the path of a PEM file.', {cause});
    }
  };
  return {cert: read(String(cert)), key: read(String(key))};
}

export function originOf(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new UsageError(`--allow-origin ${text} is not an origin such as https://app.example.org, without a path.`);
}

export function texts(value: unknown): string[] {
  return (value as string[] | undefined) ?? [];
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

export function rangeOf(option: string, text: string): string {
  if (ipaddr.isValid(text) || ipaddr.isValidCIDR(text)) return text;
  throw new UsageError(`--${option} ${text} is neither an address nor a CIDR range such as 10.0.0.0/8.`);
}

/** Headers that already have a meaning. */
const TAKEN =
  /^(?:authorization|x-api-key|cookie|host|x-forwarded-(?:for|proto|host)|forwarded|x-request-id|origin|content-.*)$/i;

export function userHeaderOf(args: Args, trustProxy: readonly string[]): string | undefined {
  const name = args['trust-user-header'];
  if (name === undefined) return undefined;
  if (trustProxy.length === 0)
    throw new UsageError('--trust-user-header needs the proxy that sets it: --trust-proxy ADDRESS.');
  if (/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(String(name)) && !TAKEN.test(String(name))) return String(name);
  throw new UsageError(`--trust-user-header ${String(name)} is not a header for a user, such as X-Forwarded-User.`);
}

export function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new UsageError(`--port ${text} is not a port: 0 to 65535.`);
  return port;
}
