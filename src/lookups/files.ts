import {join} from 'node:path';
import {Cache} from '../cache.ts';
import {Doorkeeper} from '../doorkeeper.ts';
import type {Document, EdgeAmong, Header, LabelOfRow, Neighbours, Standing} from '../generation.ts';
import type {Sort} from '../schema/params.ts';
import {SORTS} from '../schema/params.ts';
import type {CarriedValue, Parties, Selection} from '../selection.ts';
import type {RowNumbers} from '../sql/row-numbers.ts';
import {Buckets} from './buckets.ts';
import {Carried} from './carried.ts';
import {type ConditionFiles, Conditions} from './conditions.ts';
import {CrowdingFile} from './crowding-file.ts';
import {Days} from './days.ts';
import {DOCUMENTS, documentOf, headerOf} from './documents.ts';
import {tiedTo} from './edge-record.ts';
import {Feed} from './feed.ts';
import {HoldersFile} from './holders-file.ts';
import {edgesAmong} from './hub-edges.ts';
import {hashOf, KeyTable} from './keys.ts';
import {Labels} from './labels.ts';
import {Layers} from './layers.ts';
import {shapeOf, type TableName} from './make.ts';
import {NameIndex} from './name-index.ts';
import {neighboursOf} from './neighbours.ts';
import {Orders} from './orders.ts';
import {PartyFile} from './parties.ts';
import {Postings} from './postings.ts';
import {Ranks} from './ranks.ts';
import {RecordFile} from './record-file.ts';
import {labelsOf} from './row-labels.ts';
import {wordsPerRow} from './rows.ts';
import {SelectedRows} from './select.ts';
import type {SharedFiles} from './shared-rows.ts';
import {SimilarWords} from './similar-words.ts';
import {Standings} from './standings.ts';
import {Starts} from './starts.ts';
import {damaged, TableFile} from './table-file.ts';
import {TextIndex} from './text-index.ts';
import {Words} from './words.ts';

/** Cache sizes of headers and documents in characters, and of the records of each file that walks read in bytes. */
const CACHED_HEADERS = 4 * 1024 * 1024;
const CACHED_DOCUMENTS = 48 * 1024 * 1024;
const CACHED_RECORDS = 16 * 1024 * 1024;

/** Look-ups of a generation, read by position from the files beside its DuckDB file: a few microseconds each if the page is in memory. */
export class LookupFiles {
  readonly #folder: string;
  readonly rows: RowNumbers;
  /** Words of a row id, before the other columns of a table by row. */
  readonly #own: number;
  readonly #documents: Layers;
  readonly #standings: Standings;
  readonly #neighbours: Layers;
  readonly #edges: Layers;
  readonly #hubEdges: RecordFile;
  readonly orders: Orders;
  readonly #ranks: Ranks;
  readonly #labels: Labels;
  readonly #days: Days;
  readonly #buckets: Buckets;
  readonly #carried: Carried;
  readonly shared: SharedFiles;
  readonly #positions: TableFile;
  readonly #places: TableFile;
  readonly #parties: PartyFile;
  readonly #values: TableFile;
  readonly crowding: CrowdingFile;
  readonly holders: HoldersFile;
  readonly feed: Feed;
  readonly names: NameIndex;
  readonly similarWords: SimilarWords;
  readonly texts: TextIndex;
  readonly starts: Starts;
  readonly #ids: KeyTable;
  readonly #slugs: KeyTable;
  readonly #identifiers: KeyTable;
  readonly #cachedHeaders = new Cache(CACHED_HEADERS);
  readonly #cachedDocuments = new Cache(CACHED_DOCUMENTS);
  readonly #headersAsked = new Doorkeeper();
  readonly #documentsAsked = new Doorkeeper();
  readonly #conditions: Conditions;
  readonly #open: {close(): void}[] = [];

  /** @throws FileError when a file is missing or damaged. */
  constructor(folder: string, asOf: number, rows: RowNumbers) {
    this.#folder = folder;
    this.rows = rows;
    this.#own = wordsPerRow(rows);
    const table = (name: TableName) => new TableFile(join(folder, name), shapeOf(name, rows));
    try {
      this.#documents = this.#opened(new Layers(folder, DOCUMENTS, rows));
      this.#standings = this.#opened(new Standings(table('standings'), rows, new Date(asOf).toISOString()));
      this.#neighbours = this.#opened(new Layers(folder, 'neighbours', rows, CACHED_RECORDS));
      this.#edges = this.#opened(new Layers(folder, 'edges', rows, CACHED_RECORDS));
      this.#hubEdges = this.#opened(new RecordFile(join(folder, 'hub_edges'), this.#own, CACHED_RECORDS));
      this.feed = this.#opened(new Feed(folder, rows, (rid) => this.#idOf(rid)));
      this.orders = this.#opened(new Orders(join(folder, 'orders'), rows));
      this.#ranks = this.#opened(new Ranks(join(folder, 'ranks')));
      this.#labels = this.#opened(new Labels(join(folder, 'labels')));
      this.#days = this.#opened(new Days(join(folder, 'days')));
      this.#buckets = this.#opened(new Buckets(join(folder, 'buckets')));
      this.#carried = this.#opened(new Carried(join(folder, 'carried')));
      this.#positions = this.#opened(table('positions'));
      this.#places = this.#opened(table('places'));
      this.#parties = this.#opened(new PartyFile(join(folder, 'parties'), rows));
      this.crowding = this.#opened(new CrowdingFile(join(folder, 'crowding')));
      this.holders = this.#opened(new HoldersFile(join(folder, 'holders'), rows));
      this.#values = this.#opened(table('values'));
      const words = this.#opened(new Words(join(folder, 'words')));
      this.similarWords = new SimilarWords(this.#opened(table('similar_words')), words);
      this.names = new NameIndex(words, this.#opened(table('name_postings')), this.#opened(table('called')), rows);
      this.texts = new TextIndex(this.#opened(table('terms')), this.#opened(new Postings(folder)), rows);
      this.starts = this.#opened(new Starts(join(folder, 'starts'), rows));
      this.#ids = this.#opened(new KeyTable(join(folder, 'ids'), rows));
      this.#slugs = this.#opened(new KeyTable(join(folder, 'slugs'), rows));
      this.#identifiers = this.#opened(new KeyTable(join(folder, 'identifiers'), rows));
    } catch (error) {
      this.close();
      throw error;
    }
    const eachPlace: ConditionFiles['eachPlace'] = (rids, visit) =>
      this.#places.among(rids, (words, at) => visit(words[at + this.#own] as number));
    const files = {labels: this.#labels, orders: this.orders, days: this.#days, ranks: this.#ranks, eachPlace};
    this.#conditions = new Conditions({...files, tied: (tie) => tiedTo(this.#edges, tie, rows)});
    this.shared = {...files, names: this.names, rows};
  }

  close(): void {
    for (const file of this.#open.splice(0)) file.close();
  }

  byId(id: string): number | undefined {
    return this.#ids.rows(id)[0];
  }

  /** @param slug `kind/slug` in lower case. */
  bySlug(slug: string): number | undefined {
    return this.#slugs.rows(slug)[0];
  }

  byIdentifier(key: string): number[] {
    return this.#identifiers.rows(key);
  }

  select(selection: Selection): SelectedRows {
    const numberOf = (rid: number, sort: Sort) => this.#orderKey(rid, sort);
    return new SelectedRows(
      {
        ...{conditions: this.#conditions, orders: this.orders, ranks: this.#ranks, numberOf},
        ...{buckets: this.#buckets, carried: this.#carried, labels: this.#labels},
      },
      selection,
    );
  }

  labelsOf(rid: number): LabelOfRow[] {
    let found: LabelOfRow[] = [];
    this.#places.findRow(rid, (words, at) => {
      found = labelsOf({buckets: this.#buckets, carried: this.#carried}, rid, words[at + this.#own] as number);
    });
    return found;
  }

  parties(groups: Selection['groups']): Parties[] {
    return [...this.#parties.of(this.select({kinds: ['patent'], groups}).places())];
  }

  values(key: string): CarriedValue[] {
    const {high, low, other} = hashOf(key);
    const found: CarriedValue[] = [];
    this.#values.find(high, low, (words, at) => {
      const [check, label_id = 0, trusted = 0, tagged = 0] = words.subarray(at + 2, at + 6);
      if (check === other) found.push({label_id, trusted, tagged});
    });
    return found;
  }

  /** The number of a row in an order over all kinds; 0 for none. */
  #orderKey(rid: number, sort: Sort): number {
    let found = 0;
    this.#positions.findRow(rid, (words, at) => {
      found = words[at + this.#own + SORTS.indexOf(sort)] as number;
    });
    return found;
  }

  headers(rids: Iterable<number>): Map<number, Header> {
    const found = new Map<number, Header>();
    for (const rid of rids) {
      if (found.has(rid)) continue;
      const header = this.#header(rid);
      if (header !== undefined) found.set(rid, header);
    }
    return found;
  }

  #header(rid: number): Header | undefined {
    const cached = this.#cachedHeaders.get<Header>(rid);
    if (cached !== undefined) return cached;
    const record = this.#documents.read(rid);
    return record === undefined ? undefined : this.#headerIn(rid, record);
  }

  #headerIn(rid: number, record: Buffer): Header {
    const header = headerOf(rid, record);
    if (this.#headersAsked.knows(rid))
      this.#cachedHeaders.set(rid, header, header.id.length + header.slug.length + header.name.length);
    return header;
  }

  #idOf(rid: number): string {
    const header = this.#header(rid);
    if (header === undefined) throw damaged(this.#folder, `it has no header of row ${rid}`);
    return header.id;
  }

  standings(rids: Iterable<number>): Map<number, Standing> {
    const found = new Map<number, Standing>();
    for (const [rid, header] of this.headers(rids)) found.set(rid, {header, signals: this.#signals(rid)});
    return found;
  }

  documents(rids: Iterable<number>): Map<number, Document> {
    const found = new Map<number, Document>();
    for (const rid of rids) {
      const document = this.#document(rid);
      if (document !== undefined) found.set(rid, document);
    }
    return found;
  }

  #document(rid: number): Document | undefined {
    const cached = this.#cachedDocuments.get<Document>(rid);
    if (cached !== undefined) return cached;
    const record = this.#documents.read(rid);
    if (record === undefined) return undefined;
    const header = this.#cachedHeaders.get<Header>(rid) ?? this.#headerIn(rid, record);
    const document = documentOf({header, signals: this.#signals(rid)}, record);
    // In pieces, and as the whole texts that answers show.
    if (this.#documentsAsked.knows(rid)) this.#cachedDocuments.set(rid, document, 3 * record.length);
    return document;
  }

  /** `YYYY-MM-DD`; entities without an own day are left out. */
  days(rids: Iterable<number>): Map<number, string> {
    const found = new Map<number, string>();
    for (const rid of rids) {
      const header = this.#cachedHeaders.get<Header>(rid);
      const day = header?.day === undefined ? this.#standings.day(rid) : header.day;
      if (header !== undefined) header.day = day;
      if (day !== null) found.set(rid, day);
    }
    return found;
  }

  measures(rids: readonly number[]): Map<number, number> {
    return this.#standings.measures(rids);
  }

  neighbours(rids: Iterable<number>): Map<number, Neighbours> {
    const found = new Map<number, Neighbours>();
    for (const rid of rids) {
      const record = this.#neighbours.read(rid);
      if (record !== undefined) found.set(rid, neighboursOf(record, this.rows));
    }
    return found;
  }

  edgeRecord(rid: number): Buffer | undefined {
    return this.#edges.read(rid);
  }

  edgesAmong(rids: readonly number[]): EdgeAmong[] {
    return edgesAmong(this.#edges, this.#hubEdges, rids, this.rows);
  }

  /** JSON text; `null` without live edges. */
  #signals(rid: number): string {
    const text = this.#standings.signals(rid);
    if (text === undefined) throw damaged(this.#folder, `it has no signals of row ${rid}`);
    return text;
  }

  #opened<T extends {close(): void}>(file: T): T {
    this.#open.push(file);
    return file;
  }
}
