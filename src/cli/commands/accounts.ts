import type {Argv, CommandModule} from 'yargs';
import type {z} from 'zod';
import {keyRoutes} from '../../http/account/keys.ts';
import type {AccountRoute} from '../../http/account/route.ts';
import {webhookRoutes} from '../../http/account/webhooks.ts';
import {fromText, paramTypes} from '../../operation.ts';
import {withAccounts} from '../account.ts';
import {type Args, defineCommand, formatOf, isColored} from '../options.ts';
import {print} from '../output.ts';

/** A command with one action for each of its routes of `/account`, derived from their definitions. */
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
  'Subscribe receivers to changes of slices of the graph, and manage them',
  webhookRoutes,
);

function commandOf(route: AccountRoute, group: string): CommandModule<object, Args> {
  const needsId = route.path.includes('{id}');
  return defineCommand({
    command: route.command.slice(group.length + 1) + (needsId ? ' <id>' : ''),
    describe: route.summary,
    builder: (cli) => declare(cli, route),
    handler: (args) => run(route, args),
  });
}

interface Property {
  description?: string;
  type?: string;
  enum?: string[];
}

function declare(cli: Argv, {body, command, example = '', path, summary}: AccountRoute): void {
  const id = path.includes('{id}') ? '3bf7d782-6368-48b0-a176-b13f809fc382' : '';
  cli.example(['biograph', command, id, example].filter((word) => word !== '').join(' '), summary);
  const {properties = {}, required = []} = (body?.toJSONSchema({io: 'input', unrepresentable: 'any'}) ?? {}) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  for (const [name, {description = '', type, enum: choices}] of Object.entries(properties)) {
    cli.option(name, {
      describe: required.includes(name) ? `${description} Required.` : description,
      ...(type === 'boolean' ? {type: 'boolean'} : {type: 'string', requiresArg: true}),
      ...(choices !== undefined && {choices}),
    });
  }
}

async function run(route: AccountRoute, args: Args): Promise<void> {
  const body: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(route.body === null ? {} : paramTypes({params: route.body}))) {
    const value = args[name];
    if (value !== undefined) body[name] = typeof value === 'string' ? fromText(value, type) : value;
  }
  const path = route.path.replace('{id}', encodeURIComponent(String(args.id)));
  const result = await withAccounts(args, (ask) => ask(route.method, path, route.body === null ? undefined : body));
  const isList = route.rows !== null;
  const shape = route.result as z.ZodObject;
  const schema = isList ? (shape.shape[route.rows ?? ''] as z.ZodArray<z.ZodObject>).element : shape;
  const rows = isList ? (result[route.rows ?? ''] as unknown[]) : [result];
  await print({result, rows, schema, isList}, formatOf(args), isColored(args));
  if (route.hint !== undefined) process.stderr.write(`${route.hint}\n`);
}
