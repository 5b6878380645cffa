import {afterEach, expect, it} from 'vitest';
import {write} from '../../src/cli/output.ts';

const {isTTY} = process.stdout;
afterEach(() => {
  process.stdout.isTTY = isTTY;
});

it('bytes are for files, and none is written on a terminal', async () => {
  process.stdout.isTTY = true;
  await expect(write(new Uint8Array([80, 65, 82, 49]))).rejects.toThrow('This format is for files');
});
