import type {Context} from '../../context.ts';
import {IDENTIFIERS} from '../../schema/fields.ts';
import {type Sql, sql} from '../../sql/sql.ts';
import {keyHash} from '../../store/words.ts';
import {type Filters, matching, ofKind} from './filters.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Entities with one of the identifiers that are looked at. */
const MOST = 200;

/** Names of identifiers that are words of the language, too. */
const WORDS = new Set(['domain', 'ticker']);

/** Words that only say which scheme the next number is of. */
const SCHEME = new RegExp(
  `^(?:${alternatives(['pmid', 'nct', 'hgnc', ...IDENTIFIERS.map(({column}) => column).filter((column) => !WORDS.has(column))])})$`,
);

/** Addresses of a registry that end in the identifier. */
const ADDRESS = new RegExp(
  `^(?:https?://)?(?:${alternatives(['ror.org', ...IDENTIFIERS.flatMap(({identifier: {hosts}}) => hosts)])})/`,
);

/** `doi:10.1000/1` */
const PREFIX = new RegExp(`^(?:${alternatives(['ror', 'pmid', ...IDENTIFIERS.map(({column}) => column)])}):`);

function alternatives(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll('.', '\\.')).join('|');
}

/**
 * The entities that the identifiers inside a text name (UUID, NCT, DOI, PMID, ORCID, ticker, CIK, Ensembl, HGNC,
 * UniProt, ROR, ChEMBL, publication and award numbers), in the order the text names them.
 */
export async function identified(context: Context, text: string, filters: Filters): Promise<number[]> {
  const keys = candidates(text);
  const uuids = [...new Set([...text.matchAll(UUID)].map(([id]) => id.toLowerCase()))].slice(0, 8);
  const scope = filters.groups.length === 0 ? ofKind(filters.kind) : sql`rid in (${matching(filters)})`;
  const byKey = keys.length === 0 ? [] : await bearers(context, keys, scope);
  const rank = new Map(keys.map((key, index) => [key, index]));
  byKey.sort((a, b) => (rank.get(String(a.key)) ?? 0) - (rank.get(String(b.key)) ?? 0));
  const rids = byKey.map((row) => Number(row.rid));
  for (const id of uuids) {
    const [found] = (await context.generation.columns(
      sql`select rid from (select rid from entity where id = ${id}::uuid) where ${scope}`,
      context,
    )) as [number[]];
    rids.unshift(...(found ?? []));
  }
  return [...new Set(rids)].slice(0, 50);
}

/** Who bears the keys; of several with one key the latest changed first. */
async function bearers({generation, ...options}: Context, keys: readonly string[], scope: Sql) {
  const among = sql`(select key, rid from (select * from identifier where h in ${keys.map(keyHash)} and key in ${keys}) where ${scope})`;
  const rows = await generation.rows(sql`from ${among} limit ${MOST}`, options);
  // Nearly always one; only for several is it worth a look at the order of all entities.
  if (new Set(rows.map(({key}) => key)).size === rows.length && rows.length < MOST) return rows;
  return generation.rows(
    sql`select key, rid from ${among} join position using (rid) order by recent limit ${MOST}`,
    options,
  );
}

/** Every way a word of the text may be written in the identifier table. Letters alone name something only by themselves or as `ticker:…`. */
function candidates(text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/[\s,;]+/)
    // A DOI may hold brackets; around a word they are the sentence's.
    .map((word) => word.replace(/^\(+/, '').replace(/^([^(]*?)\)+$/, '$1'))
    .filter((word) => word !== '')
    .slice(0, 32);
  const keys = words.flatMap((word) => {
    const bare = word.replace(ADDRESS, '').replace(PREFIX, '');
    if (SCHEME.test(bare)) return [];
    const plain = bare.replace(/[.?!]+$/, '');
    // A, RNA and MRNA are tickers; among other words they are words.
    if (words.length > 1 && bare === word && /^\p{L}+$/u.test(plain)) return [];
    return /^\d{1,10}$/.test(plain)
      ? [`pmid:${plain}`, `cik:${plain.replace(/^0+/, '')}`, plain, ...(/^hgnc:/.test(word) ? [`hgnc:${plain}`] : [])]
      : [plain, ...(plain === bare ? [] : [bare])];
  });
  return [...new Set(keys)];
}
