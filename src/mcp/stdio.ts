import {type Readable, Transform, type Writable} from 'node:stream';
import {StdioServerTransport} from '@modelcontextprotocol/server/stdio';
import {refusalOf} from './refused.ts';

/** Maximum size of a message in bytes; the protocol's library closes the connection on a longer one. */
const LONGEST = 10 * 1024 * 1024;

const NEW_LINE = 10;

/** Agent tools over two streams, one message per line. Refuses the same names as the HTTP server. */
export function stdioTransport(input: Readable, output: Writable): StdioServerTransport {
  let rest: Buffer = Buffer.alloc(0);
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(NEW_LINE); end >= 0; end = rest.indexOf(NEW_LINE)) {
        const line = rest.subarray(0, end + 1);
        rest = rest.subarray(end + 1);
        const refusal = refusalOf(parsed(line.toString()));
        if (refusal === undefined) this.push(line);
        // What has no id is a notification, which is never answered.
        else if (refusal.id !== null) output.write(`${JSON.stringify(refusal)}\n`);
      }
      if (rest.length > LONGEST) {
        this.push(rest);
        rest = Buffer.alloc(0);
      }
      done();
    },
  });
  return new StdioServerTransport(input.pipe(checked), output);
}

/** The message of a line; the protocol's library reports what is no JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
