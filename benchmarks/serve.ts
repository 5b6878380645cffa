import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A server in a process of its own, with a state of its own. */
export function serve(store: string, more: readonly string[] = []): Promise<{child: ChildProcess; url: string}> {
  const state = mkdtempSync(join(tmpdir(), 'biograph-load-'));
  const words = ['bin/biograph.js', 'serve', '--data', store, '--port', '0', '--state', state, ...more];
  const child = spawn(process.execPath, words, {stdio: ['ignore', 'pipe', 'inherit']});
  return new Promise((ready, failed) => {
    child.stdout?.once('data', (text: Buffer) => ready({child, url: text.toString().trim()}));
    child.once('exit', () => failed(new Error('The server ended')));
  });
}

/** Ends it, and waits for that. */
export async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Resident memory of a process in MiB, where the system tells it. */
export function resident(pid: number | undefined): number {
  const text = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);
}
