/** The history of a recording that the sandbox made: nothing is found in it, and messages that differ from their rule are. */
import { expect, test } from 'vitest';
import { UpdateRunner, worldOf } from '../../../src/test-support/update-runner.ts';
import { readJson } from '../base/exact-json.ts';
import { type Cipher, CipherError } from '../messages/cipher.ts';
import { checkRecord } from './check-record.ts';
import { History } from './history.ts';

const cipher: Cipher = {
  encrypt: (plain) => Promise.resolve(`⟦${plain}⟧`),
  decrypt: async (text) => {
    if (!text.startsWith('⟦')) throw new CipherError('it is not in brackets');
    return text.slice(1, -1);
  },
};

/** A sandbox whose calls are recorded, each a second after the one before. */
class RecordedSandbox extends UpdateRunner {
  readonly records: string[] = [];

  override async call(...sent: Parameters<UpdateRunner['call']>) {
    const [api, method, path, { body, headers } = {}] = sent;
    const reply = await super.call(...sent);
    if (api === 'control') return reply;
    const time = new Date(Date.UTC(2026, 10, 22) + this.records.length * 1000).toISOString();
    const url = `https://${api === 'access' ? 'api' : 'forms'}.example${path}`;
    const response = { status: reply.status, headers: reply.headers, body: reply.text };
    this.records.push(JSON.stringify({ time, request: { method, url, headers, body }, response }));
    return reply;
  }
}

async function found(records: readonly string[]): Promise<string[]> {
  const findings: string[] = [];
  const history = new History(({ index }, of) => {
    for (const { clause, pointer, earlier } of of)
      findings.push(`${clause} at ${index}${pointer}, ${earlier.index} before`);
  });
  for (const [index, text] of records.entries()) {
    const read = () => readJson(text);
    const { verdict, evidence, decrypted } = await checkRecord({ read }, async () => cipher);
    expect(verdict).not.toBe('violated');
    if (evidence?.kind === 'call') history.addCall(evidence, { file: 'f', index });
    else if (decrypted) history.addMessage(decrypted, { file: 'f', index });
  }
  history.end();
  return findings;
}

const rule = (callbackHandle: string, triggerEvent: string, params: object) => ({
  triggerEvent,
  params,
  callbackHandle,
  includeDetails: true,
});
const payment = { iban: 'DE89370400440532013000', moneyTransfers: [{ amount: 1 }, { amount: 2 }] };
const v2Payment = { sender: { iban: payment.iban }, orders: [{ amount: { value: 1, currency: 'EUR' } }] };

/** Both flows, rules of every kind, and the messages of an update, for two users who do the same. */
async function recorded() {
  const sandbox = new RecordedSandbox(worldOf([]), { cipher: () => Promise.resolve(cipher) });
  for (const name of ['anna', 'ben', 'cleo']) {
    const token = await sandbox.userToken(name, name === 'cleo' ? undefined : 'example');
    const call = (operation: Parameters<typeof sandbox.operate>[0], body: object) =>
      sandbox.operate(operation, { token, body });
    await call('importBankConnectionV1', { bankId: 1 });
    for (const _ of [1, 2]) {
      const { json } = await call('createMoneyTransferV1', payment);
      await call('submitPaymentV1', { paymentId: json.id, interface: 'XS2A' });
      await call('createStandalonePayment', v2Payment);
      await call('createBankConnectionImport', { bank: { id: 1 } });
      for (const [handle, event, params] of [
        ['all', 'NEW_ACCOUNT_BALANCE', {}],
        ['giro', 'NEW_ACCOUNT_BALANCE', { accountIds: '101' }],
        ['both', 'NEW_ACCOUNT_BALANCE', { accountIds: '101,102' }],
        ['low', 'LOW_ACCOUNT_BALANCE', { accountIds: '101', balanceThreshold: 500.05 }],
        ['new', 'NEW_TRANSACTIONS', { accountIds: '101', maxTransactionsCount: 1 }],
        ['living', 'CATEGORY_CASH_FLOW', { categoryId: '7' }],
        ['login', 'BANK_LOGIN_ERROR', { bankConnectionIds: '12' }],
      ] as const)
        await call('createNotificationRule', rule(`${name}-${handle}`, event, params));
    }
  }
  const bankBookingDate = '2026-11-20T08:00:00.000Z';
  await sandbox.update({
    accounts: [
      {
        accountId: 101,
        newBalance: 399,
        transactions: [
          { id: 1, bankBookingDate, amount: -600, categoryId: 711 },
          { id: 2, bankBookingDate, amount: -1, categoryId: 8 },
        ],
      },
    ],
    failedLogins: [{ bankConnectionId: 12, errorMessage: 'Denied', wrongCredentials: true }],
  });
  const messages = (await sandbox.texts()).map(({ text }) => text);
  return { records: sandbox.records, messages };
}

test('nothing is found in the recording of a sandbox that keeps the documentation', async () => {
  const { records, messages } = await recorded();
  expect(messages.length).toBeGreaterThan(4);
  expect(await found([...records, ...messages])).toEqual([]);
});

const edits: [string, RegExp, string, string][] = [
  [
    'low',
    /"balanceThreshold":500.05/,
    '"balanceThreshold":500.06',
    'MESSAGE-LOW-THRESHOLD at #/balanceThreshold',
  ],
  ['giro', /"accountId":101/, '"accountId":103', 'MESSAGE-LISTED-ONLY at #/balanceChanges'],
  ['new', /,"details":"[^⟧]*⟧"/, '', 'MESSAGE-DETAILS-PRESENT at #/newTransactions/0/details'],
  ['giro', /anna-giro/, 'anna-both', ''],
];
for (const [handle, from, to, finding] of edits) {
  test(`a message of the rule ${handle} with ${to || 'nothing'} in place of ${from.source}`, async () => {
    const { records, messages } = await recorded();
    const [message = ''] = messages.filter((text) => text.includes(`anna-${handle}`));
    const others = messages.filter((text) => text !== message);
    const spoilt = message.replace(from, to);
    expect(spoilt).not.toBe(message);
    const all = [...records, ...others, spoilt];
    const created = records.findIndex((text) => text.includes(`anna-${handle}`));
    const due = finding && [`${finding.replace('#', `${all.length - 1}`)}, ${created} before`];
    expect(await found(all)).toEqual(due || []);
    // Without the creation in the recording, or with another id in its response, it is of a rule that is not known.
    expect(await found([...others, spoilt])).toEqual([]);
    const renamed = records.map((text) => text.replaceAll(/\\"id\\":(\d+)\}/g, '\\"id\\":9$1}'));
    expect(await found([...renamed, ...others, spoilt])).toEqual([]);
  });
}
