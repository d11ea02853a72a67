/** Whether esbuild bundles every published module for a browser, and whether the bundle runs where Node is not. */
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { publishedNames } from '../package/published-names.ts';
import type { InteropCheck } from './check.ts';
import { tool } from './tool.ts';

/** What a page does with them; `wrong` holds what went wrong. */
const PAGE = `
import { validate } from 'bank-access-contracts/validators/createStandalonePayment.201';
import { migrateImport } from 'bank-access-contracts/migration';
globalThis.wrong = [
  ...(modules.every((module) => Object.keys(module).length > 0) ? [] : ['a module is empty']),
  ...(validate({ url: 'nowhere' }).some(({ clause }) => clause === 'V2-FORM-URL') ? [] : ['a validator is silent']),
  ...(migrateImport({ bankId: 7 }).v2?.bank.id === 7 ? [] : ['the mapping is another']),
];`;

/** What a browser has beside the language itself, as far as it is used. */
const { AbortSignal, crypto, fetch, Request, TextDecoder, TextEncoder, URL, URLSearchParams } = globalThis;
const BROWSER = { AbortSignal, crypto, fetch, Request, TextDecoder, TextEncoder, URL, URLSearchParams };

export const browserBundle: InteropCheck = {
  tool: tool('esbuild'),
  says: 'every module is bundled for a browser, and runs without Node and without compiling code',
  run: async ({ packed, consumer }) => {
    const names = publishedNames(packed);
    const imports = names.map((name, index) => `import * as m${index} from '${name}';\n`);
    const modules = `const modules = [${names.map((_, index) => `m${index}`)}];`;
    const { errors, outputFiles } = await build({
      stdin: { contents: imports.join('') + modules + PAGE, resolveDir: consumer.folder },
      platform: 'browser',
      format: 'iife',
      bundle: true,
      write: false,
      logLevel: 'silent',
    }).catch((failure) => ({ errors: failure.errors as { text: string }[], outputFiles: [] }));
    if (errors.length > 0) return errors.map(({ text }) => text);
    return ranIn(outputFiles[0]?.text ?? '');
  },
};

function ranIn(bundle: string): string[] {
  const page = createContext({ ...BROWSER }, { codeGeneration: { strings: false, wasm: false } });
  try {
    runInContext(bundle, page);
    return [...page['wrong']];
  } catch (error) {
    // An error of another context is no instance of this one's Error.
    return [String(error)];
  }
}
