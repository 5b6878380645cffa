import {type Readable, Transform, type Writable} from 'node:stream';
import {StdioServerTransport} from '@modelcontextprotocol/server/stdio';
import {safeParse} from 'secure-json-parse';

/** Maximum size of a message in bytes; the protocol's library closes the connection on a longer one. */
const LONGEST = 10 * 1024 * 1024;

const NEW_LINE = 10;

/**
 * Agent tools over two streams, one message per line. Refuses the same names as the HTTP server, `__proto__` and
 * `constructor.prototype`, which the protocol's library would drop silently.
 */
export function stdioTransport(input: Readable, output: Writable): StdioServerTransport {
  let rest: Buffer = Buffer.alloc(0);
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(NEW_LINE); end >= 0; end = rest.indexOf(NEW_LINE)) {
        const line = rest.subarray(0, end + 1);
        rest = rest.subarray(end + 1);
        const refusal = refusalOf(line.toString());
        if (refusal === undefined) this.push(line);
        else if (refusal !== null) output.write(`${JSON.stringify(refusal)}\n`);
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

/** The answer to a line that is not passed on; null if none is expected. */
function refusalOf(line: string): object | null | undefined {
  // The protocol's library reports anything else that is wrong.
  if (safeParse(line) !== null || line.trim() === 'null') return undefined;
  const {id} = JSON.parse(line) as {id?: unknown};
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  return {
    jsonrpc: '2.0',
    id,
    error: {code: -32602, message: '__proto__ and constructor.prototype are not allowed as names here.'},
  };
}
