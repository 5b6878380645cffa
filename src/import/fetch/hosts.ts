/** A site's rules for programs that download from it. */
interface Manners {
  /** Minimum interval between two requests in milliseconds. */
  pause: number;
  /** The site requires a contact in the User-Agent. */
  wantsContact: boolean;
}

const DEFAULT: Manners = {pause: 1000, wantsContact: false};

/** By the end of the host name, with the page that states the rules. */
const MANNERS: readonly [host: string, manners: Manners][] = [
  // At most 10 requests a second and a declared contact: https://www.sec.gov/os/webmaster-faq#developers
  ['sec.gov', {pause: 150, wantsContact: true}],
  // At most 3 requests a second without a key, tool and e-mail: https://www.ncbi.nlm.nih.gov/books/NBK25497/
  ['nlm.nih.gov', {pause: 400, wantsContact: true}],
  // About 50 requests a minute: https://clinicaltrials.gov/data-api/about-api
  ['clinicaltrials.gov', {pause: 1300, wantsContact: false}],
  ['127.0.0.1', {pause: 0, wantsContact: false}],
  ['[::1]', {pause: 0, wantsContact: false}],
  ['localhost', {pause: 0, wantsContact: false}],
];

export function mannersOf(host: string): Manners {
  return MANNERS.find(([end]) => host === end || host.endsWith(`.${end}`))?.[1] ?? DEFAULT;
}

/** Whether it is an address of this machine, the only ones that may be fetched without TLS. */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d+){3}|\[::1\]|localhost)$/.test(host);
}
