// The verb `assess`: its verdict on recordings, what it prints in each form, and how it ends.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callVerb, callVerbIn } from '../../test-support/call-verb.ts';
import { documentedRecords, withFields } from '../../test-support/documented-records.ts';
import { createV1Call, importV1Call, ndjson, notTaken } from '../../test-support/recorded-calls.ts';
import { screens } from '../../test-support/screens.ts';
import { assessCommand } from './assess.ts';

const {
  importBankConnectionV1,
  createMoneyTransferV1,
  submitPaymentV1,
  createStandalonePayment,
  createUser,
  createBankConnectionImport,
} = documentedRecords();
const byAccount = { accountId: 7, moneyTransfers: [{ amount: 1, currency: 'EUR' }] };
const payment = [createMoneyTransferV1, submitPaymentV1];
const extra = Object.fromEntries(['a', 'b'].map((name) => [name.repeat(60), 1]));
const withMore = withFields(importBankConnectionV1, extra);
const withBody = (body: unknown) => {
  const call = importV1Call({ bankId: 1 });
  return ndjson([{ ...call, request: { ...call.request, body } }]);
};

screens(assessCommand, {
  'nulls, and what got no response and was repeated': {
    files: {
      'a.ndjson': ndjson([
        ...[{ status: 0 }, { status: 451 }].map((response) => ({
          ...importBankConnectionV1,
          request: { ...importBankConnectionV1.request, body: { bankId: 1, name: null } },
          response: { ...importBankConnectionV1.response, ...response },
        })),
      ]),
    },
    calls: { 'a.ndjson': 0 },
  },
  'nulls in place of content': {
    files: {
      'a.ndjson': ndjson([
        importV1Call({ accountTypes: [null] }),
        createV1Call({ moneyTransfers: [null, { amount: null }] }, 7),
        createV1Call({ moneyTransfers: null }, 8),
      ]),
      'drop.yaml':
        'currency: EUR\ndrop:\n- moneyTransfers: [null]\n- moneyTransfers[].amount: [null]\n- accountTypes: [null]\n',
    },
    calls: { 'a.ndjson --currency EUR --decisions-template open.yaml': 1 },
    codes: { 'a.ndjson --decisions drop.yaml': 0 },
    writes: ['open.yaml'],
  },
  'what is to be decided': {
    files: {
      'a.ndjson': ndjson([
        ...[createUser, { time: '2026-11-22T10:00:00.000Z', ...importBankConnectionV1 }],
        { time: '2026-11-20T08:00:00.000Z', ...importBankConnectionV1, response: { status: 400 } },
        ...[...payment, createStandalonePayment],
      ]),
    },
    calls: { 'a.ndjson': 1 },
  },
  'imports by how they end': {
    files: {
      'a.ndjson': ndjson([
        { ...importBankConnectionV1, response: { status: 200 } },
        ...[importBankConnectionV1, importBankConnectionV1.request.body],
      ]),
    },
    calls: { 'a.ndjson': 0 },
  },
  'what is decided': {
    files: {
      'a.ndjson': ndjson(payment),
      'left.ndjson': ndjson([createStandalonePayment]),
      'account.ndjson': ndjson([createV1Call(byAccount, 7)]),
    },
    calls: {
      'a.ndjson --currency EUR --drop interface': 0,
      'left.ndjson --currency EUR --drop interface': 0,
      'account.ndjson --currency EUR --drop accountId moneyTransfers[].currency moneyTransfers /nota': 1,
    },
    codes: { 'a.ndjson --currency euro': 64, 'a.ndjson --guide ': 64 },
  },
  'the longest': {
    files: {
      'a.ndjson': ndjson([
        ...[withMore, ...payment, createMoneyTransferV1.request.body],
        ...[createBankConnectionImport, createStandalonePayment],
      ]),
    },
    calls: { 'a.ndjson': 1 },
    codes: { 'a.ndjson --json': 1 },
  },
  'what cannot be read': {
    files: {
      'user.ndjson': ndjson([createUser]),
      'request.ndjson': ndjson([importBankConnectionV1, '{"request":{}}', 'x']),
      'open.ndjson': ndjson([...payment, 'x']),
      'empty.ndjson': '',
      'text.ndjson': withBody('a text'),
      'none.ndjson': withBody(undefined),
      'half.ndjson': withBody('{"bankId": 1, "na'),
    },
    calls: {
      'user.ndjson': 2,
      'half.ndjson': 2,
      'open.ndjson': 1,
      'empty.ndjson gone.ndjson request.ndjson': 2,
    },
    codes: {
      'request.ndjson': 2,
      'user.ndjson --json': 2,
      'text.ndjson': 2,
      'none.ndjson': 2,
    },
  },
  'calls without success': {
    files: notTaken,
    calls: { 'refused.ndjson': 2, 'submission.ndjson': 1 },
    codes: {
      'unanswered.ndjson': 0,
      'redirected.ndjson': 2,
      'refused-submission.ndjson': 2,
      'number.ndjson': 2,
      'text.ndjson': 2,
    },
  },
  'decisions in a file': {
    files: {
      'a.ndjson': ndjson([withMore, ...payment, importV1Call({ accountTypes: ['Pocket'] })]),
      'move.yaml': `currency: EUR\ndrop:\n  - accountTypes: [Pocket]\n  - interface\n${Object.keys(extra)
        .map((name) => `  - import /${name}\n`)
        .join('')}keep:\n`,
      'wrong.yaml': 'currency: euro',
      'key.yaml': 'drops: [/note]',
      'item.yaml': 'drop: [/note, { accountTypes: Pocket }]',
      'list.yaml': 'keep: /note',
      'text.yaml': '/note',
    },
    calls: {
      'a.ndjson --decisions key.yaml': 2,
      'a.ndjson --decisions item.yaml': 2,
      'a.ndjson --decisions-template open.yaml': 1,
    },
    codes: {
      'a.ndjson --decisions move.yaml': 0,
      'a.ndjson --decisions wrong.yaml': 2,
      'a.ndjson --decisions list.yaml': 2,
      'a.ndjson --decisions text.yaml': 2,
      'a.ndjson --decisions none.yaml': 2,
      'a.ndjson --decisions-template move.yaml': 2,
    },
    writes: ['open.yaml'],
  },
  'a decision that no request needs': {
    files: {
      'a.ndjson': ndjson(payment),
      'typo.yaml': 'currency: EUR\ndrop: [submit interfaces]',
      'more.yaml': 'currency: EUR\ndrop: [submit interface, /note]',
    },
    calls: { 'a.ndjson --decisions typo.yaml': 1, 'a.ndjson --decisions more.yaml': 0 },
  },
  'source code': {
    files: {
      'pay.ts':
        "const form = await post('/bankConnections/import', { bankId: 1, accountTypes: ['Loan'] });\nif (form.status === 451) open(form.headers.get('location'));\n",
      'v2.ts': "post('/api/webForms/bankConnectionImport', { bankId: 1 });\n",
      'image.ts': new Uint8Array([0, 1]),
      'notes.md': 'It calls /payments/submit\n',
      'before.json': {
        code: {
          ...{ folder: '.', files: 1, skipped: 0 },
          left: ['call', 'call', 'status'].map((kind) => {
            const found = kind === 'call' ? 'payments/submit' : '451';
            return { file: 'a.ts', line: 1, kind, found, row: null, instead: 'V2' };
          }),
        },
      },
      'a.ndjson': ndjson([importV1Call({ bankId: 1, accountTypes: ['Loan'] })]),
      'v2.ndjson': ndjson([createBankConnectionImport]),
    },
    calls: {
      '--code .': 1,
      '--code . --since before.json': 1,
      '--code nowhere': 2,
      '--code pay.ts': 2,
      '--code . --since a.ndjson': 2,
      '': 64,
      '--code . --guide guide.md': 64,
      'a.ndjson --since before.json': 64,
      'a.ndjson --code . --guide guide.md': 1,
    },
    codes: {
      'a.ndjson --guide guide.md': 0,
      '--code . --json': 1,
      'a.ndjson --code . --json': 1,
      'v2.ndjson --code .': 1,
    },
    writes: ['guide.md'],
  },
});

test('a decision of the template is taken with its # away, with the space after it or without', async () => {
  const files = { 'a.ndjson': ndjson(payment) };
  const template = ['a.ndjson', '--decisions-template', 'move.yaml'];
  const { folder } = await callVerbIn(assessCommand(), template, files);
  const written = readFileSync(join(folder, 'move.yaml'), 'utf8');
  for (const hash of [/^#(?= ?currency| -)/gm, /^# ?(?=currency|-)/gm]) {
    const decided = { ...files, 'move.yaml': written.replace(hash, '') };
    const { exitCode, stderr } = await callVerb(
      assessCommand(),
      ['a.ndjson', '--decisions', 'move.yaml'],
      decided,
    );
    expect([exitCode, stderr]).toEqual([0, '']);
  }
});
