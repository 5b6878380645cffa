import type {DuckDBConnection} from '@duckdb/node-api';

/**
 * Sets of keys that are merged as long as no two keys of a set have different values of one scheme. A key starts alone;
 * `join` says whether two may be merged, and merges them if so.
 */
export class GuardedSets {
  readonly #parent = new Map<string, string>();
  readonly #carried = new Map<string, Map<string, string>>();

  carry(key: string, scheme: string, value: string): void {
    const root = this.find(key);
    const carried = this.#carried.get(root) ?? new Map<string, string>();
    if (!carried.has(scheme)) carried.set(scheme, value);
    this.#carried.set(root, carried);
  }

  find(key: string): string {
    let root = key;
    for (let up = this.#parent.get(root); up !== undefined; up = this.#parent.get(root)) root = up;
    for (let at = key; at !== root; ) {
      const up = this.#parent.get(at) ?? root;
      this.#parent.set(at, root);
      at = up;
    }
    return root;
  }

  join(a: string, b: string): boolean {
    const into = this.find(a);
    const from = this.find(b);
    if (into === from) return true;
    const kept = this.#carried.get(into);
    const added = this.#carried.get(from);
    if (kept !== undefined && added !== undefined) {
      for (const [scheme, value] of added) if ((kept.get(scheme) ?? value) !== value) return false;
    }
    this.#parent.set(from, into);
    if (added !== undefined) this.#carried.set(into, new Map([...(kept ?? []), ...added]));
    return true;
  }
}

/** A record's statement that it has a key; `agrees` if the record has the same name as the key's own record. */
interface Statement {
  record: string;
  key: string;
  agrees: boolean;
}

/**
 * If shared identifiers would connect things with different identifiers of one scheme, takes the statements from the
 * most to the least credible and refuses each that would. An identifier with a refused statement was given to different
 * things: it connects nothing that does not have its name. Refused statements are stored in the table `distrusted`
 * (record, key); the tables `doubtful` and `carries` are the input.
 */
export async function distrustIdentifiers(connection: DuckDBConnection): Promise<void> {
  const carried = (await connection.runAndReadAll('select record, scheme, value from carries order by all')).getRows();
  const rows = await connection.runAndReadAll(
    'select record, key, tier = 0 from doubtful order by tier, likeness desc, weight desc, priority desc, key, record',
  );
  const statements = rows
    .getRows()
    .map(([record, key, agrees]): Statement => ({record: String(record), key: String(key), agrees: agrees === true}));
  const refuse = (contested: ReadonlySet<string>) => {
    const sets = new GuardedSets();
    for (const [record, scheme, value] of carried) sets.carry(String(record), String(scheme), String(value));
    const given = new Set<string>();
    return statements.filter(({record, key, agrees}) => {
      if (!agrees && contested.has(key) && given.has(key)) return true;
      if (!sets.join(key, record)) return true;
      given.add(key);
      return false;
    });
  };
  const refused = refuse(new Set(refuse(new Set()).map(({key}) => key)));
  await connection.run('create table distrusted (record varchar, key varchar)');
  const appender = await connection.createAppender('distrusted');
  for (const {record, key} of refused) {
    appender.appendVarchar(record);
    appender.appendVarchar(key);
    appender.endRow();
  }
  appender.closeSync();
}
