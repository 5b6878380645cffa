import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** CPU of a whole process, user and system together, in seconds. */
export interface Start {
  name: string;
  cpu: number;
  goal: string;
}

const SCRIPT = 'dist/completion/biograph.bash';

/** What it costs to start the built command for small things, beside a node that does nothing: the median of seven starts each. */
export function measureStarts(store: string): Start[] {
  if (!existsSync('dist/cli.js')) throw new Error('There is no dist: npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'biograph-starts-'));
  const meter = join(folder, 'meter.cjs');
  // The process says it itself as it ends: it is the one measure that every system gives of a process that is gone.
  writeFileSync(
    meter,
    `process.once('exit', () => { const {user, system} = process.cpuUsage(); require('fs').writeSync(2, '\\ncpu ' + (user + system) / 1e6); });`,
  );
  const cpuOf = (words: readonly string[]) => {
    const {stderr, status} = spawnSync(process.execPath, ['--require', meter, ...words], {encoding: 'utf8'});
    const [, cpu] = /\ncpu ([\d.e-]+)$/.exec(stderr) ?? [];
    if (status !== 0 || cpu === undefined) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
    return Number(cpu);
  };
  const command = (...words: string[]) => cpuOf(['bin/biograph.js', ...words]);
  try {
    return [
      {name: 'node that does nothing', cpu: median(() => cpuOf(['--eval', '0'])), goal: ''},
      {name: 'biograph --version', cpu: median(() => command('--version')), goal: '0.25'},
      {name: 'biograph --help', cpu: median(() => command('--help')), goal: '0.25'},
      {
        name: 'biograph autocomplete, a loaded store',
        cpu: median(() => command('autocomplete', 'pfi', '--data', store)),
        goal: '0.70',
      },
      ...(hasBash() ? [{name: 'TAB in bash', cpu: median(tab), goal: '0.15'}] : []),
      {
        name: "import 'biograph'",
        cpu: median(() => cpuOf(['--input-type=module', '--eval', "await import('biograph')"])),
        goal: '',
      },
    ];
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

function median(measure: () => number): number {
  const samples = Array.from({length: 7}, measure).sort((a, b) => a - b);
  return samples[3] ?? Number.NaN;
}

function hasBash(): boolean {
  return spawnSync('bash', ['-c', 'exit 0']).status === 0;
}

/** What a shell that completes has used in all, the reading of the script included. */
function tab(): number {
  const text = `source ${SCRIPT}; COMP_WORDS=(biograph search --kind ''); COMP_CWORD=3; _biograph; [ \${#COMPREPLY[@]} -gt 9 ] && times`;
  const times = execFileSync('bash', ['-c', text], {encoding: 'utf8'});
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
}
