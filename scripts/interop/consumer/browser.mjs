// Bundles the modules that its arguments name, and runs them with what a browser has: without Node and without compiling code.
import assert from 'node:assert/strict';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';

const page = `
import { validate } from 'bank-access-contracts/validators/createStandalonePayment.201';
import { migrateImport } from 'bank-access-contracts/migration';
globalThis.results = {
  empty: modules.filter((module) => Object.keys(module).length === 0).length,
  clause: validate({ url: 'nowhere' }).find(({ clause }) => clause === 'V2-FORM-URL')?.clause,
  bank: migrateImport({ bankId: 7 }).v2?.bank.id,
};`;
const names = process.argv.slice(2);
const imports = names.map((name, index) => `import * as m${index} from '${name}';\n`);
const modules = `const modules = [${names.map((_, index) => `m${index}`)}];`;
const { outputFiles } = await build({
  stdin: { contents: imports.join('') + modules + page, resolveDir: process.cwd() },
  platform: 'browser',
  format: 'iife',
  bundle: true,
  write: false,
});
const { AbortSignal, crypto, fetch, Request, TextDecoder, TextEncoder, URL, URLSearchParams } = globalThis;
const browser = { AbortSignal, crypto, fetch, Request, TextDecoder, TextEncoder, URL, URLSearchParams };
const context = createContext(browser, { codeGeneration: { strings: false, wasm: false } });
runInContext(outputFiles[0].text, context);
assert.deepEqual({ ...context.results }, { empty: 0, clause: 'V2-FORM-URL', bank: 7 });
console.log(`${names.length} modules`);
