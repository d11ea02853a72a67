// What an editor shows of the published types: the words of the documents, and names instead of `components[…]`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packedInto } from './build-package.ts';
import { consumerOf } from './consumer.ts';

// By hand: what is under the cursor, which is at the mark, what is shown of its type, and its words.
const SHOWN: readonly (readonly [code: string, type: string, words: string])[] = [
  ["v2.PaymentRequest['|sender']", 'sender?: {', 'The account that pays.'],
  ["v2.PaymentRequest['|orders']", 'orders?: {', 'The orders.'],
  ["StandalonePayment['|executionDate']", 'executionDate?: string', 'Date of execution, yyyy-MM-dd.'],
  ["BankConnectionImport['|bank']", 'bank?: {', 'The bank.'],
  ["WebForm['|expiresAt']", 'expiresAt: string', 'Until when the form is valid.'],
  ["MoneyTransferV1['|moneyTransfers']", 'moneyTransfers?: {', 'The orders.'],
  [
    "User['|isAutoUpdateEnabled']",
    'isAutoUpdateEnabled: boolean',
    'updated automatically, in batch updates.',
  ],
  ["MessageOf<'LOW_ACCOUNT_BALANCE'>['|balanceChanges']", 'balanceChanges: {', 'below the threshold.'],
  [
    "MessageOf<'BANK_LOGIN_ERROR'>['|notificationRuleId']",
    'notificationRuleId: number',
    'Identifier of the rule',
  ],
  [
    "DetailsOf<'NEW_ACCOUNT_BALANCE'>['|newBalance']",
    'newBalance: number',
    'Balance after the batch update.',
  ],
  ['typeof v2.|openPaymentForm', 'request: v2.PaymentRequest', 'in the place of both V1 calls'],
  ['typeof |validate', 'validate: (value: unknown) =>', 'breaks of the documentation'],
];

const folder = mkdtempSync(join(tmpdir(), 'quick-info-'));
afterAll(() => rmSync(folder, { recursive: true }));
let service: ts.LanguageService;
let file: string;
let text: string;

beforeAll(async () => {
  const packed = await packedInto(folder);
  file = join(consumerOf(packed.path, join(folder, 'consumer')).folder, 'editor.ts');
  const lines = SHOWN.map(([code], index) => `export type T${index} = ${code.replace('|', '')};`);
  text = [
    "import type { v2 } from 'bank-access-contracts/client';",
    "import type { BankConnectionImport, DetailsOf, MessageOf, MoneyTransferV1 } from 'bank-access-contracts';",
    "import type { StandalonePayment, User, WebForm } from 'bank-access-contracts';",
    "import { validate } from 'bank-access-contracts/validators/createUser.request';",
    ...lines,
  ].join('\n');
  writeFileSync(file, text);
  const options = { module: ts.ModuleKind.NodeNext, strict: true, types: [], noEmit: true };
  service = ts.createLanguageService({
    ...{ fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, directoryExists: ts.sys.directoryExists },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(ts.sys.readFile(path) ?? ''),
  });
}, 120_000);

test.each(SHOWN)('%s shows its type and its words', (code, type, words) => {
  expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
  const start = text.indexOf(`= ${code.replace('|', '')};`) + '= '.length;
  const info = service.getQuickInfoAtPosition(file, start + code.indexOf('|') + 1);
  const shown = ts.displayPartsToString(info?.displayParts);
  expect(shown).toContain(type);
  expect(shown).not.toContain('components');
  const said = [info?.documentation, ...(info?.tags ?? []).map((tag) => tag.text)];
  expect(
    said
      .map((parts) => ts.displayPartsToString(parts))
      .join(' ')
      .replace(/\s+/g, ' '),
  ).toContain(words);
});
