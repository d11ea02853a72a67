/** Every published function shows in its docstring how it is called: the example compiles, runs and comes to what its comments say. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as msw from 'msw';
import { setupServer } from 'msw/node';
import nock from 'nock';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { contractHandlers } from './integrations/msw.entry.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { exports } = JSON.parse(readFileSync(join(ROOT, 'contracts/package.json'), 'utf8'));
const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
const sources = Object.values<{ default?: string }>(exports)
  .map((target) => sourceOf(target.default ?? ''))
  .filter((source) => source.endsWith('.entry.ts'));
mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/examples-'));
const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
// Both nock and msw replace fetch.
nock.restore();
const service = setupServer(...Object.values(contractHandlers(msw, urls)).map((make) => make()));
service.listen({ onUnhandledFrame: 'error' });

afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true });
});

test('every published function has an example', async () => {
  const program = ts.createProgram(sources, options);
  const checker = program.getTypeChecker();
  const entries = program.getSourceFiles().filter(({ fileName }) => sources.includes(fileName));
  const modules = entries.flatMap((file) => checker.getSymbolAtLocation(file) ?? []);
  const published = [...new Set(modules.flatMap((module) => functionsOf(module, checker)))];
  const examples = published.map((symbol) => {
    const tags = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example');
    return { name: symbol.name, text: tags.map(({ text }) => ts.displayPartsToString(text)).join('\n\n') };
  });
  expect(examples.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  expect(examples.filter(({ text }) => text.split('\n').length > 6)).toEqual([]);
  expect(examples.length).toBeGreaterThan(20);
  const files = examples.map(({ text }, at) => {
    const file = join(folder, `${at}.ts`);
    const code = text.replace(
      /'bank-access-contracts(.*?)'/g,
      (_, name) => `'${sourceOf(exports[`.${name}`]?.default ?? `generated${name}`)}'`,
    );
    writeFileSync(file, `${code}\nexport {};\n`);
    return file;
  });
  const compiled = ts.createProgram(files, { ...options, noUnusedLocals: false }, undefined, program);
  const wrong = files.flatMap((file) => compiled.getSemanticDiagnostics(compiled.getSourceFile(file)));
  expect(wrong.map(({ messageText, file }) => `${file?.text}\n${JSON.stringify(messageText)}`)).toEqual([]);

  for (const file of files) {
    const code = readFileSync(file, 'utf8').replace(
      /^(?!import |const )(.+);\s\/\/ (.+)$/gm,
      "(await import('node:assert/strict')).deepEqual(await ($1), $2);",
    );
    const script = file.replace(/ts$/, 'mjs');
    writeFileSync(script, ts.transpile(code, { ...options, module: ts.ModuleKind.ESNext }));
    await import(script);
  }
});

/** The functions of a module and of the modules that it exports, and what holds functions for a test runner. */
function functionsOf(module: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    if (symbol.flags & ts.SymbolFlags.ValueModule) return functionsOf(symbol, checker);
    const type = checker.getTypeOfSymbol(symbol);
    return symbol.name === 'matchers' || type.getCallSignatures().length > 0 ? [symbol] : [];
  });
}

function sourceOf(target: string): string {
  const path = target.replace('./dist/', '').replace(/\.js$/, '.ts');
  return join(ROOT, path === 'src/sandbox.entry.ts' ? '' : 'contracts', path);
}
