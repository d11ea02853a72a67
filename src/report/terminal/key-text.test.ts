// A run whose key opens no message says so once; one message that opens, or none that is encrypted, and it says nothing.
import { expect, test } from 'vitest';
import type { CaseResult, PlayedStep } from '../../drive/verdict.ts';
import { green } from '../sample-runs.ts';
import { keyText } from './key-text.ts';
import { plain } from './look.ts';
import { outcome } from './outcome.ts';

const item = { accountId: 101, bankName: 'Bank' };
const message = (fields: object) => ({
  notificationRuleId: 7,
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  callbackHandle: 'low',
  balanceThreshold: 250,
  balanceChanges: [{ ...item, ...fields }],
});
const CLOSED = message({});
const finding = {
  clause: 'MESSAGE-ENCRYPTION',
  pointer: '/story/1/received/0/message/balanceChanges/0/accountName',
  message: 'accountName does not decrypt: the text was not encrypted with this key',
} as const;

function run(received: readonly unknown[], findings: CaseResult['findings'] = [finding]) {
  const story: PlayedStep[] = [{ expected: [], received: received.map((message) => ({ message })) }];
  const played: CaseResult = {
    clause: 'MESSAGE-LOW',
    says: 'sends it',
    file: 'suites/notifications/low.ts',
    verdict: findings.length > 0 ? 'violated' : 'upheld',
    findings,
    shown: [],
    exchanges: [],
    played: { rules: {}, story },
  };
  return { ...green, cases: [...green.cases, played] };
}

test('it is said once where nothing could be decrypted, before all else', () => {
  const closed = run([CLOSED, message({ accountIban: null }), CLOSED]);
  expect(keyText(closed)).toBe(
    'Nothing that is encrypted in a message of mock could be decrypted: the data decryption key, or the cipher, may be another one than it has.',
  );
  const text = outcome(closed, plain).replaceAll('\n  may', ' may');
  expect(text.startsWith(`? ${keyText(closed)}\n\nFlows\n`)).toBe(true);
  expect(text.split(keyText(closed))).toHaveLength(2);
});

test.each([
  ['one text of one message opens', run([CLOSED, message({ accountName: 'Girokonto' })])],
  ['no field is said not to decrypt', run([CLOSED], [])],
  ['no message came', green],
])('it is not said where %s', (_, other) => {
  expect(keyText(other)).toBe('');
  expect(outcome(other, plain)).toMatch(/^Flows\n/);
});
