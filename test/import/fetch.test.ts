import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {fetchSources} from '../../src/import/index.ts';
import {zip} from '../helpers/zip.ts';
import {workspace} from './helpers.ts';

const folder = workspace();
let server: Server;
let site: string;
let asked: {path: string; headers: IncomingMessage['headers']}[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let number = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({path: request.url ?? '', headers: request.headers});
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked = [];
});

/** A recipe of one's own whose files are on the test's site. */
function recipe(download: string, files = 'rows=rows*.csv'): {path: string; name: string; to: string} {
  const name = `site${++number}`;
  const path = join(folder, `${name}.sql`);
  writeFileSync(
    path,
    `-- name: ${name}\n-- title: Rows\n-- source: Site\n-- licence: CC0-1.0\n-- download: ${download.replaceAll('SITE', site)}\n-- files: ${files}\ncreate temp view entities as select 'a:1' as key, 'company' as kind, 'X' as name;\n`,
  );
  const to = join(folder, `work-${number}`, 'data');
  mkdirSync(join(folder, `work-${number}`));
  return {path, name, to};
}

const body = Buffer.from(Array.from({length: 20_000}, (_, index) => `row ${index}`).join('\n'));
const etag = '"one"';

/** A well-behaved site: ETag, If-None-Match, Range. */
function whole(request: IncomingMessage, response: ServerResponse, bytes: Buffer = body, tag = etag): void {
  if (request.headers['if-none-match'] === tag) return void response.writeHead(304).end();
  const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  if (from !== undefined && request.headers['if-range'] === tag)
    return void response
      .writeHead(206, {
        etag: tag,
        'content-length': bytes.length - Number(from),
        'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
      })
      .end(bytes.subarray(Number(from)));
  response.writeHead(200, {etag: tag, 'content-length': bytes.length}).end(bytes);
}

describe('fetch', () => {
  it('downloads a file, says where it came from, and asks next time only whether it changed', async () => {
    const {path, name, to} = recipe('rows=SITE/files/rows-2026.csv');
    answer = whole;
    const first = await fetchSources({recipes: [path], to, contact: 'ann@example.org'});
    expect(first).toMatchObject({
      fetched: [{recipe: name, files: [`${name}/rows-2026.csv`], unchanged: 0, bytes: body.length}],
      failed: [],
    });
    expect(readFileSync(join(to, name, 'rows-2026.csv')).equals(body)).toBe(true);
    expect(asked[0]?.headers['user-agent']).toMatch(/^biograph.*ann@example\.org/);
    const [header, line] = readFileSync(join(to, 'PROVENANCE.tsv'), 'utf8')
      .split('\n')
      .map((text) => text.split('\t'));
    const origin = Object.fromEntries((header ?? []).map((column, index) => [column, line?.[index]]));
    expect(origin).toMatchObject({
      file: `${name}/rows-2026.csv`,
      url: `${site}/files/rows-2026.csv`,
      bytes: String(body.length),
      sha256: createHash('sha256').update(body).digest('hex'),
      etag,
      licence: 'CC0-1.0',
    });
    expect(Date.parse(String(origin.fetched_at))).toBeGreaterThan(Date.now() - 60_000);

    expect((await fetchSources({recipes: [path], to})).fetched).toMatchObject([{unchanged: 1, bytes: 0}]);
    expect(asked[1]?.headers['if-none-match']).toBe(etag);
    // A file that is no longer what was downloaded is fetched again.
    writeFileSync(join(to, name, 'rows-2026.csv'), 'changed by hand');
    expect((await fetchSources({recipes: [path], to})).fetched).toMatchObject([{unchanged: 0}]);
    expect(readFileSync(join(to, name, 'rows-2026.csv')).equals(body)).toBe(true);
    expect((await fetchSources({recipes: [path], to, again: true})).fetched).toMatchObject([{unchanged: 0}]);
  });

  it('goes on where it broke off, however often, and within one run', async () => {
    const {path, name, to} = recipe('rows=SITE/rows.csv');
    let breaks = 3;
    answer = (request, response) => {
      if (breaks-- <= 0) return whole(request, response);
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      const end = from + 30_000;
      response.writeHead(from > 0 ? 206 : 200, {
        etag,
        'content-length': body.length - from,
        ...(from > 0 && {'content-range': `bytes ${from}-${body.length - 1}/${body.length}`}),
      });
      response.write(body.subarray(from, end), () => setTimeout(() => response.destroy(), 50));
    };
    await fetchSources({recipes: [path], to, pause: 1});
    expect(readFileSync(join(to, name, 'rows.csv')).equals(body)).toBe(true);
    expect(asked.slice(1).map(({headers}) => Number(/\d+/.exec(headers.range ?? '')?.[0]))).toEqual([
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
    ]);
    expect(asked.slice(1).every(({headers}) => headers['if-range'] === etag)).toBe(true);
    expect(existsSync(join(to, name, 'rows.csv.part'))).toBe(false);
  });

  it('begins anew where the file changed in between, and takes up what an earlier run left', async () => {
    const {path, name, to} = recipe('rows=SITE/rows.csv');
    answer = (_request, response) => {
      response.writeHead(200, {etag, 'content-length': body.length});
      response.write(body.subarray(0, 40_000));
      const part = join(to, name, 'rows.csv.part');
      const isKept = setInterval(() => {
        if ((statSync(part, {throwIfNoEntry: false})?.size ?? 0) === 0) return;
        clearInterval(isKept);
        response.destroy();
      }, 5);
    };
    await expect(fetchSources({recipes: [path], to, pause: 1, attempts: 1})).rejects.toThrow(
      /broke off.*continues where it stopped/,
    );
    expect(existsSync(join(to, name, 'rows.csv'))).toBe(false);
    const newer = Buffer.concat([Buffer.from('newer\n'), body]);
    answer = (request, response) => whole(request, response, newer, '"two"');
    await fetchSources({recipes: [path], to, pause: 1});
    expect(asked.at(-1)?.headers.range).toMatch(/^bytes=[1-9]/);
    expect(readFileSync(join(to, name, 'rows.csv')).equals(newer)).toBe(true);
  });

  it('tries again what may pass, waits as the site says, and gives up with the reason', async () => {
    const {path, to} = recipe('rows=SITE/rows.csv');
    const statuses = [503, 429, 500];
    answer = (request, response) => {
      const status = statuses.shift();
      if (status === undefined) whole(request, response);
      else response.writeHead(status, {'retry-after': '0'}).end();
    };
    expect((await fetchSources({recipes: [path], to, pause: 1})).failed).toEqual([]);
    expect(asked).toHaveLength(4);
    answer = (_request, response) => void response.writeHead(404).end();
    await expect(fetchSources({recipes: [path], to, again: true})).rejects.toThrow(/404.*may have changed/);
    answer = (_request, response) => void response.writeHead(503).end();
    await expect(fetchSources({recipes: [path], to, again: true, pause: 1, attempts: 2})).rejects.toThrow(
      /503.*tried 2 times/,
    );
  });

  it('takes the declared files out of an archive, whatever else is in it', async () => {
    const {path, name, to} = recipe('*=zip SITE/all.zip', 'rows=rows*.csv, more=more.txt?');
    const packed = zip({
      'folder/rows1.csv': 'a\n1\n',
      'more.txt': 'more',
      'rows;2.csv': 'odd',
      'readme.md': 'no',
    });
    answer = (request, response) => whole(request, response, packed);
    expect((await fetchSources({recipes: [path], to})).fetched[0]?.files.sort()).toEqual([
      `${name}/more.txt`,
      `${name}/rows1.csv`,
    ]);
    expect(readFileSync(join(to, name, 'rows1.csv'), 'utf8')).toBe('a\n1\n');
    expect(readFileSync(join(to, 'PROVENANCE.tsv'), 'utf8')).toContain(`${site}/all.zip#rows1.csv`);

    answer = (request, response) => whole(request, response, zip({'../../rows1.csv': 'x'}), '"up"');
    await expect(fetchSources({recipes: [path], to, again: true})).rejects.toThrow(/invalid relative path/);
    const damaged = Buffer.from(zip({'rows1.csv': 'a\n1\n'}));
    damaged.writeUInt32LE(7, damaged.indexOf(Buffer.from('PK\u0001\u0002')) + 16);
    answer = (request, response) => whole(request, response, damaged, '"bad"');
    await expect(fetchSources({recipes: [path], to, again: true})).rejects.toThrow(
      /all.*zip|cannot be unpacked.*checksum/,
    );
    answer = (request, response) => whole(request, response, zip({'other.csv': 'x'}), '"less"');
    await expect(fetchSources({recipes: [path], to, again: true})).rejects.toThrow(/has no rows\*\.csv/);
  });

  it('follows an answer in pages, and goes on with the page after the last one', async () => {
    const {path, name, to} = recipe('studies=pages next token SITE/studies?size=2', 'studies=*.json');
    const bodies = [{studies: [1, 2], next: 'b'}, {studies: [3, 4], next: 'c'}, {studies: [5]}];
    let isBroken = true;
    answer = (request, response) => {
      const token = new URL(request.url ?? '', site).searchParams.get('token');
      const page = token === null ? 0 : token === 'b' ? 1 : 2;
      if (page === 2 && isBroken) response.writeHead(503).end();
      else response.end(JSON.stringify(bodies[page]));
    };
    const options = {recipes: [path], to, query: 'query.cond=melanoma', pause: 1, attempts: 1};
    await expect(fetchSources(options)).rejects.toThrow(/503/);
    isBroken = false;
    const {fetched} = await fetchSources(options);
    expect(asked.map(({path: url}) => new URL(url, site).search)).toEqual([
      '?size=2&query.cond=melanoma',
      '?size=2&query.cond=melanoma&token=b',
      '?size=2&query.cond=melanoma&token=c',
      '?size=2&query.cond=melanoma&token=c',
    ]);
    expect(fetched[0]?.files.map((file) => JSON.parse(readFileSync(join(to, file), 'utf8')))).toEqual(bodies);
    expect((await fetchSources(options)).fetched).toMatchObject([{recipe: name, unchanged: 3}]);
    expect(asked).toHaveLength(4);
  });

  it('takes the files a page lists, the last so many, and checks them by the sums beside them', async () => {
    const {path, name, to} = recipe('rows=folder SITE/list/', 'rows=rows*.csv');
    const sum = (text: string) => createHash('md5').update(text).digest('hex');
    let isWrong = false;
    answer = (request, response) => {
      const at = request.url ?? '';
      if (at === '/list/')
        response.end(
          [
            '../',
            'rows1.csv',
            'rows2.csv',
            'rows3.csv',
            'rows3.csv.md5',
            'other.txt',
            'https://elsewhere.example/rows9.csv',
          ]
            .map((href) => `<a href="${href}">x</a>`)
            .join('\n'),
        );
      else if (at.endsWith('.md5')) response.end(`MD5(rows3.csv)= ${isWrong ? sum('other') : sum(at.slice(6, -4))}\n`);
      else response.end(at.slice(6));
    };
    expect((await fetchSources({recipes: [path], to, last: 2})).fetched[0]?.files).toEqual([
      `${name}/rows2.csv`,
      `${name}/rows3.csv`,
    ]);
    isWrong = true;
    await expect(fetchSources({recipes: [path], to, last: 1, again: true})).rejects.toThrow(/its MD5 differs/);
    expect(existsSync(join(to, name, 'rows3.csv'))).toBe(false);
  });

  it('refuses what it must not do, and says what to do', async () => {
    const plain = recipe('rows=http://example.org/rows.csv');
    await expect(fetchSources({recipes: [plain.path], to: plain.to})).rejects.toThrow(/over https only/);
    await expect(fetchSources({recipes: ['sec'], to: plain.to})).rejects.toThrow(
      /www\.sec\.gov requires programs to identify themselves.*--contact/,
    );
    await expect(fetchSources({recipes: ['sec'], to: plain.to, contact: 'a\r\nX: y'})).rejects.toThrow(/plain ASCII/);
    await expect(fetchSources({recipes: ['medline'], to: plain.to})).rejects.toThrow(
      /cannot be downloaded automatically/,
    );
    const other = recipe('rows=SITE/rows.csv');
    mkdirSync(other.to);
    writeFileSync(join(other.to, 'PROVENANCE.tsv'), 'dir\trepo\n');
    await expect(fetchSources({recipes: [other.path], to: other.to})).rejects.toThrow(
      /was not written by biograph fetch/,
    );
    expect(asked).toEqual([]);
  });

  it('writes a build file of what is there, and leaves one that is there already', async () => {
    const {path, to} = recipe('rows=SITE/rows.csv');
    answer = whole;
    mkdirSync(join(to, 'hgnc'), {recursive: true});
    writeFileSync(join(to, 'hgnc', 'hgnc_complete_set.txt'), 'x');
    const {build} = await fetchSources({recipes: [path], to});
    expect(JSON.parse(readFileSync(build ?? '', 'utf8'))).toEqual({recipes: [{recipe: 'hgnc', in: ['data/hgnc']}]});
    expect((await fetchSources({recipes: [path], to})).build).toBeNull();
  });
});
