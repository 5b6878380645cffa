// Writes the types that openapi-typescript makes of an interface description: node client-types.mjs DOCUMENT OUT.
// It builds them with the compiler's programming interface, which TypeScript 7 has no more: it gets TypeScript 5 in its place.
import {readFileSync, writeFileSync} from 'node:fs';
import {register} from 'node:module';

const hooks = `export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
const {default: openapiTS, astToString} = await import('openapi-typescript');
const [, , from, to] = process.argv;
writeFileSync(to, astToString(await openapiTS(JSON.parse(readFileSync(from, 'utf8')))));
