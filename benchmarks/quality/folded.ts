import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {Tables} from './snapshot.ts';

/** Products that records were folded into, checked one and all against DrugBank's open vocabulary. */
export interface Folded {
  /** Live products with at least one record folded in. */
  products: number;
  /** Records folded into them. */
  records: number;
  /** Products with two of a thing of which a substance has one, and which; salts, hydrates and esters apart. */
  checks: {what: string; suspects: string[]}[];
}

/**
 * Every product merge, by machine: the vocabulary's UNII, structure (first block of the InChIKey) and substance of each record's DrugBank
 * number or name. Null where the vocabulary is not there.
 */
export async function foldedProducts(tables: Tables, data: string): Promise<Folded | null> {
  const path = join(data, 'drugbank_vocabulary/drugbank_vocabulary.csv');
  if (!existsSync(path)) return null;
  const plain = (text: string) => `trim(regexp_replace(lower(strip_accents(${text})), '[^a-z0-9]+', ' ', 'g'))`;
  await tables.rows(`create or replace temp table substance as
    select "DrugBank ID" as drugbank, "Common name" as name, nullif(UNII, '') as unii, nullif(split_part("Standard InChI Key", '-', 1), '') as structure, string_split(coalesce(Synonyms, ''), ' | ') as synonyms
    from read_csv('${path.replaceAll("'", "''")}', header = true, all_varchar = true)`);
  // A name that two substances bear says nothing.
  await tables.rows(`create or replace temp table substance_name as
    select said, min(drugbank) as drugbank from (select ${plain('n')} as said, drugbank from (select drugbank, unnest(list_append(synonyms, name)) as n from substance)) where said <> '' group by said having count(distinct drugbank) = 1`);
  await tables.rows(`create or replace temp table folded_record as
    with recursive step as (
      select id, merged_into as into_id from entities where kind = 'product' and state = 'merged' and merged_into is not null
      union select s.id, e.merged_into from step s join entities e on e.id = s.into_id where e.state = 'merged'
    )
    select l.id as product, r.natural_key, r.name from step s join entities l on l.id = s.into_id and l.state = 'live' join entities r on r.id = s.id
    union all select id, natural_key, name from entities where state = 'live' and id in (select into_id from step)`);
  await tables.rows(`create or replace temp table told as
    select distinct f.product, s.drugbank, s.name, s.unii, s.structure from folded_record f
    left join substance_name n on n.said = ${plain('f.name')}
    join substance s on s.drugbank = coalesce(nullif(regexp_extract(f.natural_key, '^drugbank:(.+)$', 1), ''), n.drugbank)`);
  // A salt, hydrate or ester is called after its substance and belongs to it.
  await tables.rows(`create or replace temp table form as
    select t.* from told t where exists (from told o where o.product = t.product and o.drugbank <> t.drugbank and starts_with(lower(t.name), lower(o.name) || ' '))`);
  await tables.rows('create or replace temp table own as from told except from form');
  const check = async (what: string, column: string, table = 'own') => ({
    what,
    suspects: (
      await tables.rows(
        `select e.name || ' (' || e.natural_key || '): ' || string_agg(distinct t.name || ' ' || t.drugbank, ', ' order by t.name || ' ' || t.drugbank) as said
         from ${table} t join entities e on e.id = t.product where t.${column} is not null group by e.id, e.name, e.natural_key having count(distinct t.${column}) > ${table === 'own' ? 1 : 0} order by all`,
      )
    ).map(({said}) => String(said)),
  });
  return {
    products: await tables.number('select count(distinct product)::integer from folded_record'),
    records: await tables.number('select (count(*) - count(distinct product))::integer from folded_record'),
    checks: [
      await check('two UNIIs', 'unii'),
      await check('two parent structures', 'structure'),
      await check('two substances, by number or INN', 'drugbank'),
      await check('a salt, hydrate or ester beside its substance', 'drugbank', 'form'),
    ],
  };
}
