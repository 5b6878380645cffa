import pLimit from 'p-limit';
import {Webhook as Signer} from 'standardwebhooks';
import {GraphError} from '../errors.ts';
import type {Graph} from '../graph.ts';
import {settled} from '../operations/filters/slice.ts';
import type {Keys} from '../state/keys.ts';
import type {Delivery, Slice, Webhook} from '../state/webhook-table.ts';
import type {Webhooks} from '../state/webhooks.ts';
import {checkedAddresses, checkUrl, parseRange, type Range} from './address.ts';
import {message, placeAt, placeNow, shownCursor, step} from './feed.ts';
import {post} from './post.ts';
import {type Unknown, unknownIn} from './unknown.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after each failed attempt; the first attempt is immediate, and there is none after the last delay. */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

export interface DispatcherOptions {
  /** Ranges of non-public addresses, as CIDR, at which receivers are allowed. */
  allow?: readonly string[];
  /** Milliseconds to wait after each failed attempt. */
  delays?: readonly number[];
  /** Milliseconds an attempt may take; default 15,000. */
  timeout?: number;
  /** Milliseconds between two checks of the feed and the queue; default 500. */
  pause?: number;
  onError?: (error: unknown) => void;
}

/**
 * Maximum number of pending messages of a subscription: until some are delivered, its position in the feed does not
 * advance, which limits disk use.
 */
const MOST_PENDING = 100;

/** Maximum number of subscriptions of one key. */
const MOST_WEBHOOKS = 20;

/** Maximum number of concurrent attempts over all receivers; one at a time to each. */
const AT_ONCE = 16;

/** Follows the feed for every subscription, and delivers each message to its receiver. */
export class Dispatcher {
  readonly #graph: Graph;
  readonly #webhooks: Webhooks;
  readonly #keys: Keys;
  readonly #opened: readonly Range[];
  readonly #options: DispatcherOptions;
  readonly #limit = pLimit(AT_ONCE);
  readonly #stop = new AbortController();
  readonly #busy = new Map<string, Promise<void>>();
  /** Subscriptions that have reached the end of a generation's feed, with the generation and their cursor. */
  readonly #atEnd = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #walking: Promise<void> | undefined;

  constructor(graph: Graph, webhooks: Webhooks, keys: Keys, options: DispatcherOptions = {}) {
    this.#graph = graph;
    this.#webhooks = webhooks;
    this.#keys = keys;
    this.#opened = (options.allow ?? []).map(parseRange);
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), options.pause ?? 500);
    this.#tick();
  }

  /**
   * Subscribes a receiver to changes from now on. A later release may have what no entity has now (`unknown`).
   * @throws GraphError `validation_error` for a URL that no delivery would go to, for one webhook too many, and for an ambiguous name of an
   * organization.
   */
  async subscribe(owner: string | null, to: string, filter: Slice): Promise<Webhook> {
    const url = checkUrl(to);
    await checkedAddresses(url, this.#opened);
    if (this.#webhooks.list().filter((one) => one.owner === owner).length >= MOST_WEBHOOKS)
      throw new GraphError('validation_error', `A key may have at most ${MOST_WEBHOOKS} webhooks; delete one first.`);
    const settledFilter = await this.#graph.at(undefined, (context) => settled(context, filter));
    return this.#webhooks.create({
      owner,
      url: url.href,
      filter: settledFilter ?? filter,
      place: await placeNow(this.#graph),
    });
  }

  /** What a filter names that no entity has now. */
  async unknown(filter: Slice): Promise<Unknown> {
    return (await this.#graph.at(undefined, (context) => unknownIn(context, filter))) ?? {};
  }

  /** Sends a message without rows, to test the receiver. */
  async test(webhook: Webhook): Promise<Delivery | undefined> {
    const [delivery] = await this.#webhooks.queue(webhook, webhook.place, [
      message('webhook.test', await shownCursor(this.#graph, webhook.place), []),
    ]);
    this.#tick();
    return delivery;
  }

  /** @throws GraphError `bad_request` if the text is not a cursor of the feed. */
  async replay(webhook: Webhook, cursor: string): Promise<void> {
    await this.#webhooks.moveTo(webhook.id, await placeAt(this.#graph, cursor));
    this.#tick();
  }

  isActive({status, owner}: Webhook): boolean {
    const key = owner === null ? undefined : this.#keys.get(owner);
    return status === 'active' && (owner === null || key?.revoked_at === null);
  }

  /** Aborts pending attempts; they are repeated when the state is next opened. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#walking;
    await Promise.all(this.#busy.values());
  }

  #tick(): void {
    if (this.#stop.signal.aborted) return;
    this.#walking ??= this.#walk()
      .catch((error: unknown) => this.#options.onError?.(error))
      .finally(() => {
        this.#walking = undefined;
        this.#send();
      });
    this.#send();
  }

  /** One page for each subscription in turn, until all have reached the end. */
  async #walk(): Promise<void> {
    for (let isMore = true; isMore && !this.#stop.signal.aborted; ) {
      isMore = false;
      for (const {id} of this.#webhooks.list()) {
        if (this.#stop.signal.aborted) return;
        // A subscription that fails is retried at the next check, and does not delay the others.
        const isBehind = await this.#advance(id).catch((error: unknown) => {
          this.#options.onError?.(error);
          return false;
        });
        if (isBehind) isMore = true;
      }
      this.#send();
    }
  }

  async #advance(id: string): Promise<boolean> {
    const webhook = this.#webhooks.get(id);
    if (webhook === undefined || !this.isActive(webhook)) return false;
    if (this.#webhooks.pending(id).length >= MOST_PENDING) return false;
    const {generation, snapshot} = await this.#graph.current();
    const here = JSON.stringify([generation, snapshot, webhook.place.cursor]);
    if (this.#atEnd.get(id) === here) return false;
    const {messages, place, isEnd} = await step(this.#graph, webhook);
    const isMoved = JSON.stringify(place) !== JSON.stringify(webhook.place);
    if (messages.length > 0 || isMoved) await this.#webhooks.queue(webhook, place, messages);
    const [seen] = place.seen;
    if (isEnd) this.#atEnd.set(id, JSON.stringify([seen?.generation, seen?.snapshot, place.cursor]));
    return !isEnd;
  }

  #send(): void {
    const now = Date.now();
    for (const webhook of this.#webhooks.list()) {
      const {id} = webhook;
      if (this.#stop.signal.aborted || this.#busy.has(id) || !this.isActive(webhook)) continue;
      const due = this.#webhooks.pending(id).find(({next_attempt_at: at}) => at !== null && Date.parse(at) <= now);
      if (due === undefined) continue;
      const work = this.#limit(() => this.#attempt(webhook, due))
        .catch((error: unknown) => {
          if (!this.#stop.signal.aborted) this.#options.onError?.(error);
          return false;
        })
        .then((isDone) => {
          this.#busy.delete(id);
          if (isDone) this.#send();
        });
      this.#busy.set(id, work);
    }
  }

  async #attempt(webhook: Webhook, delivery: Delivery): Promise<boolean> {
    const at = new Date();
    const payload = await this.#webhooks.payload(delivery.id);
    const {status, error} =
      payload === undefined
        ? {status: null, error: 'The message is missing from the state folder.'}
        : await post(webhook.url, payload, headers(webhook, delivery.id, at, payload), {
            opened: this.#opened,
            timeout: this.#options.timeout ?? 15 * SECOND,
            signal: this.#stop.signal,
          });
    const delays = this.#options.delays ?? DELAYS;
    const isDelivered = status !== null && status >= 200 && status < 300;
    const isFinal = isDelivered || status === 410 || payload === undefined;
    const delay = isFinal ? undefined : delays[delivery.attempts];
    await this.#webhooks.attempted({
      ...delivery,
      status: isDelivered ? 'delivered' : delay === undefined ? 'failed' : 'pending',
      attempts: delivery.attempts + 1,
      next_attempt_at: delay === undefined ? null : new Date(Date.now() + delay).toISOString(),
      last_attempt: {at: at.toISOString(), status, error},
    });
    // The receiver has declared that it is gone for good.
    if (status === 410) await this.#webhooks.disable(webhook.id);
    return true;
  }
}

/** Signed with the secret, and for a day after a rotation with the previous one as well. */
function headers({secret, previous}: Webhook, id: string, at: Date, payload: string): Record<string, string> {
  const secrets = previous !== null && Date.parse(previous.until) > at.getTime() ? [secret, previous.secret] : [secret];
  return {
    'content-type': 'application/json',
    'user-agent': 'biograph-webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Signer(one).sign(id, at, payload)).join(' '),
  };
}
