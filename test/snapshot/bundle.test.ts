import {execFileSync} from 'node:child_process';
import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pack} from 'tar-stream';
import {beforeAll, describe, expect, it} from 'vitest';
import {hashFile} from '../../src/disk/hash.ts';
import {loadSnapshot, openGraph} from '../../src/index.ts';
import {readManifest} from '../../src/snapshot/manifest.ts';
import {packedManifest, packSnapshot, unpackSnapshot} from '../../src/snapshot/pack.ts';
import {signSnapshot} from '../../src/snapshot/sign.ts';
import {verifySnapshot} from '../../src/snapshot/verify.ts';
import {SAMPLE} from '../../src/source.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'biograph-bundle-'));

function copy(): string {
  const at = join(folder(), 'snapshot');
  cpSync(SAMPLE, at, {recursive: true});
  return at;
}

let keys = '';
beforeAll(() => {
  keys = folder();
  const openssl = (...words: string[]) => execFileSync('openssl', words, {cwd: keys, stdio: 'pipe'});
  for (const name of ['maker', 'other']) {
    openssl('genpkey', '-algorithm', 'ed25519', '-out', `${name}.pem`);
    openssl('pkey', '-in', `${name}.pem`, '-pubout', '-out', `${name}.pub.pem`);
  }
  openssl('genpkey', '-algorithm', 'rsa', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', 'rsa.pem');
});

describe('a packed snapshot', () => {
  it('is one tar file of the same bytes each time, and becomes the same folder again', async () => {
    const at = folder();
    await packSnapshot(SAMPLE, join(at, 'one.tar'));
    await packSnapshot(SAMPLE, join(at, 'two.tar'));
    expect(await hashFile(join(at, 'one.tar'))).toBe(await hashFile(join(at, 'two.tar')));
    expect((await packedManifest(join(at, 'one.tar'))).snapshot_id).toBe(readManifest(SAMPLE).snapshot_id);
    await unpackSnapshot(join(at, 'one.tar'), join(at, 'again'));
    expect((await verifySnapshot(join(at, 'again'))).problems).toEqual([]);
    // Whoever has tar can open it.
    const list = execFileSync('tar', ['-tf', join(at, 'one.tar')], {encoding: 'utf8'}).split('\n');
    expect(list[0]).toBe('manifest.json');
    await expect(packSnapshot(SAMPLE, join(at, 'one.tar'))).rejects.toThrow(/exists/);
    await expect(unpackSnapshot(join(at, 'one.tar'), join(at, 'again'))).rejects.toThrow(/not empty/);
  });

  it('answers as it is', async () => {
    const at = folder();
    await packSnapshot(SAMPLE, join(at, 'sample.tar'));
    await using graph = await openGraph(join(at, 'sample.tar'), {cache: join(at, 'cache')});
    expect((await graph.stats()).total).toBeGreaterThan(1000);
    expect(readdirSync(join(at, 'cache')).filter((name) => name.includes('unpacked'))).toEqual([]);
  });

  const manifest = () => readFileSync(join(SAMPLE, 'manifest.json'));
  it.each<[string, (add: (name: string, body: Buffer, more?: object) => void) => void, RegExp]>([
    ['no manifest first', (add) => add('entities/part-0000.parquet', Buffer.from('x')), /does not begin with manifest/],
    [
      'a file the manifest does not name',
      (add) => {
        add('manifest.json', manifest());
        add('notes.txt', Buffer.from('x'));
      },
      /notes\.txt.*does not list/,
    ],
    [
      'a path that leaves the folder',
      (add) => {
        add('manifest.json', manifest());
        add('../../evil', Buffer.from('x'));
      },
      /evil.*does not list/,
    ],
    [
      'an absolute path',
      (add) => {
        add('manifest.json', manifest());
        add('/etc/evil', Buffer.from('x'));
      },
      /evil.*does not list/,
    ],
    [
      'a link',
      (add) => {
        add('manifest.json', manifest());
        add('entities/part-0000.parquet', Buffer.alloc(0), {type: 'symlink', linkname: '/etc/passwd'});
      },
      /not a file/,
    ],
    [
      'a file of another size',
      (add) => {
        add('manifest.json', manifest());
        add('entities/part-0000.parquet', Buffer.from('x'));
      },
      /with 1 bytes/,
    ],
    ['only the manifest', (add) => add('manifest.json', manifest()), /truncated.*missing/],
    [
      'a manifest that names a path outside',
      (add) => add('manifest.json', Buffer.from(manifest().toString().replace('entities/part-0000', '../../x'))),
      /path inside/,
    ],
    ['a manifest that is rubbish', (add) => add('manifest.json', Buffer.from('{')), /not complete JSON/],
  ])('with %s is refused, and nothing is left behind', async (_, fill, reason) => {
    const at = folder();
    const tar = pack();
    fill((name, body, more = {}) => {
      tar.entry({name, size: body.length, ...more}, body);
    });
    tar.finalize();
    const parts: Buffer[] = [];
    for await (const part of tar) parts.push(part as Buffer);
    writeFileSync(join(at, 'bad.tar'), Buffer.concat(parts));
    await expect(unpackSnapshot(join(at, 'bad.tar'), join(at, 'out'))).rejects.toThrow(reason);
    expect(readdirSync(at)).toEqual(['bad.tar']);
  });

  it('that is cut off, altered, or no tar at all is refused', async () => {
    const at = folder();
    await packSnapshot(SAMPLE, join(at, 'whole.tar'));
    const whole = readFileSync(join(at, 'whole.tar'));
    const altered = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    altered[middle] = (altered[middle] ?? 0) ^ 1;
    for (const [name, bytes] of [
      ['cut', whole.subarray(0, middle)],
      ['altered', altered],
      ['rubbish', Buffer.alloc(4096, 7)],
      ['empty', Buffer.alloc(0)],
    ] as const) {
      writeFileSync(join(at, name), bytes);
      await expect(unpackSnapshot(join(at, name), join(at, `${name}-out`)), name).rejects.toThrow(
        /nothing was unpacked/,
      );
      expect(existsSync(join(at, `${name}-out`))).toBe(false);
    }
    await expect(openGraph(join(at, 'rubbish'))).rejects.toThrow(/not a packed snapshot/);
  });
});

describe('a signature', () => {
  it('is one that openssl makes and checks', async () => {
    const at = copy();
    await signSnapshot(at, join(keys, 'maker.pem'));
    const check = (key: string) =>
      execFileSync(
        'openssl',
        [
          'pkeyutl',
          '-verify',
          '-pubin',
          '-inkey',
          join(keys, key),
          '-rawin',
          '-in',
          join(at, 'manifest.json'),
          '-sigfile',
          join(at, 'manifest.sig'),
        ],
        {stdio: 'pipe'},
      ).toString();
    expect(check('maker.pub.pem')).toContain('Verified');
    expect(() => check('other.pub.pem')).toThrow();
    execFileSync('openssl', [
      'pkeyutl',
      '-sign',
      '-inkey',
      join(keys, 'maker.pem'),
      '-rawin',
      '-in',
      join(at, 'manifest.json'),
      '-out',
      join(at, 'manifest.sig'),
    ]);
    expect((await verifySnapshot(at, {key: join(keys, 'maker.pub.pem')})).ok).toBe(true);
    const packed = join(folder(), 'signed.tar');
    await packSnapshot(at, packed);
    await unpackSnapshot(packed, `${packed}-out`);
    expect((await verifySnapshot(`${packed}-out`, {key: join(keys, 'maker.pub.pem')})).ok).toBe(true);
  });

  it('is asked for before anything is read into a store', async () => {
    const key = join(keys, 'maker.pub.pem');
    const signed = async () => {
      const at = copy();
      await signSnapshot(at, join(keys, 'maker.pem'));
      return at;
    };
    const refused = async (snapshot: string, reason: RegExp, by = key) => {
      const store = join(folder(), 'store');
      await expect(loadSnapshot({snapshot, store, key: by})).rejects.toThrow(reason);
      expect(existsSync(join(store, 'current.json'))).toBe(false);
    };
    await refused(copy(), /not signed/);
    await refused(await signed(), /does not match/, join(keys, 'other.pub.pem'));
    await refused(await signed(), /for rsa, not for Ed25519/, join(keys, 'rsa.pem'));
    await refused(await signed(), /cannot be read as a public key/, join(keys, 'none.pem'));
    const edited = await signed();
    writeFileSync(
      join(edited, 'manifest.json'),
      readFileSync(join(edited, 'manifest.json'), 'utf8').replace('"release": 1', '"release": 9'),
    );
    await refused(edited, /does not match/);
    const mixed = await signed();
    writeFileSync(join(mixed, 'edges/part-0000.parquet'), readFileSync(join(mixed, 'provenance/part-0000.parquet')));
    await refused(mixed, /edges.*bytes|altered|truncated|longer/);
    const extra = await signed();
    writeFileSync(join(extra, 'edges/part-0001.parquet'), 'x');
    await refused(extra, /not listed/);
    const missing = await signed();
    rmSync(join(missing, 'provenance/part-0000.parquet'));
    await refused(missing, /missing/);
    const store = join(folder(), 'store');
    await loadSnapshot({snapshot: await signed(), store, key});
    expect(existsSync(join(store, 'current.json'))).toBe(true);
  });

  it('warns past its end, and no older release takes the place of a newer one unasked', {tags: ['long']}, async () => {
    const at = copy();
    await signSnapshot(at, join(keys, 'maker.pem'), {expires: '2020-01-01T00:00:00.000Z'});
    const warnings: string[] = [];
    const store = join(folder(), 'store');
    await loadSnapshot({
      snapshot: at,
      store,
      key: join(keys, 'maker.pub.pem'),
      onWarning: (text) => warnings.push(text),
    });
    expect(warnings).toEqual([expect.stringMatching(/expired at 2020-01-01/)]);
    const newer = copy();
    const manifest = readManifest(newer);
    writeFileSync(
      join(newer, 'manifest.json'),
      JSON.stringify({...manifest, release: 5, snapshot_id: '99999999-9999-4999-8999-999999999999'}),
    );
    await loadSnapshot({snapshot: newer, store});
    await expect(loadSnapshot({snapshot: at, store})).rejects.toThrow(/older than release 5/);
    expect((await verifySnapshot(at, {after: {lineage: manifest.lineage, release: 5}})).problems).toMatchObject([
      {problem: expect.stringMatching(/older than release 5/)},
    ]);
    await loadSnapshot({snapshot: at, store, older: true});
  });
});
