import {createReadStream, existsSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {makeFolder} from '../disk/files.ts';

export interface Contact {
  id: string;
  received_at: string;
  name: string;
  email: string;
  message: string;
  topic: string;
  company_url: string;
}

function file(folder: string): string {
  return join(folder, 'contacts.ndjson');
}

/** Appends one message as one line, on disk before it is acknowledged; only the user may read the file. */
export async function addContact(folder: string, contact: Contact): Promise<void> {
  makeFolder(folder, 0o700);
  const handle = await open(file(folder), 'a+', 0o600);
  try {
    const {size} = await handle.stat();
    const last = size === 0 ? '\n' : (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString();
    // An incomplete last line, left by a crash, must not run into the next one.
    await handle.appendFile(`${last === '\n' ? '' : '\n'}${JSON.stringify(contact)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The messages received, oldest first. An incomplete last line was never acknowledged and is left out. */
export async function* readContacts(folder: string): AsyncGenerator<Contact> {
  if (!existsSync(file(folder))) return;
  for await (const line of createInterface({input: createReadStream(file(folder), 'utf8')})) {
    const contact = parse(line);
    if (contact !== undefined) yield contact;
  }
}

function parse(line: string): Contact | undefined {
  try {
    return JSON.parse(line) as Contact;
  } catch {
    return undefined;
  }
}
