import {open} from 'node:fs/promises';
import {expect, it} from 'vitest';
import {systemLine} from '../../src/cli/system-error.ts';
import {withSession} from '../../src/engine/database.ts';

const failed = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

it.runIf(process.platform === 'linux')(
  'a full disk is named in one line, by the system and the engine alike',
  async () => {
    const file = await open('/dev/full', 'a');
    const written = await failed(file.appendFile('x'.repeat(1 << 16)));
    await file.close().catch(() => undefined);
    expect(systemLine(written as Error)).toBe('No space left on the disk. Make room, or name another disk.');
    const copied = await failed(
      withSession({threads: 1}, (connection) =>
        connection.run(`COPY (FROM range(100000)) TO '/dev/full' (FORMAT csv)`),
      ),
    );
    expect(systemLine(copied as Error)).toMatch(/^(?:\/dev\/full: n|N)o space left on the disk\. Make room/);
    expect(systemLine(new Error('anything else'))).toBeUndefined();
  },
);
