import type {Argv, CommandModule} from 'yargs';
import {fromText, paramTypes, rowSchema} from '../../endpoint.ts';
import {keyRoutes} from '../../http/account/keys.ts';
import type {AccountRoute} from '../../http/account/route.ts';
import {webhookRoutes} from '../../http/account/webhooks.ts';
import {withAccounts} from '../account.ts';
import {example} from '../example.ts';
import {type Args, defineCommand, formatOf, isColored} from '../options.ts';
import {print} from '../output.ts';
import {helpText, propertiesOf, wordsOf} from '../parameters.ts';

/** A command with an action for each of its routes of `/account`, derived from their definitions. */
function groupOf(group: string, describe: string, all: readonly AccountRoute[]): CommandModule<object, Args> {
  const routes = all.filter(({command}) => command.startsWith(`${group} `));
  const actions = routes.map(({command}) => command.slice(group.length + 1));
  return defineCommand({
    command: `${group} <action>`,
    describe,
    builder: (cli) => {
      cli.option('state', {
        type: 'string',
        requiresArg: true,
        describe: 'State folder of the server; default: BIOGRAPH_STATE, else your data folder',
      });
      for (const route of routes) cli.command(commandOf(route, group));
      return cli.demandCommand(1, `${group} ${actions.join(' | ')}`);
    },
    handler() {},
  });
}

export const keysCommand = groupOf('keys', 'Create, list and revoke keys, also while the server runs', keyRoutes);

export const webhooksCommand = groupOf(
  'webhooks',
  'Manage webhooks: subscribe receivers to changes in a part of the graph',
  webhookRoutes,
);

function commandOf(route: AccountRoute, group: string): CommandModule<object, Args> {
  const places = route.positional.map((name) => ` <${name}>`);
  return defineCommand({
    command: route.command.slice(group.length + 1) + places.join(''),
    describe: helpText(route.summary),
    builder: (cli) => declare(cli, route),
    handler: (args) => run(route, args),
  });
}

function declare(cli: Argv, route: AccountRoute): void {
  cli.example(example(route), helpText(route.summary));
  const {properties, required} = propertiesOf(route.params);
  for (const [name, property] of Object.entries(properties))
    if (!route.positional.includes(name)) cli.option(name, wordsOf(property, required.includes(name)));
}

async function run(route: AccountRoute, args: Args): Promise<void> {
  const params: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(paramTypes(route))) {
    const value = args[name];
    if (value !== undefined) params[name] = typeof value === 'string' ? fromText(value, type) : value;
  }
  const result = await withAccounts(args, (ask) => ask(route, params));
  const rows = route.rows === null ? [result] : (result[route.rows] as unknown[]);
  const isList = route.rows !== null;
  await print({result, rows, schema: rowSchema(route), isList}, formatOf(args), isColored(args));
  if (route.hint !== undefined) process.stderr.write(`${route.hint}\n`);
}
