import {join} from 'node:path';
import type {Document, EdgeOfRow, Header, Neighbours, Selection, Sort, Standing} from '../generation.ts';
import {SORTS} from '../schema/params.ts';
import {edgesOf} from './edges.ts';
import {KeyTable} from './keys.ts';
import {Labels} from './labels.ts';
import {NO_DAY, NO_SIGNALS, POSITION, STANDING} from './make.ts';
import {neighboursOf} from './neighbours.ts';
import {Orders} from './orders.ts';
import {Ranks} from './ranks.ts';
import {SelectedRows} from './select.ts';
import {Starts} from './starts.ts';
import {damaged, TableFile} from './table-file.ts';
import {documentOf, headerOf, Layers} from './texts.ts';

/** What is known of rows and by what they are found, read by position from the files beside the generation: a few microseconds each where the page is in memory. */
export class LookupFiles {
  readonly #folder: string;
  readonly #computedAt: string;
  readonly #documents: Layers;
  readonly #briefs: Layers;
  readonly #standings: TableFile;
  readonly #neighbours: Layers;
  readonly #edges: Layers;
  readonly #orders: Orders;
  readonly #ranks: Ranks;
  readonly #labels: Labels;
  readonly #positions: TableFile;
  readonly #starts: Starts;
  readonly #ids: KeyTable;
  readonly #slugs: KeyTable;
  readonly #identifiers: KeyTable;
  readonly #open: {close(): void}[] = [];

  /** @throws FileError when a file is missing or damaged. */
  constructor(folder: string, asOf: number) {
    this.#folder = folder;
    this.#computedAt = new Date(asOf).toISOString();
    try {
      this.#documents = this.#opened(new Layers(folder, 'documents'));
      this.#briefs = this.#opened(new Layers(folder, 'briefs'));
      this.#standings = this.#opened(new TableFile(join(folder, 'standings'), STANDING));
      this.#neighbours = this.#opened(new Layers(folder, 'neighbours'));
      this.#edges = this.#opened(new Layers(folder, 'edges'));
      this.#orders = this.#opened(new Orders(join(folder, 'orders')));
      this.#ranks = this.#opened(new Ranks(join(folder, 'ranks')));
      this.#labels = this.#opened(new Labels(join(folder, 'labels')));
      this.#positions = this.#opened(new TableFile(join(folder, 'positions'), POSITION));
      this.#starts = this.#opened(new Starts(join(folder, 'starts')));
      this.#ids = this.#opened(new KeyTable(join(folder, 'ids')));
      this.#slugs = this.#opened(new KeyTable(join(folder, 'slugs')));
      this.#identifiers = this.#opened(new KeyTable(join(folder, 'identifiers')));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    for (const file of this.#open.splice(0)) file.close();
  }

  byId(id: string): number | undefined {
    return this.#ids.rows(id)[0];
  }

  /** @param slug `kind/slug`. */
  bySlug(slug: string): number | undefined {
    return this.#slugs.rows(slug)[0];
  }

  byIdentifier(key: string): number[] {
    return this.#identifiers.rows(key);
  }

  /** @param order As `orderNumber` makes it. */
  page(order: number, from: number, rows: number): {rid: number; pos: number}[] {
    return this.#orders.page(order, from, rows);
  }

  size(order: number): number {
    return this.#orders.size(order);
  }

  select(selection: Selection): SelectedRows {
    return new SelectedRows(
      {
        labels: this.#labels,
        orders: this.#orders,
        ranks: this.#ranks,
        numberOf: (rid, sort) => this.#position(rid, sort),
      },
      selection,
    );
  }

  /** The number of a row in an order over all kinds; 0 for none. */
  #position(rid: number, sort: Sort): number {
    let found = 0;
    this.#positions.find(rid, 0, (words, at) => {
      found = words[at + 1 + SORTS.indexOf(sort)] as number;
    });
    return found;
  }

  /** @param scope A kind's number, or 0 for all. */
  best(scope: number, start: string): number[] | undefined {
    return this.#starts.best(scope, start);
  }

  headers(rids: Iterable<number>): Map<number, Header> {
    const found = new Map<number, Header>();
    for (const rid of rids) {
      if (found.has(rid)) continue;
      const record = this.#briefs.read(rid);
      if (record !== undefined) found.set(rid, headerOf(rid, record));
    }
    return found;
  }

  standings(rids: Iterable<number>): Map<number, Standing> {
    const found = new Map<number, Standing>();
    for (const [rid, brief] of this.headers(rids)) found.set(rid, {brief, signals: this.#signals(rid)});
    return found;
  }

  documents(rids: Iterable<number>): Map<number, Document> {
    const found = new Map<number, Document>();
    for (const [rid, standing] of this.standings(rids)) {
      const record = this.#documents.read(rid);
      if (record === undefined) throw damaged(this.#folder, `it has no document of row ${rid}`);
      found.set(rid, documentOf(standing, record));
    }
    return found;
  }

  /** `YYYY-MM-DD`; who has no own day is not in it. */
  days(rids: Iterable<number>): Map<number, string> {
    const found = new Map<number, string>();
    for (const rid of rids) {
      this.#standings.find(rid, 0, (words, at) => {
        const day = (words[at + STANDING.width - 1] as number) | 0;
        if (day !== NO_DAY) found.set(rid, new Date(day * 86_400_000).toISOString().slice(0, 10));
      });
    }
    return found;
  }

  neighbours(rids: Iterable<number>): Map<number, Neighbours> {
    const found = new Map<number, Neighbours>();
    for (const rid of rids) {
      const record = this.#neighbours.read(rid);
      if (record !== undefined) found.set(rid, neighboursOf(record));
    }
    return found;
  }

  edges(rid: number, isAsked?: Parameters<typeof edgesOf>[1]): EdgeOfRow[] {
    const record = this.#edges.read(rid);
    return record === undefined ? [] : edgesOf(record, isAsked);
  }

  /** JSON text; `null` without live edges. */
  #signals(rid: number): string {
    let text: string | undefined;
    this.#standings.find(rid, 0, (words, at) => {
      const [, prominence = 0, momentum = 0, rank, degree, activity] = words.subarray(at, at + STANDING.width);
      text =
        prominence === NO_SIGNALS
          ? 'null'
          : `{"prominence":${prominence / 10_000},"momentum":${(momentum | 0) / 10_000},"rank_in_kind":${rank},"degree":${degree},"activity_90d":${activity},"computed_at":"${this.#computedAt}"}`;
    });
    if (text === undefined) throw damaged(this.#folder, `it has no signals of row ${rid}`);
    return text;
  }

  #opened<T extends {close(): void}>(file: T): T {
    this.#open.push(file);
    return file;
  }
}
