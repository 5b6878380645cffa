import type {Journaled} from './journal.ts';

/** The filters of a subscription by name; null or absent matches everything. */
export interface Slice {
  kind: string | null;
  [filter: string]: string | string[] | null;
}

/**
 * A subscription's position in the feed, and the generations its receiver has seen rows of since it last reached the
 * end.
 */
export interface Place {
  /** Its own, unsigned position in the feed, which stays valid whatever key signs cursors. */
  cursor: string;
  seen: {generation: number; snapshot: string}[];
}

export interface Webhook {
  id: string;
  /** The key that created it; null for the owner of the machine and for open accounts. */
  owner: string | null;
  url: string;
  filter: Slice;
  secret: string;
  /** The secret before the last rotation. */
  previous: {secret: string; until: string} | null;
  status: 'active' | 'disabled';
  created_at: string;
  place: Place;
}

/** One message to one receiver. Its id is the same for every attempt. */
export interface Delivery {
  id: string;
  webhook: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed';
  created_at: string;
  attempts: number;
  next_attempt_at: string | null;
  last_attempt: {at: string; status: number | null; error: string | null} | null;
}

export type Event =
  | {webhook: Webhook}
  | {gone: string}
  | {disabled: string; at: string}
  | {rotate: string; secret: string; until: string}
  | {queue: string; from: string | null; place: Place; deliveries: Delivery[]}
  | {delivery: Delivery};

/** Number of finished deliveries kept for each webhook. */
const REMEMBERED = 100;

/** The contents of `webhooks.ndjson`. */
export class WebhookTable implements Journaled<Event> {
  readonly webhooks = new Map<string, Webhook>();
  /** By id, oldest first. */
  readonly pending = new Map<string, Delivery>();
  readonly pendingOf = new Map<string, Set<string>>();
  /** By webhook, oldest first. */
  readonly ended = new Map<string, Delivery[]>();

  get size(): number {
    let size = this.webhooks.size + this.pending.size;
    for (const list of this.ended.values()) size += list.length;
    return size;
  }

  apply(event: Event): void {
    if ('webhook' in event) this.webhooks.set(event.webhook.id, event.webhook);
    else if ('gone' in event) this.#remove(event.gone);
    else if ('disabled' in event) this.#disable(event.disabled, event.at);
    else if ('rotate' in event) this.#rotate(event);
    else if ('queue' in event) this.#queue(event);
    else this.#put(event.delivery);
  }

  #queue({queue, from, place, deliveries}: Extract<Event, {queue: string}>): void {
    const webhook = this.webhooks.get(queue);
    if (webhook === undefined) return;
    // A replay in the meantime has moved the position, and takes precedence.
    if (from === null || webhook.place.cursor === from) this.webhooks.set(queue, {...webhook, place});
    for (const delivery of deliveries) this.#put(delivery);
  }

  #put(delivery: Delivery): void {
    const {id, webhook, status} = delivery;
    if (!this.webhooks.has(webhook)) return;
    if (status === 'pending') {
      this.pending.set(id, delivery);
      const own = this.pendingOf.get(webhook) ?? new Set();
      this.pendingOf.set(webhook, own.add(id));
      return;
    }
    this.pending.delete(id);
    this.pendingOf.get(webhook)?.delete(id);
    const others = (this.ended.get(webhook) ?? []).filter((one) => one.id !== id);
    this.ended.set(webhook, [...others, delivery].slice(-REMEMBERED));
  }

  #disable(id: string, at: string): void {
    const webhook = this.webhooks.get(id);
    if (webhook === undefined) return;
    this.webhooks.set(id, {...webhook, status: 'disabled'});
    for (const one of [...(this.pendingOf.get(id) ?? [])]) {
      const delivery = this.pending.get(one);
      if (delivery === undefined) continue;
      const last_attempt = delivery.last_attempt ?? {at, status: null, error: 'The webhook was disabled.'};
      this.#put({...delivery, status: 'failed', next_attempt_at: null, last_attempt});
    }
  }

  #rotate({rotate, secret, until}: Extract<Event, {rotate: string}>): void {
    const webhook = this.webhooks.get(rotate);
    // If the event is applied twice, the new secret must not become the previous one.
    if (webhook === undefined || webhook.secret === secret) return;
    this.webhooks.set(rotate, {...webhook, secret, previous: {secret: webhook.secret, until}});
  }

  #remove(id: string): void {
    for (const one of this.pendingOf.get(id) ?? []) this.pending.delete(one);
    this.pendingOf.delete(id);
    this.ended.delete(id);
    this.webhooks.delete(id);
  }

  *events(): Iterable<Event> {
    for (const webhook of this.webhooks.values()) yield {webhook};
    for (const list of this.ended.values()) for (const delivery of list) yield {delivery};
    for (const delivery of this.pending.values()) yield {delivery};
  }
}
