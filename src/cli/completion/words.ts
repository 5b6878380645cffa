import type {Options} from 'yargs';
import type {Recorded} from '../record.ts';
import {nameOf} from '../record.ts';

/** The completions of `--name` or of a positional argument: values, or a file; null if there are none. */
export interface Word {
  name: string;
  describe: string;
  /** An option that takes no value. */
  isFlag: boolean;
  values: readonly string[];
}

/** A command as the completion scripts need it. */
export interface Words {
  /** The words that name it: `store load`; empty for the program itself. */
  path: readonly string[];
  describe: string;
  options: readonly Word[];
  /** The choices of its positional arguments. */
  values: readonly string[];
  /** Names and summaries of its actions. */
  actions: readonly {name: string; describe: string}[];
}

/** The program, its commands and their actions, each with all words that may follow. */
export function wordsOf(
  commands: readonly Recorded[],
  everywhere: Readonly<Record<string, Options>>,
  describe: string,
): Words[] {
  const common = [
    ...Object.entries(everywhere).flatMap(([name, option]) => said(name, option)),
    ...said('help', {type: 'boolean', describe: 'Show help'}),
  ];
  const root: Words = {
    path: [],
    describe,
    options: [...common, ...said('version', {type: 'boolean', describe: 'Show version number'})],
    values: [],
    actions: commands.map(action),
  };
  return [root, ...commands.flatMap((command) => below([], command, common))];
}

function below(path: readonly string[], recorded: Recorded, inherited: readonly Word[]): Words[] {
  const own: Word[] = [];
  const values: string[] = [];
  const actions: Recorded[] = [];
  for (const call of recorded.calls) {
    if ('action' in call) actions.push(call.action);
    else if (call.method === 'option') own.push(...said(String(call.given[0]), call.given[1] as Options));
    else if (call.method === 'positional') values.push(...choicesOf(call.given[1] as Options));
  }
  const names = own.map(({name}) => name);
  // A global option may have further values in this command.
  const valuesOf = (name: string) => inherited.find((one) => one.name === name)?.values ?? [];
  const options = [
    ...own.map((word) => ({...word, values: [...valuesOf(word.name), ...word.values]})),
    ...inherited.filter(({name}) => !names.includes(name)),
  ];
  const here = [...path, nameOf(recorded)];
  return [
    {path: here, describe: recorded.describe, options, values, actions: actions.map(action)},
    ...actions.flatMap((one) => below(here, one, options)),
  ];
}

const action = (recorded: Recorded) => ({name: nameOf(recorded), describe: recorded.describe});

const choicesOf = ({choices}: Options): string[] => (choices ?? []).map(String);

/** The forms of an option; one that is on by default is offered in its negative form. */
function said(name: string, option: Options): Word[] {
  const word = {
    name,
    describe: String(option.describe ?? ''),
    isFlag: option.type === 'boolean',
    values: choicesOf(option),
  };
  return option.default === true ? [word, {...word, name: `no-${name}`}] : [word];
}
