import {randomBytes, randomUUID} from 'node:crypto';
import {open, readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {makeFolder} from '../disk/files.ts';
import {flushFolder, Journal} from './journal.ts';
import {type Delivery, type Event, type Place, type Webhook, WebhookTable} from './webhook-table.ts';

/** A message to be delivered. */
export interface Message {
  type: string;
  payload: string;
}

/** Milliseconds for which messages are also signed with the secret before the last rotation. */
const OVERLAP = 24 * 3_600_000;

/**
 * Subscriptions, their positions in the feed, and queued messages. A page's messages and the new position are one
 * event, so after a kill either both exist or both are made again.
 */
export class Webhooks {
  readonly #table: WebhookTable;
  readonly #journal: Journal<Event>;
  readonly #folder: string;

  private constructor(folder: string, table: WebhookTable, journal: Journal<Event>) {
    this.#folder = folder;
    this.#table = table;
    this.#journal = journal;
  }

  static async open(folder: string): Promise<Webhooks> {
    const table = new WebhookTable();
    const journal = await Journal.open(join(folder, 'webhooks.ndjson'), table);
    const payloads = join(folder, 'deliveries');
    makeFolder(payloads, 0o700);
    const webhooks = new Webhooks(payloads, table, journal);
    // Files of messages that were written but never queued, or that were delivered but not removed.
    for (const name of await readdir(payloads))
      if (!table.pending.has(name.replace(/\.json$/, ''))) await rm(join(payloads, name), {force: true});
    return webhooks;
  }

  async create(given: Pick<Webhook, 'owner' | 'url' | 'filter' | 'place'>): Promise<Webhook> {
    const webhook: Webhook = {
      id: randomUUID(),
      ...given,
      secret: newSecret(),
      previous: null,
      status: 'active',
      created_at: new Date().toISOString(),
    };
    await this.#journal.append({webhook});
    return webhook;
  }

  get(id: string): Webhook | undefined {
    return this.#table.webhooks.get(id);
  }

  /** Oldest first. */
  list(): Webhook[] {
    return [...this.#table.webhooks.values()];
  }

  /** Pending and recently finished messages, newest first. */
  deliveries(id: string): Delivery[] {
    return [...this.pending(id), ...(this.#table.ended.get(id) ?? [])].sort(
      (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at),
    );
  }

  /** Pending messages, oldest first. */
  pending(id: string): Delivery[] {
    return [...(this.#table.pendingOf.get(id) ?? [])].flatMap((one) => this.#table.pending.get(one) ?? []);
  }

  async remove(id: string): Promise<void> {
    const left = this.pending(id);
    await this.#journal.append({gone: id});
    await this.#clear(left);
  }

  /** Stops sending messages to it and drops queued ones. */
  async disable(id: string): Promise<void> {
    const left = this.pending(id);
    await this.#journal.append({disabled: id, at: new Date().toISOString()});
    await this.#clear(left);
  }

  /** Creates a new secret; messages are signed with the old one as well for a day. */
  async rotate(id: string): Promise<Webhook | undefined> {
    const until = new Date(Date.now() + OVERLAP).toISOString();
    await this.#journal.append({rotate: id, secret: newSecret(), until});
    return this.get(id);
  }

  /** Continues from another position. */
  async moveTo(id: string, place: Place): Promise<void> {
    await this.#journal.append({queue: id, from: null, place, deliveries: []});
  }

  /** Queues messages and advances the position, in one step. */
  async queue(webhook: Webhook, place: Place, messages: readonly Message[]): Promise<Delivery[]> {
    const created_at = new Date().toISOString();
    const deliveries: Delivery[] = [];
    for (const {type, payload} of messages) {
      const id = `msg_${randomUUID().replaceAll('-', '')}`;
      await this.#write(id, payload);
      deliveries.push({
        id,
        webhook: webhook.id,
        type,
        status: 'pending',
        created_at,
        attempts: 0,
        next_attempt_at: created_at,
        last_attempt: null,
      });
    }
    if (deliveries.length > 0) await flushFolder(this.#folder);
    await this.#journal.append(
      {queue: webhook.id, from: webhook.place.cursor, place, deliveries},
      {isFlushed: deliveries.length > 0},
    );
    return deliveries;
  }

  /** The result of an attempt. */
  async attempted(delivery: Delivery): Promise<void> {
    await this.#journal.append({delivery});
    if (delivery.status !== 'pending') await this.#clear([delivery]);
  }

  /** Undefined if someone else removed the file. */
  payload(id: string): Promise<string | undefined> {
    return readFile(join(this.#folder, `${id}.json`), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  async #write(id: string, payload: string): Promise<void> {
    const path = join(this.#folder, `${id}.json`);
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(payload);
      await file.datasync();
    } catch (error) {
      // On a full disk the dispatcher tries again and again, each time with another id.
      await rm(path, {force: true}).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }

  async #clear(deliveries: readonly Delivery[]): Promise<void> {
    for (const {id} of deliveries) await rm(join(this.#folder, `${id}.json`), {force: true});
  }
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
