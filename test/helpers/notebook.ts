import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {inspect} from 'node:util';
import ts from 'typescript-5';

export interface Notebook {
  cells: {cell_type: string; source: string[]; outputs?: Output[]; execution_count?: number | null}[];
}

interface Output {
  output_type: string;
  data?: Record<string, unknown>;
  execution_count?: number;
  metadata?: object;
}

export function readNotebook(file: string): Notebook {
  return JSON.parse(readFileSync(file, 'utf8')) as Notebook;
}

/**
 * Runs the cells of a TypeScript notebook in Node, one after another in one scope, and asks each cell's last expression to show
 * itself as Deno's kernel does.
 * @returns The notebook with its outputs.
 */
export async function executed(notebook: Notebook): Promise<Notebook> {
  const outputs: (Output | undefined)[] = [];
  const codes = notebook.cells.filter(({cell_type}) => cell_type === 'code');
  const text = codes.map(({source}, n) => withLast(source.join(''), n)).join('\n');
  // Inside the package, so that it finds itself and what is installed by name.
  const folder = join('.cache', 'test', 'notebooks');
  mkdirSync(folder, {recursive: true});
  const file = join(folder, `${process.pid}-${Date.now()}.mjs`);
  writeFileSync(file, `const show = globalThis.showCell;\n${text}`);
  Object.assign(globalThis, {
    showCell: async (n: number, value: unknown) => {
      outputs[n] = await outputOf(value);
    },
  });
  try {
    await import(pathToFileURL(file).href);
  } finally {
    rmSync(file);
  }
  let n = 0;
  return {
    ...notebook,
    cells: notebook.cells.map((cell) => {
      if (cell.cell_type !== 'code') return cell;
      const output = outputs[n++];
      return {
        ...cell,
        execution_count: n,
        outputs: output === undefined ? [] : [{...output, execution_count: n, metadata: {}}],
      };
    }),
  };
}

/** The code of a cell, its types taken out, which hands its last expression over. */
function withLast(code: string, n: number): string {
  const source = ts.createSourceFile('cell.ts', code, ts.ScriptTarget.ES2022, true);
  const last = source.statements.at(-1);
  const isShown = last !== undefined && ts.isExpressionStatement(last);
  const text = isShown
    ? `${code.slice(0, last.getStart())}await show(${n}, ${last.expression.getText()});${code.slice(last.end)}`
    : code;
  const options = {target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true};
  return ts.transpileModule(text, {compilerOptions: options}).outputText;
}

async function outputOf(value: unknown): Promise<Output | undefined> {
  if (value === undefined) return undefined;
  const show = (value as Record<symbol, () => Promise<Record<string, unknown>>>)[Symbol.for('Jupyter.display')];
  const data = show === undefined ? {'text/plain': inspect(value)} : await show();
  return {output_type: 'execute_result', data};
}
