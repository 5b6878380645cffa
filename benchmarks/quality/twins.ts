import type {Tables} from './snapshot.ts';

/** Live entities of a kind that bear one name. */
export interface Twins {
  kind: string;
  /** Pairs with the same name. */
  sameName: number;
  /** Pairs of which one bears the other's name as an alias. */
  aliasIsName: number;
  /** Of both, pairs kept apart with a reason: different numbers of one registry, or a name that several numbers bear or that the import lists as ambiguous. */
  apart: number;
  /** Pairs that should be one. */
  open: number;
  /** Some of those, to look at. */
  examples: string[];
}

/** What tells two of a kind apart: two of one registry's numbers are two things. */
const NUMBERS: Record<string, string[]> = {
  company: ['cik'],
  // Institutions of one name in two countries are two.
  institution: [`regexp_extract(natural_key, '^ror:.*')`, `attributes ->> 'ror'`, `land(attributes ->> 'country')`],
  funder: [`regexp_extract(natural_key, '^fundref:.*')`],
  product: [
    `attributes ->> 'drugbank_id'`,
    `attributes ->> 'unii'`,
    `attributes ->> 'chembl_id'`,
    // The first block of an InChIKey is the structure without salts' charges and isomers.
    `split_part(attributes ->> 'inchikey', '-', 1)`,
  ],
  target: [
    `attributes ->> 'hgnc_id'`,
    `attributes ->> 'uniprot'`,
    `regexp_extract(natural_key, '^uniprot:.*')`,
    // A gene is not the family or complex that it is called after.
    `regexp_extract(natural_key, '^(hgnc|interpro|gtopdb):', 1)`,
    `case split_part(natural_key, ':', 1) when 'interpro' then 'family' when 'uniprot' then 'protein' end`,
  ],
};

/** Words that say what form a company has; two names that differ in them only are one. */
const FORMS =
  'inc|incorporated|corp|corporation|co|company|ltd|limited|llc|lp|plc|gmbh|ag|sa|sas|srl|spa|nv|bv|ab|as|kg|se|oy|pty|kk';

/** How many live pairs of each kind bear one name, case, accents, punctuation and legal form aside. */
export async function twins(
  tables: Tables,
  ambiguous: readonly {kind: string; name: string; keys: readonly string[]}[],
): Promise<Twins[]> {
  await tables.rows(
    `create or replace temp macro same_name(k, n) as
    replace(case when k = 'company' then regexp_replace(trim(plain_name(n)), '( (${FORMS}))+$', '') else trim(plain_name(n)) end, ' ', '')`.replaceAll(
      'plain_name(n)',
      `regexp_replace(replace(lower(strip_accents(n)), '&', ' and '), '[^\\p{L}\\p{N}]+', ' ', 'g')`,
    ),
  );
  await tables.rows(
    `create or replace temp macro land(c) as case regexp_replace(regexp_replace(lower(strip_accents(c)), '^the ', ''), ' ?[(,].*$', '')
      when 'turkiye' then 'turkey' when 'korea' then 'south korea' when 'hong kong' then 'china' else regexp_replace(regexp_replace(lower(strip_accents(c)), '^the ', ''), ' ?[(,].*$', '') end`,
  );
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  await tables.rows('create or replace temp table known_apart (kind varchar, name varchar, keys varchar[])');
  for (let from = 0; from < ambiguous.length; from += 500) {
    const values = ambiguous
      .slice(from, from + 500)
      .map(
        ({kind, name, keys}) => `('${kind}', same_name('${kind}', ${quoted(name)}), [${keys.map(quoted).join(', ')}])`,
      );
    await tables.rows(`insert into known_apart select * from (values ${values.join(', ')})`);
  }
  // A record that the import lists stands for the entity it became part of.
  await tables.rows(`create or replace temp table listed_pair as
    with recursive live using key (key, id, state, into_id) as (
      select natural_key as key, id, state, merged_into as into_id from entities where natural_key in (select unnest(keys) from known_apart)
      union
      select l.key, e.id, e.state, e.merged_into from live l join entities e on e.id = l.into_id where l.state = 'merged'
    ), named as (select k.n, l.id from (select n, unnest(keys) as key from (select row_number() over () as n, keys from known_apart)) k join live l using (key))
    select distinct a.id as one, b.id as other from named a join named b on a.n = b.n and a.id < b.id`);
  const all: Twins[] = [];
  for (const [kind, numbers] of Object.entries(NUMBERS)) {
    const columns = numbers.map((number, i) => `nullif(${number}, '') as n${i}`).join(', ');
    const many = numbers.map((_, i) => `count(distinct n${i}) > 1`).join(' or ');
    const differ = numbers.map((_, i) => `coalesce(a.n${i} <> b.n${i}, false)`).join(' or ');
    await tables.rows(
      `create or replace temp table bearer as select id, natural_key, name, aliases, same_name('${kind}', name) as said, ${columns} from entities where kind = '${kind}' and state = 'live'`,
    );
    await tables.rows(`create or replace temp table twin as
      with called as (select distinct id, same_name('${kind}', alias) as said from (select id, unnest(aliases) as alias from bearer)),
      pair as (
        select a.id as one, b.id as other, 'name' as how from bearer a join bearer b on a.said = b.said and a.id < b.id
        union all
        select least(a.id, c.id), greatest(a.id, c.id), 'alias' from bearer a join called c on c.said = a.said and c.id <> a.id
      ), crowd as (select said from bearer group by said having ${many}
        union all select name from known_apart where kind = '${kind}'
      ), once as (select one, other, max(how) as how from pair group by one, other)
      select p.how, a.name, a.natural_key as key, b.name as other_name, b.natural_key as other_key,
        (${differ}) or a.said in (from crowd) or b.said in (from crowd) or (p.one, p.other) in (select (one, other) from listed_pair) as apart
      from once p join bearer a on a.id = p.one join bearer b on b.id = p.other where length(a.said) > 1 or p.how = 'name'`);
    const [row] = await tables.rows(
      `select (count(*) filter (how = 'name'))::integer as names, (count(*) filter (how = 'alias'))::integer as aliases, (count(*) filter (apart))::integer as apart, (count(*) filter (not apart))::integer as open from twin`,
    );
    const examples = await tables.rows(
      `select how || ': ' || name || ' (' || key || ') = ' || other_name || ' (' || other_key || ')' as said from twin where not apart order by how desc, name, key, other_key`,
    );
    all.push({
      kind,
      sameName: Number(row?.names),
      aliasIsName: Number(row?.aliases),
      apart: Number(row?.apart),
      open: Number(row?.open),
      examples: examples.map(({said}) => String(said)),
    });
  }
  return all;
}
