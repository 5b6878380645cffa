import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {describe, expect, it} from 'vitest';
import {isRunning} from '../../src/disk/lock.ts';

describe('a process', () => {
  it('runs or does not', () => {
    expect(isRunning(process.pid)).toBe(true);
    expect(isRunning(2 ** 22 + 1)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('has ended, though its parent has not taken note', async () => {
    // The shell becomes `sleep`, which does not wait for children.
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], {stdio: ['ignore', 'pipe', 'ignore']});
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    expect(isRunning(Number(pid))).toBe(true);
    await expect.poll(() => isRunning(Number(pid)), {timeout: 10_000}).toBe(false);
    // Its number is still taken.
    expect(() => process.kill(Number(pid), 0)).not.toThrow();
    parent.kill('SIGKILL');
  });
});
