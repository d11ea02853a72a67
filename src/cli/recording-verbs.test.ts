// One recording, one answer: what check, assess and migrate say of calls that are no success.
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { callVerb } from '../test-support/call-verb.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { createV1Call, importV1Call, ndjson, submitV1Call } from '../test-support/recorded-calls.ts';
import { assessCommand } from './assess.ts';
import { checkCommand } from './check.ts';
import { migrateCommand } from './migrate.ts';

const bank = { bankId: 280001 };
const withoutResponse = { request: importV1Call(bank).request };

const { submitPaymentV1: submission } = documentedRecords();
submission.request.body = { paymentId: 501 };

interface Answer {
  readonly exitCode: number;
  readonly says: string;
}

test.each<[what: string, record: unknown, check: Answer, assess: Answer, migrate: Answer]>([
  [
    'an undocumented status',
    importV1Call(bank, { status: 302 }),
    {
      exitCode: 2,
      says: '1 not judged (1× no documented answer of importBankConnectionV1 has the status 302)',
    },
    { exitCode: 2, says: 'unknown: no importBankConnectionV1 succeeds' },
    {
      exitCode: 2,
      says: '0 V1 flows migrated: 0 imports, 0 payments (0 with a submission), 1 call without success',
    },
  ],
  [
    'an error response',
    createV1Call({ moneyTransfers: [{ amount: 1 }], note: 1 }, 1, { status: 400 }),
    { exitCode: 2, says: '1 refused' },
    { exitCode: 2, says: 'unknown: no createMoneyTransferV1 succeeds' },
    {
      exitCode: 2,
      says: '0 V1 flows migrated: 0 imports, 0 payments (0 with a submission), 1 call without success',
    },
  ],
  [
    'no response',
    withoutResponse,
    { exitCode: 2, says: '1 not judged (1× no response)' },
    { exitCode: 0, says: 'Verdict: ready.' },
    { exitCode: 0, says: '1 V1 flow migrated: 1 import' },
  ],
  [
    'a submission whose create is not recorded',
    submission,
    { exitCode: 0, says: '1 upheld' },
    { exitCode: 2, says: 'unknown: 1 submission without a recorded create' },
    { exitCode: 2, says: '1 submission without a create' },
  ],
  [
    'a submission that was refused',
    submitV1Call(7, { status: 404 }),
    { exitCode: 2, says: '1 refused' },
    { exitCode: 2, says: 'unknown: ' },
    { exitCode: 2, says: '1 call without success' },
  ],
  [
    'a value that is no record',
    '42',
    { exitCode: 2, says: 'is broken: the record is not a JSON object' },
    { exitCode: 2, says: 'is broken: the record is not a JSON object' },
    { exitCode: 2, says: 'a.ndjson is not a JSON object' },
  ],
  [
    'a line that is no JSON',
    'x',
    { exitCode: 2, says: 'not valid JSON' },
    { exitCode: 2, says: 'not valid JSON' },
    { exitCode: 2, says: 'not valid JSON' },
  ],
])('%s', async (_, record, ...answers) => {
  const verbs: readonly Command[] = [checkCommand(), assessCommand(), migrateCommand()];
  for (const [at, { exitCode, says }] of answers.entries()) {
    const verb = verbs[at] as Command;
    const found = await callVerb(verb, ['a.ndjson'], { 'a.ndjson': ndjson([record]) });
    expect(`${found.stdout}${found.stderr}`, verb.name()).toContain(says);
    expect(found.exitCode, verb.name()).toBe(exitCode);
  }
});
