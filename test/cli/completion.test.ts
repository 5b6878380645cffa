import {execFile, spawnSync} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {completionScript, type Shell} from '../../src/cli/completion/scripts.ts';
import {commands} from '../../src/cli/list.ts';
import {nameOf, record} from '../../src/cli/record.ts';
import {KINDS} from '../../src/schema/kinds.ts';
import {biograph, spawned} from '../helpers/command.ts';

const run = promisify(execFile);
const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'biograph-completion-'));
const fileOf = (shell: Shell) => {
  const file = join(folder, shell);
  writeFileSync(file, completionScript(shell));
  return file;
};

describe('the scripts', () => {
  it.each(SHELLS)('%s: know every command, action and option, as the built command prints it', async (shell) => {
    const script = completionScript(shell);
    for (const command of commands) {
      expect(script).toContain(nameOf(command));
      for (const call of record(command).calls) {
        if ('action' in call) expect(script).toContain(nameOf(call.action));
        else if (call.method === 'option') expect(script).toContain(String(call.given[0]));
      }
    }
    expect((await spawned(['completion', shell])).stdout).toBe(script);
  });

  it('are printed for the shell that is in use, and for no other', async () => {
    expect((await biograph(['completion'], {env: {SHELL: '/usr/bin/fish'}})).stdout).toBe(completionScript('fish'));
    expect(await biograph(['completion'], {env: {SHELL: '/bin/tcsh'}})).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no completion script for tcsh. Choose one of bash, zsh, fish/),
    });
  });

  it.each(SHELLS.filter(has))('are read by the shell itself: %s', async (shell) => {
    await run(shell, ['-n', fileOf(shell)]);
  });
});

describe.skipIf(!has('bash'))('TAB in bash (skipped where there is none)', () => {
  /** What is offered for the last word. */
  async function offered(...words: string[]): Promise<string[]> {
    const text = `source ${fileOf('bash')}; PATH=; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _biograph; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const {stdout} = await run('bash', ['-c', text, 'bash', 'biograph', ...words]);
    return stdout.split('\n').filter((line) => line !== '');
  }

  it('offers commands and actions, also after options', async () => {
    expect(await offered('')).toEqual(commands.map(nameOf));
    expect(await offered('au')).toEqual(['autocomplete']);
    expect(await offered('--data', 'store', 'au')).toEqual(['autocomplete']);
    expect(await offered('--no-color', 'au')).toEqual(['autocomplete']);
    expect(await offered('store', 'pr')).toEqual(['prune']);
    expect(await offered('store', '--data', 'x', 'lo')).toEqual(['load']);
  });

  it('offers options and their values', async () => {
    expect(await offered('search', '--ki')).toEqual(['--kind']);
    expect(await offered('search', '--kind', '')).toEqual([...KINDS]);
    expect(await offered('search', '--kind', '=', 'comp')).toEqual(['company']);
    expect(await offered('store', 'load', 'snapshot', '--mem')).toEqual(['--memory']);
    expect(await offered('stats', '--format', 'n')).toEqual(['ndjson']);
    expect(await offered('--as-of', '')).toEqual([]);
    expect(await offered('completion', '')).toEqual(SHELLS);
  });
});
