// The bill of materials of an archive (CycloneDX) and the licences of all that is in it.
import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const LEGAL = /^(?:licen[cs]e|copying|notice|third[-_]?party)/i;

/** What npm says of the product, but only the packages that were packed, and the Node and data beside them. */
export function billOfMaterials({manifest, packed, node, snapshot}) {
  // With --omit dev npm leaves out what a development dependency needs too.
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const text = execFileSync('npm', words, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const bom = JSON.parse(text);
  const here = new Set(packed.map(({name, version}) => `${name}@${version}`));
  const own = `${manifest.name}@${manifest.version}`;
  // npm calls it by the folder it stands in.
  Object.assign(bom.metadata.component, {name: manifest.name, 'bom-ref': own, type: 'application'});
  bom.components = bom.components.filter((component) => here.has(component['bom-ref']));
  const missing = [...here].filter((ref) => !bom.components.some((component) => component['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`the bill of materials lacks ${missing.join(', ')}`);
  const beside = [];
  if (node !== undefined)
    beside.push({
      'bom-ref': `node@${node.version}`,
      type: 'application',
      name: 'node',
      version: node.version,
      purl: `pkg:generic/node@${node.version}`,
      cpe: `cpe:2.3:a:nodejs:node.js:${node.version}:*:*:*:*:*:*:*`,
      licenses: [{license: {id: 'MIT'}}],
      properties: [{name: 'biograph:end-of-life', value: node.ends}],
    });
  beside.push({
    'bom-ref': `snapshot@${snapshot.snapshot_id}`,
    type: 'data',
    name: 'snapshot',
    version: snapshot.snapshot_id,
    properties: snapshot.sources.map(({source, licence}) => ({name: `biograph:source:${source}`, value: licence})),
  });
  bom.components.push(...beside);
  const refs = new Set([own, ...bom.components.map((component) => component['bom-ref'])]);
  bom.dependencies = (bom.dependencies ?? [])
    .filter(({ref}) => refs.has(ref))
    .map(({ref, dependsOn = []}) => ({ref, dependsOn: dependsOn.filter((other) => refs.has(other))}));
  bom.dependencies.find(({ref}) => ref === own)?.dependsOn.push(...beside.map((component) => component['bom-ref']));
  return bom;
}

/** One text with the licence of each package, of Node, and of the data. */
export function licences({manifest, packed, node, snapshot}) {
  const parts = [section(`${manifest.name} ${manifest.version}`, manifest.license, [readFileSync('LICENSE', 'utf8')])];
  for (const {name, version, folder} of packed) {
    const {license, author} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const said = typeof license === 'string' ? license : license?.type;
    const texts = readdirSync(folder)
      .filter((file) => LEGAL.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
    if (said === undefined && texts.length === 0) throw new Error(`${name}@${version} says no licence`);
    const by = typeof author === 'string' ? author : author?.name;
    const none = `The package brings no text of its own.${by === undefined ? '' : ` Author: ${by}.`}`;
    parts.push(section(`${name} ${version}`, said, texts.length > 0 ? texts : [none]));
  }
  if (node !== undefined) {
    const text =
      node.licence !== undefined && existsSync(node.licence)
        ? readFileSync(node.licence, 'utf8')
        : 'See https://nodejs.org';
    parts.push(section(`Node.js ${node.version}`, 'MIT, and those of what it is made of', [text]));
  }
  const sources = snapshot.sources.map(({source, licence, attribution}) => `${source}: ${licence}. ${attribution}`);
  parts.push(section(`The data (snapshot ${snapshot.snapshot_id})`, 'each source its own', [sources.join('\n')]));
  return parts.join('\n');
}

function section(title, licence, texts) {
  return `${'='.repeat(80)}\n${title}\nLicence: ${licence ?? 'see below'}\n${'='.repeat(80)}\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`;
}
