import {expect, it} from 'vitest';
import {STORE_FORMAT} from '../../src/tables/format.ts';
import {currentLayout} from '../../src/tables/layout.ts';

it('the layout that is written down is that of the declarations (npm run docs)', async () => {
  expect(STORE_FORMAT).toBe(await currentLayout());
});
