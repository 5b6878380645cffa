import {type ChildProcess, spawn} from 'node:child_process';
import {Readable} from 'node:stream';
import {vi} from 'vitest';
import './built.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the built command; `env` adds to or (undefined) removes from the environment. */
export function start(words: readonly string[], env: Record<string, string | undefined> = {}): ChildProcess {
  const merged: NodeJS.ProcessEnv = {...process.env, ...env};
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete merged[name];
  return spawn(process.execPath, ['bin/biograph.js', ...words], {env: merged});
}

/** Runs the built command to its end, in a process of its own: where that is what is tested. */
export function spawned(
  words: readonly string[],
  options: {env?: Record<string, string | undefined>; input?: string} = {},
): Promise<Ran> {
  const child = start(words, options.env);
  child.stdin?.end(options.input ?? '');
  return ended(child);
}

/**
 * Runs the command to its end in this process, from the sources; one after the other, since what it writes and reads is the
 * process's own.
 */
export function biograph(
  words: readonly string[],
  options: {env?: Record<string, string | undefined>; input?: string} = {},
): Promise<Ran> {
  const ran = last.then(() => inProcess(words, options));
  last = ran.catch(() => undefined);
  return ran;
}

let last: Promise<unknown> = Promise.resolve();

async function inProcess(
  words: readonly string[],
  {env = {}, input = ''}: {env?: Record<string, string | undefined>; input?: string},
): Promise<Ran> {
  const {main} = await import('../../src/cli/main.ts');
  const before = {
    env: Object.keys(env).map((name) => [name, process.env[name]] as const),
    code: process.exitCode,
    stdin: Object.getOwnPropertyDescriptor(process, 'stdin'),
  };
  const said = {stdout: [] as Buffer[], stderr: [] as Buffer[]};
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((part) => said[name].push(Buffer.from(part)) > 0),
  );
  spies.push(
    vi.spyOn(console, 'log').mockImplementation((text) => void said.stdout.push(Buffer.from(`${text}\n`))) as never,
  );
  setEnv(Object.entries(env));
  Object.defineProperty(process, 'stdin', {value: Readable.from([Buffer.from(input)]), configurable: true});
  try {
    process.exitCode = undefined;
    await main(words);
    const [stdout, stderr] = [said.stdout, said.stderr].map((parts) => Buffer.concat(parts).toString());
    return {code: Number(process.exitCode ?? 0), stdout: stdout ?? '', stderr: stderr ?? ''};
  } finally {
    for (const spy of spies) spy.mockRestore();
    if (before.stdin !== undefined) Object.defineProperty(process, 'stdin', before.stdin);
    process.exitCode = before.code;
    setEnv(before.env);
  }
}

function setEnv(values: Iterable<readonly [string, string | undefined]>): void {
  for (const [name, value] of values) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

export function ended(child: ChildProcess): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (part: Buffer) => {
    stdout += part;
  });
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({code, stdout, stderr}));
  });
}

/** Resolves with the first line a process prints on stdout. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += part;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('close', () => reject(new Error(`It ended before it said a line: ${text}`)));
  });
}
