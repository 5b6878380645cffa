import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {DuckDBInstance} from '@duckdb/node-api';

/** What the check found about one kind of statement. */
export interface Finding {
  statement: string;
  stated: number;
  confirmed: number;
  /** Rows the public file says otherwise about: the sample's words, then the file's. */
  contradicted: string[];
}

/**
 * A question: the rows of the sample as (what, stated), and those of a public file as (what, found). A statement is
 * confirmed where the file says the same, contradicted where it says something else only, and open where it is silent.
 */
interface Question {
  statement: string;
  file: string;
  stated: string;
  found: (path: string) => string;
}

const csv = (path: string, more = '') =>
  `read_csv('${path.replaceAll("'", "''")}', header = true, all_varchar = true${more})`;
const own = (name: string) => csv(fileURLToPath(new URL(`./source/${name}.csv`, import.meta.url)));

const QUESTIONS: Question[] = [
  {
    statement: 'company ticker → CIK',
    file: 'sec/sec_cik_mapper_stocks.csv',
    stated: `select upper(ticker) as what, ltrim(cik, '0') as stated from ${own('companies')} where ticker is not null and cik is not null`,
    found: (path) => `select upper(Ticker) as what, ltrim(CIK, '0') as found from ${csv(path)}`,
  },
  ...(['hgnc_id', 'ensembl_id', 'uniprot'] as const).map((field) => ({
    statement: `target symbol → ${field}`,
    file: 'hgnc/hgnc_complete_set.txt',
    stated: `select symbol as what, ${field} as stated from ${own('target_ids')} where ${field} is not null`,
    found: (path: string) =>
      `select symbol as what, unnest(string_split(trim(${field === 'ensembl_id' ? 'ensembl_gene_id' : field === 'uniprot' ? 'uniprot_ids' : field}, '"'), '|')) as found from ${csv(path, ", delim = '\\t', quote = ''")}`,
  })),
  {
    statement: 'target symbol is approved',
    file: 'hgnc/hgnc_complete_set.txt',
    stated: `select symbol as what, 'approved' as stated from ${own('targets')}`,
    found: (path) =>
      `select symbol as what, 'approved' as found from ${csv(path, ", delim = '\\t', quote = ''")}
       union all select unnest(string_split(trim(prev_symbol, '"'), '|')), 'now ' || symbol from ${csv(path, ", delim = '\\t', quote = ''")}`,
  },
  ...(['aliases', 'previous'] as const).map((field) => ({
    statement: `target ${field} → symbol`,
    file: 'hgnc/hgnc_complete_set.txt',
    stated: `select upper(replace(unnest(string_split(${field}, '|')), '-', '')) || ' of ' || symbol as what, 'yes' as stated from ${own('targets')}`,
    found: (path: string) =>
      `select upper(replace(unnest(string_split(trim(concat_ws('|', alias_symbol, prev_symbol), '"'), '|')), '-', '')) || ' of ' || symbol as what, 'yes' as found from ${csv(path, ", delim = '\\t', quote = ''")}`,
  })),
  {
    statement: 'disease label → MONDO id',
    file: 'mondo/mondo_terms.csv',
    stated: `select mondo as what, lower(label) as stated from ${own('diseases')}`,
    found: (path) =>
      `select mondo_id as what, regexp_replace(lower(label), '( \\(disease\\)| disorder)$', '') as found from ${csv(path)}`,
  },
  {
    statement: 'institution → ROR id',
    file: 'ror/ror_organizations.csv',
    stated: `select ror as what, lower(strip_accents(name)) as stated from ${own('institutions')} where ror is not null`,
    found: (path) =>
      `select replace(ror_id, 'https://ror.org/', '') as what, lower(strip_accents(unnest(string_split(concat_ws('|', name, aliases), '|')))) as found from ${csv(path)}`,
  },
  {
    statement: 'product ChEMBL id',
    file: 'ot_approvals/2013-2022_approvals_in.csv',
    stated: `select lower(generic) as what, chembl_id as stated from ${own('products')} where chembl_id is not null`,
    found: (path) => `select lower(drugName) as what, drugId as found from ${csv(path)} where drugId like 'CHEMBL%'`,
  },
  {
    statement: 'product brand → year of approval',
    file: 'ot_approvals/2013-2022_approvals_in.csv',
    stated: `select lower(brand) as what, left(approved_at, 4) as stated from ${own('products')}`,
    found: (path) => `select lower(brandDrugName) as what, yearApproval as found from ${csv(path)}`,
  },
  {
    statement: 'small molecule brand → day of approval',
    file: 'orange_book/products.txt',
    stated: `select lower(brand) as what, approved_at as stated from ${own('products')}`,
    found: (path) =>
      `select lower(Trade_Name) as what, strftime(min(try_strptime(Approval_Date, '%b %d, %Y')), '%Y-%m-%d') as found
       from ${csv(path, ", delim = '~', quote = ''")} where Appl_Type = 'N' group by all having found is not null`,
  },
  {
    statement: 'biologic brand → day of approval',
    file: 'purple_book/purplebook_full_2025.csv',
    stated: `select lower(brand) as what, approved_at as stated from ${own('products')}`,
    found: (path) =>
      `select lower("Proprietary Name") as what, strftime(min(coalesce(try_strptime("Approval Date", '%d-%b-%y'), try_strptime("Approval Date", '%m/%d/%Y'))), '%Y-%m-%d') as found
       from ${csv(path)} group by all having found is not null`,
  },
  {
    statement: 'trial number → month of start',
    file: 'intovalue/registry-studies.csv',
    stated: `select nct as what, start as stated from ${own('trials')}`,
    found: (path) =>
      `select id as what, left(start_date, 7) as found from ${csv(path)} where start_date is not null and start_date <> 'NA'`,
  },
  {
    statement: 'trial number → month of start (screener)',
    file: 'biotech_screener/trial_records_2026-01.json',
    stated: `select nct as what, start as stated from ${own('trials')}`,
    found: (path) =>
      `select nct_id as what, left(start_date::varchar, 7) as found from read_json('${path}') where start_date is not null`,
  },
  {
    statement: 'trial number → phase (screener)',
    file: 'biotech_screener/trial_records_2026-01.json',
    stated: `select nct as what, replace(replace(phase, 'phase ', ''), '/', '') as stated from ${own('trials')}`,
    found: (path) =>
      `select nct_id as what, regexp_replace(lower(phase), '[^0-9]', '', 'g') as found from read_json('${path}') where phase is not null`,
  },
  {
    statement: 'paper PMID cited by CIViC',
    file: 'civic/civic_evidence.tsv',
    stated: `select pmid as what, left(published_at, 4) as stated from ${own('papers')}`,
    found: (path) =>
      `select citation_id as what, regexp_extract(citation, '(\\d{4})$', 1) as found from ${csv(path, ", delim = '\\t', quote = ''")} where source_type = 'PubMed' and citation_id is not null`,
  },
  {
    statement: 'paper DOI → PMID',
    file: 'intovalue/registry-references.csv',
    stated: `select lower(doi) as what, pmid as stated from ${own('papers')}`,
    found: (path) =>
      `select lower(doi) as what, pmid as found from ${csv(path)} where doi is not null and pmid is not null`,
  },
];

/** Compares the sample's sources with the public files under `data`; a question whose file is absent is left out. */
export async function checkSample(data: string): Promise<Finding[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const findings: Finding[] = [];
  for (const {statement, file, stated, found} of QUESTIONS) {
    const path = join(data, file);
    if (!existsSync(path)) continue;
    const reader = await connection.runAndReadAll(`
      with stated as (select distinct what, stated from (${stated}) where stated is not null),
        found as (select distinct what, found from (${found(path)}) where what is not null and found is not null)
      select what, stated, bool_or(found = stated) as confirmed, string_agg(found, ' or ' order by found) as says
      from stated left join found using (what) group by what, stated order by what`);
    const rows = reader.getRowObjectsJson() as {
      what: string;
      stated: string;
      confirmed: boolean | null;
      says: string;
    }[];
    findings.push({
      statement,
      stated: rows.length,
      confirmed: rows.filter((row) => row.confirmed === true).length,
      contradicted: rows
        .filter((row) => row.confirmed === false)
        .map((row) => `${row.what}: ${row.stated}, not ${row.says}`),
    });
  }
  connection.closeSync();
  return findings;
}

/** The findings as a Markdown table, and below it what the files say otherwise. */
export function checkReport(findings: readonly Finding[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['statement', 'stated', 'confirmed', 'the file is silent', 'the file says otherwise']),
    line(['---', '---:', '---:', '---:', '---:']),
    ...findings.map(({statement, stated, confirmed, contradicted}) =>
      line([statement, stated, confirmed, stated - confirmed - contradicted.length, contradicted.length]),
    ),
    '',
    ...findings.flatMap(({statement, contradicted}) => contradicted.map((row) => `- ${statement}: ${row}`)),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const data = process.env.BIOGRAPH_TEST_DATA ?? '../shared/data';
  process.stdout.write(`${checkReport(await checkSample(data))}\n`);
}
