import type {FastifyRequest} from 'fastify';

/** Query parameters in which people put a credential, where it does not belong. */
const SECRET = /key|token|secret|passw|auth|bearer|credential|signature|session/i;

/** A key of ours, or of a webhook, anywhere in a URL. */
const OWN_KEY = /(?:bg_|whsec_)[\w%+/=-]{8,}/g;

const HIDDEN = '[hidden]';

/** A URL without credentials that somebody put into it. */
export function withoutKeys(url: string): string {
  const [path = '', query] = split(url);
  const shown = path.split('/').map(hidden).join('/');
  if (query === undefined) return shown;
  const parts = query.split('&').map((part) => {
    const at = part.indexOf('=');
    return at >= 0 && SECRET.test(decoded(part.slice(0, at))) ? `${part.slice(0, at)}=${HIDDEN}` : hidden(part);
  });
  return `${shown}?${parts.join('&')}`;
}

/** The request fields of a log line. */
export function loggedRequest({method, url, host, ip, socket}: FastifyRequest): Record<string, unknown> {
  return {method, url: withoutKeys(url), host, remoteAddress: ip, remotePort: socket.remotePort};
}

function split(url: string): string[] {
  const at = url.indexOf('?');
  return at < 0 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}

/** A key may be percent-encoded. */
function hidden(part: string): string {
  const plain = part.replace(OWN_KEY, HIDDEN);
  return plain === part && decoded(part).search(OWN_KEY) >= 0 ? HIDDEN : plain;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
