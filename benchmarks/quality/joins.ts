import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {GATE} from './links.ts';
import type {Tables} from './snapshot.ts';

export interface Share {
  what: string;
  of: number;
  joined: number;
}

/** How much of what there is is tied to who made it, to a target, to a disease. */
export async function shares(tables: Tables): Promise<Share[]> {
  await tables.rows(`create or replace temp table touches as
    select distinct e.source as id, e.relation, t.kind from edges e join entities t on t.id = e.target
    union select distinct e.target, e.relation, s.kind from edges e join entities s on s.id = e.source`);
  const all: Share[] = [];
  const count = async (what: string, kind: string, condition: string, among = 'true') => {
    const [row] = await tables.rows(
      `select count(*)::integer as n, (count(*) filter (where ${condition}))::integer as joined from entities x where kind = '${kind}' and state = 'live' and (${among})`,
    );
    all.push({what, of: Number(row?.n), joined: Number(row?.joined)});
  };
  const touches = (relations: string, kinds: string) =>
    `exists (from touches t where t.id = x.id and t.relation in (${relations}) and t.kind in (${kinds}))`;
  await count('trials with a sponsor', 'trial', touches(`'sponsors'`, `'company', 'institution'`));
  await count('trials with a company as sponsor', 'trial', touches(`'sponsors'`, `'company'`));
  await count('trials with a disease of MONDO', 'trial', `starts_with(disease_id, 'MONDO:')`);
  await count('trials with a target', 'trial', `target_id is not null or ${touches(`'targets'`, `'target'`)}`);
  await count('trials with a product or program', 'trial', touches(`'tested_in'`, `'product', 'program'`));
  // What a registry itself types as a drug or biologic, in trials that intervene: what the goals are about.
  const ofDrugs = `regexp_matches(attributes ->> 'intervention_types', 'drug|biological') and coalesce(attributes ->> 'study_type', 'interventional') = 'interventional'`;
  const ofDrug = 'interventional trials of drugs or biologics with a';
  await count(`${ofDrug} product or program`, 'trial', touches(`'tested_in'`, `'product', 'program'`), ofDrugs);
  await count(`${ofDrug} disease of MONDO`, 'trial', `starts_with(disease_id, 'MONDO:')`, ofDrugs);
  const trusted = `exists (from edges t where t.source = x.id and t.relation = 'targets' and t.confidence >= ${GATE})`;
  await count(
    `${ofDrug} trusted target`,
    'trial',
    `(target is not null and moa_confidence >= ${GATE}) or ${trusted}`,
    ofDrugs,
  );
  await count('trials with a paper', 'trial', touches(`'reports_on', 'cites'`, `'paper'`));
  await count('patents with an assignee', 'patent', touches(`'assigned_to'`, `'company', 'institution'`));
  await count('patents with a product or approval', 'patent', touches(`'covers', 'claims'`, `'product', 'approval'`));
  await count('papers with a target', 'paper', `target_id is not null or ${touches(`'targets'`, `'target'`)}`);
  await count('papers with a disease of MONDO', 'paper', `starts_with(disease_id, 'MONDO:')`);
  await count('papers with an author', 'paper', touches(`'authored'`, `'person'`));
  await count('approvals with a holder', 'approval', touches(`'holds'`, `'company'`));
  await count('approvals with a product', 'approval', touches(`'approval_of'`, `'product'`));
  await count('products with a target', 'product', `target_id is not null or ${touches(`'targets'`, `'target'`)}`);
  // What prevents a disease hits no target of the body.
  const approved = `product_family = 'therapeutic' and ${touches(`'approval_of'`, `'approval'`)}`;
  await count(
    'approved drugs other than vaccines with a trusted primary target',
    'product',
    `target is not null and moa_confidence >= ${GATE}`,
    `${approved} and modality is distinct from 'vaccine'`,
  );
  await count('approved drugs with a modality', 'product', 'modality is not null', approved);
  await count('grants with a recipient', 'funding_event', touches(`'received'`, `'company', 'institution'`));
  return all;
}

/** Of the names a hand-kept map gives to a ticker, those borne by that company and by no other. */
export async function aliasRecall(tables: Tables, data: string): Promise<Share[]> {
  const file = (name: string) => join(data, name);
  const sponsors = JSON.parse(readFileSync(file('biotech_screener/sponsor_alias_map.json'), 'utf8')) as Record<
    string,
    string
  >;
  const rows = await tables.rows(
    `select id, ticker, cik, unnest(list_append(coalesce(aliases, []), name)) as name, attributes ->> 'tickers' as tickers from entities where kind = 'company' and state = 'live'`,
  );
  const owners = new Map<string, Set<string>>();
  const tickers = new Map<string, Set<string>>();
  for (const {id, ticker, tickers: more, name} of rows) {
    const key = String(name).toLowerCase();
    owners.set(key, (owners.get(key) ?? new Set()).add(String(id)));
    for (const symbol of [ticker, ...(JSON.parse(String(more ?? '[]')) as string[])]) {
      if (symbol !== null) tickers.set(String(symbol), (tickers.get(String(symbol)) ?? new Set()).add(String(id)));
    }
  }
  const found: Share = {what: 'sponsor names of the alias map that lead to their ticker’s company', of: 0, joined: 0};
  for (const [name, ticker] of Object.entries(sponsors)) {
    const company = tickers.get(ticker);
    const bearers = owners.get(name.toLowerCase());
    if (company === undefined || bearers === undefined) continue;
    found.of += 1;
    if (bearers.size === 1 && company.has([...bearers][0] ?? '')) found.joined += 1;
  }
  const listed = (
    JSON.parse(readFileSync(file('sec/company_tickers_exchange.json'), 'utf8')) as {
      data: [number, string, string, string][];
    }
  ).data;
  const byTicker = new Map(listed.map(([cik, , ticker]) => [ticker, String(cik).padStart(10, '0')]));
  const match: Share = {what: 'companies with a ticker that have the CIK the SEC lists for it', of: 0, joined: 0};
  for (const row of await tables.rows(
    `select ticker, cik from entities where kind = 'company' and state = 'live' and ticker is not null`,
  )) {
    const cik = byTicker.get(String(row.ticker));
    if (cik === undefined) continue;
    match.of += 1;
    if (row.cik === cik) match.joined += 1;
  }
  return [found, match];
}

/** Trials whose ticker in the screener's file is not their sponsor's, and how many are tied to that ticker's company all the same. */
export async function wrongTickers(tables: Tables, data: string): Promise<{trials: number; repeated: number}> {
  const path = join(data, 'biotech_screener/trial_records_2026-01.json').replaceAll("'", "''");
  const [row] = await tables.rows(`with given as (
      select distinct 'nct:' || nct_id as key, ticker, lower(sponsor) as sponsor from read_json('${path}', columns = {nct_id: 'VARCHAR', ticker: 'VARCHAR', sponsor: 'VARCHAR'}, maximum_object_size = 67108864)
    ), company as (
      select id, ticker, list_transform(list_append(coalesce(aliases, []), name), lambda n: lower(n)) as names from entities where kind = 'company' and state = 'live' and ticker is not null
    ), wrong as (
      select g.key, c.id as company, g.sponsor, c.names from given g join company c using (ticker)
      -- Neither name holds the first word of the other: whose trial it is, the ticker does not say.
      where not list_bool_or(list_transform(c.names, lambda n: contains(g.sponsor, split_part(regexp_replace(n, '^the ', ''), ' ', 1)) or contains(n, split_part(g.sponsor, ' ', 1))))
    )
    select count(distinct key)::integer as trials, (select count(*)::integer from wrong w join entities t on t.natural_key = w.key join edges e on e.source = w.company and e.target = t.id and e.relation = 'sponsors') as repeated from wrong`);
  return {trials: Number(row?.trials), repeated: Number(row?.repeated)};
}
