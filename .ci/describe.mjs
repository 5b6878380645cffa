// Writes what operations and parameters say of themselves into the types, where editors look for it.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** What is replaced in the types of a graph; the same types come in its place, with words. */
const PARAMS = /type Params<O extends Operation> = z\.input<O\['params'\]>;/;
const METHODS = /export type Methods = \{\n(?: .*\n)+?\} & \{\n(?: .*\n)+?\};/;

const comment = (text, indent) =>
  `${indent}/** ${text.replaceAll('*/', '*\\/').split(/\n+/).join(`\n${indent} * `)} */\n`;

/** @param operations As they are defined; @param folder The built types. */
export function describeTypes(operations, folder) {
  const file = join(folder, 'graph.d.ts');
  const text = readFileSync(file, 'utf8');
  for (const expected of [PARAMS, METHODS])
    if (!expected.test(text)) throw new Error('The types of a graph are not declared as .ci/describe.mjs expects.');
  const params = `interface ParamsOf {\n${operations.map(paramsOf).join('\n')}\n}
type Params<O extends Operation> = O extends {name: keyof ParamsOf} ? ParamsOf[O['name']] : z.input<O['params']>;`;
  const methods = `export interface Methods {\n${operations.map(methodOf).join('\n')}\n}`;
  writeFileSync(
    file,
    text.replace(PARAMS, () => params).replace(METHODS, () => methods),
  );
}

const typeOf = (name) => `Extract<Operations[number], {name: '${name}'}>`;

function methodOf({name, summary, description, isStream}) {
  const said = comment([summary, description].filter(Boolean).join('\n'), '    ');
  return `${said}    ${name}: ${isStream ? 'ExportMethod' : 'Method'}<${typeOf(name)}>;`;
}

/** The type of each parameter is the one that its schema has. */
function paramsOf({name, params}) {
  const {properties = {}, required = []} = params.toJSONSchema({io: 'input', unrepresentable: 'any'});
  const members = Object.entries(properties).map(
    ([param, {description}]) =>
      `${description === undefined ? '' : comment(description, '        ')}        ${param}${required.includes(param) ? '' : '?'}: z.input<${typeOf(name)}['params']>['${param}'];`,
  );
  return `    ${name}: {\n${members.join('\n')}\n    };`;
}
