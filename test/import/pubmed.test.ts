/** @module-tag long */
import {createWriteStream, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {createGzip, gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {readXml, type XmlRecord} from '../../src/import/xml.ts';
import {build, EDGES, workspace} from './helpers.ts';

const folder = workspace();

const article = (pmid: string, more: {authors?: string; title?: string; data?: string; citation?: string} = {}) => `
<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">${pmid}</PMID>
  <DateRevised><Year>2021</Year><Month>03</Month><Day>09</Day></DateRevised>
  <Article PubModel="Print"><Journal><JournalIssue><PubDate><Year>2020</Year><Month>Jan</Month></PubDate></JournalIssue><Title>A Journal</Title></Journal>
    <ArticleTitle>${more.title ?? `Paper ${pmid}`}</ArticleTitle>
    <AuthorList>${more.authors ?? ''}</AuthorList>${more.citation ?? ''}
    <PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList>
  </Article></MedlineCitation>
  <PubmedData><ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId><ArticleId IdType="doi">10.1/AB${pmid}</ArticleId></ArticleIdList>${more.data ?? ''}</PubmedData>
</PubmedArticle>`;

const set = (...articles: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/x.dtd">\n<PubmedArticleSet>${articles.join('')}</PubmedArticleSet>`;

const author = (last: string, fore: string, more = '') =>
  `<Author ValidYN="Y"><LastName>${last}</LastName><ForeName>${fore}</ForeName>${more}</Author>`;

function xml(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

async function records(path: string, elements = ['PubmedArticle']): Promise<XmlRecord[]> {
  const all: XmlRecord[] = [];
  for await (const record of readXml(path, elements)) all.push(record);
  return all;
}

describe('pubmed', () => {
  it('reads papers with what they cite, report and are funded by', async () => {
    const file = xml(
      'pubmed-1.xml.gz',
      set(
        article('11', {
          title: 'In <i>vitro</i> H<sub>2</sub>O &amp; more',
          authors:
            author(
              'Doe',
              'Jane A',
              '<Identifier Source="ORCID">http://orcid.org/0000-0002-1825-0097</Identifier><AffiliationInfo><Affiliation>Department of X, Yale University, New Haven, USA.</Affiliation></AffiliationInfo><AffiliationInfo><Affiliation>Acme Pharma AG, Basel, Switzerland</Affiliation></AffiliationInfo>',
            ) +
            author('Müller', 'Max') +
            author('Müller', 'Max') +
            '<Author><CollectiveName>A Group</CollectiveName></Author>',
          citation:
            '<DataBankList><DataBank><DataBankName>ClinicalTrials.gov</DataBankName><AccessionNumberList><AccessionNumber>NCT00000011</AccessionNumber></AccessionNumberList></DataBank></DataBankList><GrantList><Grant><GrantID>R01</GrantID><Agency>NCI NIH HHS</Agency></Grant></GrantList>',
          data: '<ReferenceList><Reference><Citation>x</Citation><ArticleIdList><ArticleId IdType="pubmed">12</ArticleId></ArticleIdList></Reference><Reference><ArticleIdList><ArticleId IdType="pubmed">99</ArticleId><ArticleId IdType="doi">10.9/z</ArticleId></ArticleIdList></Reference></ReferenceList>',
        }),
        article('12'),
        article('13'),
        '<DeleteCitation><PMID Version="1">13</PMID></DeleteCitation>',
      ),
    );
    const built = await build(folder, [{recipe: 'pubmed', in: [file]}]);
    expect(
      await built.rows(
        `select natural_key as k, name, state, doi, attributes ->> 'published_at' as d, updated_at::date::varchar as u from entities where kind = 'paper' order by 1`,
      ),
    ).toEqual([
      {k: 'pmid:11', name: 'In vitro H2O & more', state: 'live', doi: '10.1/ab11', d: '2020-01-01', u: '2021-03-09'},
      {k: 'pmid:12', name: 'Paper 12', state: 'live', doi: '10.1/ab12', d: '2020-01-01', u: '2021-03-09'},
      {k: 'pmid:13', name: 'PMID 13', state: 'removed', doi: null, d: null, u: '2025-06-30'},
      {k: 'pmid:99', name: 'PMID 99', state: 'live', doi: null, d: null, u: '2025-06-30'},
    ]);
    expect(await built.rows(EDGES)).toEqual([
      {s: 'Jane A Doe', r: 'affiliated_with', t: 'Acme Pharma AG'},
      {s: 'Jane A Doe', r: 'affiliated_with', t: 'Yale University'},
      {s: 'Jane A Doe', r: 'authored', t: 'In vitro H2O & more'},
      {s: 'Max Müller', r: 'authored', t: 'In vitro H2O & more'},
      {s: 'Max Müller', r: 'authored', t: 'In vitro H2O & more'},
      {s: 'In vitro H2O & more', r: 'cites', t: 'PMID 99'},
      {s: 'In vitro H2O & more', r: 'cites', t: 'Paper 12'},
      {s: 'In vitro H2O & more', r: 'funded_by', t: 'National Cancer Institute'},
      {s: 'In vitro H2O & more', r: 'reports_on', t: 'NCT00000011'},
    ]);
    expect(await built.rows(`select natural_key as k from entities where orcid is not null`)).toEqual([
      {k: 'orcid:0000-0002-1825-0097'},
    ]);
  });

  it('keeps what came before a damaged place, and says where that is', async () => {
    const whole = set(article('21'), article('22'), article('23'));
    const cut = xml('pubmed-cut.xml', whole.slice(0, whole.indexOf('Paper 23')));
    const odd = xml('pubmed-odd.xml', set(article('31'), '<PubmedArticle><MedlineCitation></PubmedArticle>'));
    const built = await build(folder, [{recipe: 'pubmed', in: [cut, odd]}]);
    expect(await built.rows(`select natural_key as k from entities where kind = 'paper' order by 1`)).toEqual([
      {k: 'pmid:21'},
      {k: 'pmid:22'},
      {k: 'pmid:31'},
    ]);
    expect(built.rejects()).toMatchObject([
      {file: cut, reason: 'the rest of the file cannot be read'},
      {file: odd, reason: 'the rest of the file cannot be read'},
    ]);
    expect(built.rejects().every((row) => typeof row.line === 'number' && row.line > 1)).toBe(true);
  });

  it('fails on a file that is not gzip or has nothing in it', async () => {
    const fake = join(folder, 'pubmed-fake.xml.gz');
    writeFileSync(fake, 'not gzip');
    const empty = xml('pubmed-empty.xml', '');
    for (const [file, problem] of [
      [fake, /pubmed-fake\.xml\.gz: its name ends in \.gz, but it is not a gzip file/],
      [empty, /pubmed-empty\.xml: is empty/],
    ] as const)
      await expect(build(folder, [{recipe: 'pubmed', in: [file]}])).rejects.toThrow(problem);
  });
});

describe('readXml', () => {
  it('yields one record at a time, whatever the size of the file', async () => {
    const path = join(folder, 'large.xml.gz');
    const one = article('1', {title: 'x'.repeat(2000)});
    async function* text() {
      yield '<S>';
      for (let i = 0; i < 40_000; i += 1) yield one;
      yield '</S>';
    }
    await pipeline(Readable.from(text()), createGzip({level: 1}), createWriteStream(path));
    let count = 0;
    let most = 0;
    global.gc?.();
    const before = process.memoryUsage().heapUsed;
    for await (const _ of readXml(path, ['PubmedArticle'])) {
      count += 1;
      if (count % 2000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    expect(count).toBe(40_000);
    // 110 MB of text went by.
    expect(most).toBeLessThan(80 * 2 ** 20);
    expect(readFileSync(path).length).toBeGreaterThan(1000);
  });

  it('expands no entity and reads nothing outside the file', async () => {
    const path = xml(
      'pubmed-xxe.xml',
      '<!DOCTYPE S [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "boom">]><S><R>&x;</R></S>',
    );
    await expect(records(path, ['R'])).rejects.toThrow(/entity/);
  });

  it('refuses endless nesting', async () => {
    const path = xml('pubmed-deep.xml', `<R>${'<a>'.repeat(500)}${'</a>'.repeat(500)}</R>`);
    await expect(records(path, ['R'])).rejects.toThrow(/nested/);
  });

  it('keeps text, attributes and children apart', async () => {
    const path = xml('pubmed-small.xml', '<S><R a="1">t<b>u</b> <C>v</C><C/><![CDATA[<w>]]></R><R/></S>');
    expect((await records(path, ['R'])).map(({doc}) => JSON.parse(JSON.stringify(doc)))).toEqual([
      {'@a': '1', '#': 'tu <w>', C: [{'#': 'v'}, {}]},
      {},
    ]);
  });
});
