// A benign variant passes; one that breaks a clause, leaves a case unproven, or makes no difference is an alarm.
import { expect, test } from 'vitest';
import type { VariantRow } from '../../contracts/src/contract/variant-row.ts';
import { example } from '../drive/calls/call.ts';
import { cases } from '../drive/cases/case.ts';
import type { Catalogue } from '../drive/planned-cases.ts';
import { scenarios } from '../drive/scenarios/scenario.ts';
import { runVariant } from './run-variant.ts';

const imports: Catalogue = {
  exchanges: [
    cases('suites/made-up.ts', [
      {
        clause: 'V1-IMPORT-451',
        says: 'is answered with 451',
        given: 'a user',
        when: 'importBankConnectionV1',
        send: example('importBankConnectionV1', 'full'),
        then: 451,
      },
    ]),
  ],
  migrations: [],
  scenarios: [],
};
const world = {
  client: {},
  categories: [],
  users: [
    {
      ...{ id: 'anna', password: 'made-up', email: 'anna@example.com', phone: '1' },
      isAutoUpdateEnabled: true,
      bankConnections: [
        {
          ...{ id: 11, name: 'House bank', bankName: 'Example Bank', bankCountry: 'DE' },
          accounts: [{ id: 101, name: 'Giro', number: '1', iban: null, balance: 10 }],
        },
      ],
    },
  ],
};
/** Balances of 22 digits, and the name of an account, which is encrypted. */
const balances: Catalogue = {
  exchanges: [],
  migrations: [],
  scenarios: [
    scenarios('suites/made-up.ts', [
      {
        clause: 'MESSAGE-ITEM-ACCOUNT-NAME',
        says: 'tells the name',
        given: 'a balance that changed',
        world,
        rules: { changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE' } },
        story: [
          { update: { accounts: [{ accountId: 101, newBalance: 9 }] } },
          { messages: [{ rule: 'changes', balanceChanges: [{ accountId: 101, accountName: 'Giro' }] }] },
        ],
      },
      {
        clause: 'MESSAGE-BALANCE-DETAILS-NEW',
        says: 'tells it',
        given: 'a balance digit for digit',
        assuming: { numberPrecision: 'decimal' },
        world,
        rules: {},
        story: [{ messages: [] }],
      },
    ]),
  ],
};

function alarms(row: Partial<VariantRow>, catalogue = imports) {
  return runVariant({ id: 'MADE-UP', allowedBy: 'more is not wrong', says: 'differs', ...row }, catalogue);
}

test('a provider that differs in what is open passes', async () => {
  const more = await alarms({ seam: 'answer', edit: { set: '/more', to: 1 } });
  expect(more).toEqual({
    ...{ id: 'MADE-UP', allowedBy: 'more is not wrong', says: 'differs' },
    ...{ verdict: 'passed', alarms: [] },
  });
});

test('a provider that breaks a clause alarms', async () => {
  const { verdict, alarms: told } = await alarms({ seam: 'answer', edit: { remove: '/bank' } });
  expect(verdict).toBe('false alarm');
  expect(told).toEqual([expect.stringContaining('V1-ENVELOPE-BANK at /response/body')]);
});

test('a case that is left unproven alarms', async () => {
  const { alarms: told } = await alarms({ seam: 'answer', of: ['createUser'], edit: { status: 500 } });
  expect(told).toEqual([expect.stringContaining('V1-IMPORT-451 unproven')]);
});

test('a difference that no case brings about alarms', async () => {
  const nowhere: Partial<VariantRow> = { seam: 'message', edit: { reverse: '/loginErrors' } };
  expect((await alarms(nowhere)).alarms).toEqual(['no case brings the difference about']);
});

test('settings are those of provider and reader alike, a cipher too', async () => {
  const cipher = 'src/faults/functions/another-cipher.ts';
  expect((await alarms({ settings: { cipher } }, balances)).alarms).toEqual([]);
  await expect(alarms({ settings: { cipher: 'nowhere.ts' } }, balances)).rejects.toThrow('cannot be loaded');
});

test('what the settings of a variant put out of reach is no alarm', async () => {
  expect((await alarms({ settings: { numberPrecision: 'float' } }, balances)).alarms).toEqual([]);
});
