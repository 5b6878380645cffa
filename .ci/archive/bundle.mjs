// The same folder as a bundle that desktop agents install by a click: a zip with a manifest (MCPB, manifest version 0.3).
import {createWriteStream, readdirSync, statSync} from 'node:fs';
import {join, relative} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {ZipFile} from 'yazl';

/** What the desktop program reads first. The Node that came along runs it, else the program's own. */
export async function bundleManifest({manifest, platform, hasNode}) {
  const tools = await toolsOf('bin/biograph.js');
  const [os] = platform.split('-');
  const node = os === 'win32' ? 'node/node.exe' : 'node/node';
  // The desktop program puts its own folder there.
  const here = (path) => `\${__dirname}/${path}`;
  const args = [here('bin/biograph.js'), 'mcp', '--data', here('snapshot')];
  return {
    manifest_version: '0.3',
    name: manifest.name,
    display_name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    author: {name: `The ${manifest.name} authors`},
    license: manifest.license,
    server: hasNode
      ? {type: 'binary', entry_point: node, mcp_config: {command: here(node), args}}
      : {type: 'node', entry_point: 'bin/biograph.js', mcp_config: {command: 'node', args}},
    tools: tools.map(({name, description}) => ({name, description})),
    prompts_generated: true,
    compatibility: {platforms: [os], ...(!hasNode && {runtimes: {node: manifest.engines.node}})},
  };
}

/** The tools of the server that is bundled, as it lists them itself. */
async function toolsOf(command) {
  const client = new Client({name: 'bundle', version: '1'});
  await client.connect(new StdioClientTransport({command: process.execPath, args: [command, 'mcp'], stderr: 'ignore'}));
  const {tools} = await client.listTools();
  await client.close();
  return tools;
}

/** @param folder What is bundled. @param said Its manifest. */
export async function writeBundle(folder, said, out) {
  const zip = new ZipFile();
  // The same bytes from the same folder.
  const mtime = new Date('2020-01-01T00:00:00Z');
  zip.addBuffer(Buffer.from(`${JSON.stringify(said, null, 2)}\n`), 'manifest.json', {mtime});
  const files = readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files)
    zip.addFile(file, relative(folder, file).replaceAll('\\', '/'), {mtime, mode: statSync(file).mode});
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(out));
}
