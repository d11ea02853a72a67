/** A small release of the package, made of what is generated and of a little of everything else, for the gate's own tests. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackageContent } from '../build/gate/release.ts';
import { PROJECT } from '../build/project.ts';

const CONTRACTS = join(PROJECT, 'contracts');

/** What is written by hand here, by its path in the package. */
const WRITTEN: Record<string, unknown> = {
  'README.md': '# The contracts of a bank\n',
  'dist/index.js': 'export const judge = () => [];\nexport const operationOf = () => undefined;\n',
  'dist/index.d.ts': `import type { ClauseId } from './types/generated/clause-id.js';
import type { components } from './types/generated/access.js';
export type User = components['schemas']['User'];
/** Judges an exchange. */
export declare function judge(exchange: Exchange, at?: string): readonly Finding[];
export declare function operationOf(exchange: Exchange): string | undefined;
export declare const blamed: ClauseId;
export interface Exchange {
    readonly request: string;
}
export interface Finding {
    readonly says: string;
}
export interface Plan {
    readonly days: string;
}
export type ListOf<Part> = readonly Part[];
export {};
`,
  'dist/types/generated/access.d.ts':
    'export interface components { schemas: { User: { id?: string; phone?: string; rules?: { handle: string }[] } } }\n',
  'dist/types/generated/clause-id.d.ts': "export type ClauseId = 'RULE-A' | 'RULE-B';\n",
  'dist/client.js': 'export const createClient = () => undefined;\n',
  'dist/client.d.ts': 'export declare function createClient(url: string): void;\n',
  'dist/validators/createUser.request.js': `export const validate = ({ id }) =>
  id === undefined || typeof id === 'string' ? [] : [{ pointer: '/id', message: 'id is no text' }];
`,
  'dist/validators/LOW_ACCOUNT_BALANCE.message.js': `import { finding } from '../chunks/TEXT.js';
export const validate = ({ callbackHandle }) =>
  typeof callbackHandle === 'string' ? [] : [finding('/callbackHandle')];
`,
  'dist/validators/LOW_ACCOUNT_BALANCE.message.d.ts':
    'export declare function validate(value: unknown): boolean;\n',
  'dist/chunks/TEXT.js': "export const finding = (pointer) => ({ pointer, message: 'is no text' });\n",
  'dist/validators/createUser.request.d.ts': 'export declare function validate(value: unknown): boolean;\n',
  'dist/asyncapi.json': {
    asyncapi: '3.0.0',
    info: { title: 'Notifications', version: '1' },
    channels: {
      callback: { messages: { NEW_TRANSACTIONS: { $ref: '#/components/messages/NEW_TRANSACTIONS' } } },
    },
    operations: { receive: { action: 'receive', channel: { $ref: '#/channels/callback' } } },
    components: { messages: { NEW_TRANSACTIONS: { payload: { schema: { type: 'object' } } } } },
  },
  'dist/fixtures/createUser/minimal.json': { id: 'example-user', password: 'example-password' },
  'dist/vectors/texts.json': { key: '00112233445566778899aabbccddeeff', text: 'a' },
  'dist/notes.md': 'Data of a new kind.',
  'dist/pacts/consumer-service.json': {
    interactions: [{ description: 'creates a user [USER-CREATE]', providerStates: [{ name: 'a user' }] }],
  },
};

/** The text of every file by its path in the package. */
function sampleFiles(): Map<string, string> {
  const manifest = JSON.parse(readFileSync(join(CONTRACTS, 'package.json'), 'utf8'));
  const copied: [string, string][] = [
    ['LICENSE', 'LICENSE'],
    ...['access', 'web-form'].map((name): [string, string] => [
      `dist/openapi/${name}.json`,
      `generated/${name}.json`,
    ]),
    ...readdirSync(join(CONTRACTS, 'generated/schemas')).map((name): [string, string] => [
      `dist/schemas/${name}`,
      `generated/schemas/${name}`,
    ]),
    ...readdirSync(join(CONTRACTS, 'migration')).map((name): [string, string] => [
      `dist/migration/${name}`,
      `migration/${name}`,
    ]),
  ];
  const ledgers = Object.entries({ clauses: 'clauses', 'not-shown': 'facts' }).map(([ledger, list]) => {
    const entries = JSON.parse(readFileSync(join(CONTRACTS, `generated/${ledger}.json`), 'utf8'))[list];
    return [`dist/ledgers/${ledger}.js`, `export const ${list} = ${JSON.stringify(entries)};\n`] as const;
  });
  const written = Object.entries({ ...WRITTEN, 'package.json': { ...manifest, version: '0.1.0' } });
  return new Map([
    ...written.map(
      ([path, content]) => [path, typeof content === 'string' ? content : JSON.stringify(content)] as const,
    ),
    ...copied.map(([path, source]) => [path, readFileSync(join(CONTRACTS, source), 'utf8')] as const),
    ...ledgers,
  ]);
}

/** What becomes of a file: its text, what is made of its text, or undefined where it is gone. */
type Change = string | ((text: string) => string) | undefined;

export function samplePackage(changes: Readonly<Record<string, Change>> = {}): PackageContent {
  const files = sampleFiles();
  for (const [path, change] of Object.entries(changes)) {
    const text = typeof change === 'function' ? change(files.get(path) ?? '') : change;
    if (text === undefined) files.delete(path);
    else files.set(path, text);
  }
  return { manifest: JSON.parse(files.get('package.json') ?? ''), files };
}

/** Writes the release into an empty folder. */
export function writeSamplePackage(folder: string): void {
  for (const [path, text] of sampleFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
