import yargs from 'yargs';
import {meantBy} from '../schema/names.ts';
import {VERSION} from '../version.ts';
import {commands} from './list.ts';
import {globalOptions, UsageError} from './options.ts';
import {nameOf, record} from './record.ts';

/**
 * Parses the command line and runs the command.
 * @throws UsageError if there is no such command.
 */
export async function run(given: readonly string[]): Promise<void> {
  // `help search` works as in other programs; no arguments show the help.
  const named = given[0] === 'help' ? [...given.slice(1), '--help'] : given.length === 0 ? ['--help'] : given;
  const args = afterDashes(asDeclared(named));
  checkNames(args);
  const cli = yargs([...args])
    .scriptName('biograph')
    .usage('$0 <command> [options]\n\nAn offline graph of biotech entities on this machine.')
    .detectLocale(false)
    .options(globalOptions)
    .group(Object.keys(globalOptions), 'Everywhere:')
    .demandCommand(1, 'Give a command; biograph --help lists them.')
    .strict()
    .parserConfiguration({
      'camel-case-expansion': false,
      // `--target.a` is not an option.
      'dot-notation': false,
      'parse-positional-numbers': false,
      'parse-numbers': false,
    })
    .middleware(unmark)
    .help()
    .alias('help', 'h')
    .version(VERSION)
    .wrap(Math.min(110, process.stdout.columns ?? 100))
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message: string | null, error: Error | undefined) => {
      // Errors found by yargs have a message or an error class of its own; any other error is a command's.
      if (error !== undefined && error.name !== 'YError') throw error;
      throw new UsageError(plainly((message ?? error?.message ?? 'Wrong usage.').replaceAll(MARK, ''), args));
    })
    .epilogue(
      'Examples:\n  biograph search "PD-1 antibody" --kind trial\n  biograph get company/pfizer --format json\n  biograph serve --data my-store',
    );
  for (const command of commands) cli.command(command);
  await cli.parseAsync();
}

/** Stands before a word that begins with a hyphen and is no option, until yargs has read the arguments. */
const MARK = '\u0000';

/** The arguments with the words after `--` as the command's own: yargs would drop them. */
function afterDashes(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--');
  if (at < 0) return args;
  return [...args.slice(0, at), ...args.slice(at + 1).map((word) => (word.startsWith('-') ? `${MARK}${word}` : word))];
}

/** `--date-from` as `--date_from`, where that is the option: other programs separate words by hyphens. */
function asDeclared(args: readonly string[]): readonly string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const known = knownOptions(calledBy(args.filter((word) => !word.startsWith('-'))).command);
  return args.map((word, at) => {
    const [, name = ''] = /^--([a-z]+(?:[-_][a-z]+)+)(?:=|$)/.exec(word) ?? [];
    const declared = name.replaceAll('-', '_');
    return at < end && !known.includes(name) && known.includes(declared) ? word.replace(name, declared) : word;
  });
}

/** Takes the marks off the words that yargs has read. */
function unmark(read: Record<string, unknown>): void {
  const plain = (value: unknown) => (typeof value === 'string' ? value.replaceAll(MARK, '') : value);
  for (const [name, value] of Object.entries(read)) read[name] = Array.isArray(value) ? value.map(plain) : plain(value);
}

/** @throws UsageError for `--no-name` of an option that has a value. */
function checkNames(args: readonly string[]): void {
  const {command, path} = calledBy(args.filter((word) => !word.startsWith('-')));
  const valued = [
    ...(command?.options ?? []).filter((name) => !command?.switches.includes(name)),
    ...Object.entries(globalOptions).flatMap(([name, option]) =>
      'type' in option && option.type === 'boolean' ? [] : [name],
    ),
  ];
  for (const word of args) {
    const [, name] = /^--no-([^=]+)/.exec(word) ?? [];
    if (name !== undefined && valued.includes(name))
      throw new UsageError(`There is no option --no-${name}. ${['biograph', ...path].join(' ')} --help lists them.`);
  }
}

/** Rewords an error found by yargs, which reports an unknown command as a superfluous argument. */
function plainly(message: string, args: readonly string[]): string {
  const words = args.filter((word) => !word.startsWith('-'));
  const {command, path, unknown} = calledBy(words);
  const [, given, value = '', choices = ''] = /Argument: ([\w-]+), Given: (.*), Choices: (.*)$/m.exec(message) ?? [];
  if (given !== undefined) {
    const known = [...choices.matchAll(/"([^"]*)"/g)].map(([, one]) => one ?? '');
    const [, bare = value] = /^"(.*)"$/.exec(value) ?? [];
    const meant = meantBy(bare, known);
    return `${given} must be one of: ${known.join(', ')}; not ${value}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
  }
  const [, empty] = /^Not enough arguments following: ([\w-]+)/.exec(message) ?? [];
  if (empty !== undefined) return `--${empty} needs a value.`;
  const whole = ['biograph', ...path].join(' ');
  if (unknown !== undefined && unknown !== '' && (command === undefined || command.actions !== undefined)) {
    const meant = meantBy(unknown, command?.actions ?? commands.flatMap(namesOf));
    const called = [...path, unknown].join(' ');
    return `There is no command ${called}.${meant === undefined ? '' : ` Did you mean ${meant}?`} ${whole} --help lists them.`;
  }
  const known = knownOptions(command);
  const [[dashes, stray] = []] = args
    .map((word) => /^(--?)(?:no-)?([^=]+)/.exec(word)?.slice(1) ?? [])
    .filter(([, name]) => name !== undefined && !known.includes(name));
  if (stray !== undefined) {
    const meant = meantBy(stray, known);
    const rest = meant === undefined ? `${whole} --help lists them.` : `Did you mean --${meant}?`;
    return `There is no option ${dashes}${stray}. ${rest}`;
  }
  const [, missing] = /^Missing required arguments?: (.*)$/.exec(message) ?? [];
  if (missing !== undefined)
    return `Required: ${missing
      .split(', ')
      .map((name) => `--${name}`)
      .join(', ')}.`;
  if (message.startsWith('Not enough non-option')) return `An argument is missing. See ${whole} --help.`;
  const [, more] = /^Unknown (?:arguments?|commands?): ([^,]+)/.exec(message) ?? [];
  return more === undefined ? message : `${JSON.stringify(more)} is an unexpected argument. See ${whole} --help.`;
}

const namesOf = (command: (typeof commands)[number]) => [nameOf(command), ...[command.aliases ?? []].flat()];

const knownOptions = (command: Called | undefined) => [
  ...(command?.options ?? []),
  ...Object.keys(globalOptions),
  'help',
  'h',
  'version',
];

interface Called {
  options: string[];
  /** Options without a value. */
  switches: string[];
  actions?: string[];
}

/** The command named by the words, with its options and actions; and the first word that names nothing. */
function calledBy(words: readonly string[]): {
  command?: Called;
  path: string[];
  unknown?: string | undefined;
} {
  const [first = '', second] = words;
  const found = commands.find((one) => namesOf(one).includes(first));
  if (found === undefined) return {path: [], unknown: first};
  const {calls} = record(found);
  const declared = (list: typeof calls): Called => {
    const known = list.flatMap((call) =>
      'given' in call && ['option', 'positional'].includes(call.method)
        ? [{name: String(call.given[0]), type: (call.given[1] as {type?: string})?.type}]
        : [],
    );
    return {
      options: known.map(({name}) => name),
      switches: known.flatMap(({name, type}) => (type === 'boolean' ? [name] : [])),
    };
  };
  const actions = calls.flatMap((call) => ('action' in call ? [call.action] : []));
  if (actions.length === 0) return {command: declared(calls), path: [first]};
  const action = actions.find((one) => nameOf(one) === second);
  if (action === undefined)
    return {command: {...declared(calls), actions: actions.map(nameOf)}, path: [first], unknown: second};
  return {command: declared([...calls, ...action.calls]), path: [first, nameOf(action)]};
}
