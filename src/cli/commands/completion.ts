import {basename} from 'node:path';
import {type Args, defineCommand, UsageError} from '../options.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completionCommand = defineCommand({
  command: 'completion [shell]',
  describe: 'Print a script that completes commands and options in your shell',
  builder: (cli) =>
    cli
      .positional('shell', {type: 'string', choices: SHELLS, describe: 'Default: the shell that SHELL names'})
      .example('source <(biograph completion bash)', 'In ~/.bashrc')
      .example('biograph completion zsh > ~/.zfunc/_biograph', 'In a folder of $fpath')
      .example('biograph completion fish > ~/.config/fish/completions/biograph.fish', 'For fish'),
  handler: print,
});

async function print(args: Args): Promise<void> {
  const name = args.shell === undefined ? basename(process.env.SHELL ?? 'bash') : String(args.shell);
  const shell = SHELLS.find((one) => one === name);
  if (shell === undefined)
    throw new UsageError(`There is no completion script for ${name}. Choose one of ${SHELLS.join(', ')}.`);
  const {completionScript} = await import('../completion/scripts.ts');
  process.stdout.write(completionScript(shell));
}
