import {existsSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Browser, chromium} from 'playwright-core';
import {mine} from './kept.ts';

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
);

/** Nothing that asks anybody else. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser of this machine, else the one that npm brings; null where neither starts. `BIOGRAPH_BROWSER` names another. */
export async function openBrowser(): Promise<Browser | null> {
  const own = [process.env.BIOGRAPH_BROWSER ?? '', ...INSTALLED].find((path) => existsSync(path));
  if (own !== undefined) {
    const found = await chromium.launch({executablePath: own, args: QUIET}).catch(() => null);
    if (found !== null) return found;
  }
  try {
    // Its own list of arguments turns the security of the web off.
    const args = ['--no-sandbox', '--headless=shell'];
    return await chromium.launch({executablePath: await unpacked(), args});
  } catch (error) {
    console.warn(`No browser starts here, so that the explorer is not tried in one: ${String(error).split('\n')[0]}`);
    return null;
  }
}

/** The browser that npm brings is unpacked at its first use: by one process, since another would start one half written. */
async function unpacked(): Promise<string> {
  const {default: bundled} = await import('@sparticuz/chromium');
  const lock = join(tmpdir(), 'chromium.lock');
  while (!mine(lock)) await new Promise((wait) => setTimeout(wait, 250));
  try {
    return await bundled.executablePath();
  } finally {
    rmSync(lock, {recursive: true, force: true});
  }
}
