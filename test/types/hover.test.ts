import {join} from 'node:path';
import ts from 'typescript-5';
import {describe, expect, it} from 'vitest';
import {operations} from '../../src/operations/index.ts';

const FILE = join(process.cwd(), 'use.ts');

/** What an editor shows at each `|` of a program that uses the built package; at the last one, of what `offered` would complete. */
function shown(program: string, offered: string): string[] {
  const parts = program.split('|');
  const text = parts.join('');
  const places = parts.slice(0, -1).map((_, n) => parts.slice(0, n + 1).join('').length);
  const service = ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const found = file === FILE ? text : ts.sys.readFile(file);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => process.cwd(),
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: (file) => (file === FILE ? text : ts.sys.readFile(file)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const wrong = service.getSemanticDiagnostics(FILE);
  expect(wrong.map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  const last = places.pop() ?? 0;
  const entry = service.getCompletionEntryDetails(FILE, last, offered, undefined, undefined, undefined, undefined);
  const hovered = places.map((place) => service.getQuickInfoAtPosition(FILE, place)?.documentation);
  return [...hovered, entry?.documentation].map((parts) => ts.displayPartsToString(parts ?? []));
}

const OPEN = `import {openGraph} from './dist/index.js';\nconst graph = await openGraph();\n`;

const said = (name: string, param: string) => {
  const {params} = operations.find((one) => one.name === name)!;
  return (params.shape as Record<string, {description?: string}>)[param]?.description;
};

describe('an editor', () => {
  it('says of a method and of its parameters what their definitions say', () => {
    const [target, limit, min, predicates, stream, method] = shown(
      `${OPEN}
      await graph.entities({|target: 'EGFR', |limit: 3});
      await graph.whitespace({|min_confidence: 0.5});
      await graph.search({|predicates: []});
      for await (const row of graph.export({|max: 1})) void row;
      graph.|stats;`,
      'entities',
    );
    const {summary, description = ''} = operations.find(({name}) => name === 'entities')!;
    expect(method).toBe(`${summary}\n${description}`);
    expect(target).toBe(said('entities', 'target'));
    expect(limit).toBe(said('entities', 'limit'));
    expect(min).toBe(said('whitespace', 'min_confidence'));
    expect(predicates).toBe(said('search', 'predicates'));
    expect(stream).toBe(said('export', 'max'));
  });
});
