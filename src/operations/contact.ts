import {randomUUID} from 'node:crypto';
import {z} from 'zod';
import {defineOperation} from '../operation.ts';
import {timestamp, uuid} from '../schema/entity.ts';
import {addContact} from '../state/contacts.ts';

/** A message to the operator of this service; `biograph contacts` lists them. */
export const contact = defineOperation({
  name: 'contact',
  method: 'POST',
  path: '/v1/contact',
  summary: 'Send a message to the operator of this service.',
  description:
    'The message is stored on this machine, in the state folder, and sent nowhere. Only the length of the e-mail address is checked.',
  status: 202,
  maxAge: 0,
  isExplainable: false,
  isKept: true,
  params: z.object({
    name: z.string().min(1).max(120).describe('Your name, 1 to 120 characters.'),
    email: z.string().min(3).max(200).describe('Where to answer, 3 to 200 characters.'),
    message: z.string().min(1).max(4000).describe('The message, 1 to 4,000 characters.'),
    topic: z.string().max(60).default('general').describe('Topic, at most 60 characters; default general.'),
    company_url: z.string().max(200).default('').describe('Your company’s website, at most 200 characters.'),
  }),
  result: z.object({id: uuid, received_at: timestamp, status: z.literal('received')}),
  example: {name: 'Ada', email: 'ada@example.org', message: 'Which sources are in this graph?'},
  async run(context, given) {
    const id = randomUUID();
    const received_at = new Date().toISOString();
    await addContact(context.state, {id, received_at, ...given});
    return {id, received_at, status: 'received'};
  },
});
