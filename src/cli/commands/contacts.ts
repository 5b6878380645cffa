import {z} from 'zod';
import {readContacts} from '../../state/contacts.ts';
import {stateFolder} from '../../state/folder.ts';
import {type Args, defineCommand, formatOf, isColored, STATE} from '../options.ts';
import {print} from '../output.ts';

const columns = ['received_at', 'name', 'email', 'topic', 'message', 'company_url', 'id'];
const schema = z.object(Object.fromEntries(columns.map((name) => [name, z.string()])));

export const contactsCommand = defineCommand({
  command: 'contacts',
  describe: 'List the messages sent with contact',
  builder: (cli) => cli.option('state', STATE).example('biograph contacts --format csv', 'All messages as CSV'),
  handler: list,
});

async function list(args: Args): Promise<void> {
  const rows: unknown[] = [];
  for await (const contact of readContacts(stateFolder(args.state as string | undefined))) rows.push(contact);
  const result = {count: rows.length, contacts: rows};
  await print({result, rows, schema, columns, isList: true}, formatOf(args), isColored(args));
}
