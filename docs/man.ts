import type {Options} from 'yargs';
import {commands} from '../src/cli/list.ts';
import {globalOptions} from '../src/cli/options.ts';
import {nameOf, type Recorded, record} from '../src/cli/record.ts';

/** The manual page, man/biograph.1, made of what the commands say of themselves. */
export function manual(): string {
  const recorded = commands.map((command) => record(command));
  return [
    '.\\" Made by `npm run docs` from the definitions in src; edits here are lost.',
    '.TH BIOGRAPH 1 "" "biograph" "User Commands"',
    section('NAME', 'biograph \\- an offline graph of biotech entities on this machine'),
    section('SYNOPSIS', '.B biograph', '.I command', '.RI [ options ]'),
    section(
      'DESCRIPTION',
      roff(
        'Reads a graph of companies, people, products, trials, patents, papers and more from a local store. Answers searches, filters and analytics on the command line, over HTTP and to agents, and builds the graph from public files.',
      ),
      '.PP',
      roff(
        'A terminal gets a table, a pipe gets JSON. Results go to standard output, everything else to standard error. Name an entity by its id, by kind/slug, by any identifier, or by a name that only one entity has.',
      ),
    ),
    '.SH OPTIONS OF EVERY COMMAND',
    ...Object.entries(globalOptions).map(([name, option]) => optionOf(name, option as Options)),
    optionOf('help', {type: 'boolean', describe: 'Show help for the program or for a command'}),
    '.SH COMMANDS',
    ...recorded.flatMap((command) => commandLines([], command)),
    '.SH ENVIRONMENT',
    ...[
      ['BIOGRAPH_DATA', 'Default for --data: a store, a snapshot folder or a packed snapshot.'],
      ['BIOGRAPH_STATE', 'Folder for keys, webhooks and messages; default: the user’s data folder.'],
      ['BIOGRAPH_MEMORY', 'Memory of the engine, such as 512MB or 2GiB.'],
      ['BIOGRAPH_CURSOR_KEY', 'Key that signs cursors, for stores that are loaded separately.'],
      ['NO_COLOR', 'Turn colours off, like --no-color.'],
    ].map(([name = '', words = '']) => `.TP\n.B ${name}\n${roff(words)}`),
    section(
      'EXIT STATUS',
      '.TP\n.B 0\nDone.',
      '.TP\n.B 1\nThe request failed.',
      '.TP\n.B 2\nWrong usage.',
      '.TP\n.B 3\nNothing changed (diff \\-\\-watch).',
    ),
    section('SEE ALSO', roff('biograph COMMAND --help; the folder docs of the package.')),
    '',
  ].join('\n');
}

function section(title: string, ...lines: string[]): string {
  return [`.SH ${title}`, ...lines].join('\n');
}

function commandLines(path: readonly string[], {command, aliases, describe, calls}: Recorded): string[] {
  const words = ['biograph', ...path, command].join(' ');
  const actions = calls.flatMap((call) => ('action' in call ? [call.action] : []));
  const options = calls.flatMap((call) =>
    'given' in call && call.method === 'option' ? [call.given as [string, Options]] : [],
  );
  const examples = calls.flatMap((call) =>
    'given' in call && call.method === 'example' ? [String(call.given[0])] : [],
  );
  return [
    `.SS ${roff(words)}`,
    roff(`${describe}${aliases.length === 0 ? '' : ` Also called ${aliases.join(', ')}.`}`),
    ...options.map(([name, option]) => optionOf(name, option)),
    ...(examples.length === 0
      ? []
      : ['.PP', 'Example:', '.PP', '.nf', ...examples.map((one) => `.RS\n${roff(one)}\n.RE`), '.fi']),
    ...actions.flatMap((action) => commandLines([...path, nameOf({command})], action)),
  ];
}

function optionOf(name: string, {type, choices, describe, defaultDescription, default: fallback}: Options): string {
  const value = type === 'boolean' ? '' : ` \\fI${roff(choices === undefined ? 'value' : choices.join('|'))}\\fR`;
  const given = defaultDescription ?? (fallback === undefined || type === 'boolean' ? undefined : String(fallback));
  const words = String(describe ?? '');
  return `.TP\n\\fB\\-\\-${roff(name)}\\fR${value}\n${roff(given === undefined || /default/i.test(words) ? words : `${words} Default: ${given}.`)}`;
}

/** Text as roff has it: no line of it a request, no sign of it one of roff's own. */
function roff(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '')
    .replace(/^([.'])/, '\\&$1');
}
