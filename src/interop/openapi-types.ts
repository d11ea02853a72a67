/** Whether openapi-typescript makes types of the published OpenAPI documents that compile and are not empty. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { PROJECT } from '../generate/project.ts';
import type { InteropCheck } from './check.ts';
import { OPENAPI, published } from './published.ts';
import { tool } from './tool.ts';

/** Each line marked as an error has to be one: a type that is any would let it pass. */
const CODE = `
import type { operations as Access } from './types-0.ts';
import type { operations as WebForms } from './types-1.ts';
type Form = WebForms['createStandalonePayment']['responses'][201]['content']['application/json'];
type Needed = Access['submitPaymentV1']['responses'][451]['headers']['location'];
export const url = (form: Form): string => form.url;
export const location = (needed: Needed): string => needed;
// @ts-expect-error an address is text
export const wrong = (form: Form): number => form.url;
// @ts-expect-error an address is text
export const none = (needed: Needed): number => needed;
`;

const OPTIONS = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: 'nodenext',
  types: [],
};

export const openapiTypes: InteropCheck = {
  tool: tool('openapi-typescript'),
  says: 'the types that it makes of both OpenAPI documents compile, and know every answer',
  run: async (ground) => {
    const { consumer } = ground;
    for (const [index, document] of OPENAPI.entries()) {
      const types = await openapiTS(readFileSync(published(ground, document), 'utf8'));
      writeFileSync(join(consumer.folder, `types-${index}.ts`), astToString(types));
    }
    writeFileSync(join(consumer.folder, 'typed.ts'), CODE);
    const config = { compilerOptions: OPTIONS, files: ['typed.ts'] };
    writeFileSync(join(consumer.folder, 'tsconfig.typed.json'), JSON.stringify(config));
    const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
    const args = [tsc, '--pretty', 'false', '--project', 'tsconfig.typed.json'];
    const { exitCode, stdout } = await consumer.run(process.execPath, args);
    return exitCode === 0 ? [] : stdout.trim().split('\n');
  },
};
