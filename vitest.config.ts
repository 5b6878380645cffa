import {defineConfig} from 'vitest/config';

/** Folders whose tests need nothing that is made before they run. */
const UNIT = ['test/{import,schema,sql,state,text}/**', 'test/{architecture,time}.test.ts'];

/** Folders that ask through a door: command line, HTTP, agent tools, packages, documents. */
const DOORS = ['test/{cli,contract,deploy,docs,types,explorer,http,mcp,security,webhooks}/**'];

/** Files that replace a module of Node, which no other file may then see. */
const ALONE = ['test/webhooks/address.test.ts'];

const REAL = ['test/real/**'];

/** Real servers of ClickHouse. */
const CLUSTER = ['test/cluster/**'];

const setup = 'test/helpers/setup.ts';
const generated = 'test/helpers/generated.ts';
const built = 'test/helpers/built.ts';

function project(
  name: string,
  files: readonly string[],
  globalSetup: string[],
  // Files leave nothing behind in their process, so modules are loaded once for all of them.
  {exclude = [], isolate = false}: {exclude?: string[]; isolate?: boolean} = {},
) {
  const only = files.map((file) => (file.endsWith('/**') ? `${file}/*.test.ts` : file));
  return {extends: true as const, test: {name, include: only, exclude, isolate, globalSetup}};
}

export default defineConfig({
  test: {
    testTimeout: 180_000,
    // A hook may have to make what is then kept for other runs.
    hookTimeout: 600_000,
    maxWorkers: 2,
    env: {TZ: 'Pacific/Auckland', BIOGRAPH_TEST: '1'},
    // `npm test` leaves these out, `npm run test:all` has everything.
    tags: [
      {name: 'long', description: 'Many runs of a property, large graphs, whole installations', timeout: 600_000},
      {name: 'real', description: 'Reads the public files of BIOGRAPH_TEST_DATA', timeout: 600_000},
    ],
    projects: [
      project('unit', UNIT, [setup]),
      // Whatever has no other project.
      project('store', ['test/**/*.test.ts'], [setup, generated], {
        exclude: [...UNIT, ...DOORS, ...REAL, ...CLUSTER],
      }),
      project('doors', DOORS, [setup, generated, built], {exclude: ALONE}),
      project('alone', ALONE, [setup], {isolate: true}),
      project('real', REAL, [setup, generated, built], {isolate: true}),
      project('cluster', CLUSTER, [setup, built], {isolate: true}),
    ],
  },
});
