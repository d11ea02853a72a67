// The guide of assess: its code compiles under strict TypeScript, and it speaks only of the calls that were seen.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { callVerbIn } from '../../test-support/call-verb.ts';
import { documentedRecords, withFields } from '../../test-support/documented-records.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { assessCommand } from './assess.ts';

const PROJECT = resolve(import.meta.dirname, '../../..');
const { importBankConnectionV1, createMoneyTransferV1, submitPaymentV1, createStandalonePayment } =
  documentedRecords();

async function guideOf(records: readonly unknown[]): Promise<string> {
  const content = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const args = ['a.ndjson', '--guide', 'guide.md', '--currency', 'CHF'];
  const { folder, stderr } = await callVerbIn(assessCommand(), args, { 'a.ndjson': content });
  expect(stderr).toBe('');
  return readFileSync(join(folder, 'guide.md'), 'utf8');
}

function codeIn(guide: string): string[] {
  return [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
}

/** What the compiler says of modules, by the line of each; modules of the package are its sources. */
function complaints(modules: readonly string[]): string[] {
  const folder = temporaryFolder();
  const names = modules.map((code, index) => {
    const name = join(folder, `block-${index}.ts`);
    ts.sys.writeFile(name, code);
    return name;
  });
  const program = ts.createProgram(names, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(PROJECT, 'node_modules/@types')],
    paths: { 'bank-access-contracts/*': [join(PROJECT, 'contracts/src/*.entry.ts')] },
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file }) => {
    return `${file?.fileName.replace(folder, '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

test('it takes the currency that V1 requests state, and shows no field of what was refused', async () => {
  const order = { counterpartName: 'Max', amount: 12.5, currency: 'CHF' };
  const stated = await guideOf([withFields(createMoneyTransferV1, { moneyTransfers: [order] })]);
  expect(stated).toContain('Your `moneyTransfers[].currency`, which V1 does not document, becomes');
  const refused = await guideOf([{ ...importBankConnectionV1, response: { status: 400 } }]);
  expect([refused.includes('Verdict: unknown'), codeIn(refused)]).toEqual([true, []]);
});

/** Of an import and a payment whose order has an undocumented field. */
function wholeGuide(): Promise<string> {
  const order = { note: 1, counterpartName: 'Max', counterpartIban: 'DE02120300000000202051', amount: 12.5 };
  const noted = withFields(createMoneyTransferV1, { moneyTransfers: [order] });
  return guideOf([importBankConnectionV1, noted, submitPaymentV1]);
}

test('all code compiles under strict TypeScript, and the compiler was seen to complain', async () => {
  const modules = codeIn(await wholeGuide());
  // Before and after, with the client and with fetch, for either request; the handler twice; what is stored.
  expect(modules).toHaveLength(11);
  expect(complaints(modules)).toEqual([]);
  const spoilt = modules.map((code) => code.replaceAll('purpose', 'porpose').replace('bank:', 'bnak:'));
  expect(complaints(spoilt).join()).toContain('bnak');
});

test('a guide speaks only of the calls that were seen', async () => {
  const imports = await guideOf([importBankConnectionV1]);
  expect(codeIn(imports)).toHaveLength(6);
  expect(imports).not.toContain('## A payment');
  expect(imports).not.toMatch(/paymentId|in your code \|/);
  const gone = await guideOf([createStandalonePayment]);
  expect(gone).toContain('No V1 call is left');
  expect(codeIn(gone)).toHaveLength(0);
});

test('the V2 requests are there for any language, as they are sent', async () => {
  const blocks = [
    ...(await wholeGuide()).matchAll(/```http\nPOST (\S+)\nContent-Type: application\/json\n\n(.*?)```/gs),
  ];
  expect(blocks.map(([, url, body = '']) => [url, JSON.parse(body)])).toEqual([
    ['{webform_url}/api/webForms/bankConnectionImport', expect.objectContaining({ bank: { id: 280001 } })],
    [
      '{webform_url}/api/webForms/standalonePayment',
      expect.objectContaining({
        orders: [expect.objectContaining({ amount: { value: 1234.56, currency: 'CHF' } })],
      }),
    ],
  ]);
});
