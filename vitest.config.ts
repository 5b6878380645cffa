import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    env: {TZ: 'Pacific/Auckland', BIOGRAPH_TEST: '1'},
    globalSetup: ['test/helpers/setup.ts'],
  },
});
