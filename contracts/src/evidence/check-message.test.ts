// Recorded messages, each with its verdict; what is no message or no rule breaks the record and says why.
import { beforeAll, expect, test } from 'vitest';
import { checkValue } from '../../../src/test-support/check-value.ts';
import exampleMessages from '../../generated/example-messages.json' with { type: 'json' };
import { defaultSettings } from '../judge/settings.ts';
import { type Cipher, defaultCipher, TEST_KEY } from '../messages/cipher.ts';

let cipher: Cipher;
beforeAll(async () => {
  cipher = await defaultCipher(TEST_KEY);
});

const low = exampleMessages.messages.LOW_ACCOUNT_BALANCE.full;
const rule = {
  notificationRuleId: 81,
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold: '250.50', accountIds: '101' },
  callbackHandle: 'below-threshold',
  includeDetails: true,
};

const checked = (record: unknown) =>
  checkValue(typeof record === 'string' ? record : JSON.stringify(record), undefined, cipher);

test('a message is upheld alone, as text, and with its rule', async () => {
  for (const record of [{ message: low }, { message: JSON.stringify(low) }, { message: low, rule }]) {
    expect(await checked(record)).toMatchObject({
      operation: 'LOW_ACCOUNT_BALANCE',
      verdict: 'upheld',
      findings: [],
      shows: expect.arrayContaining(['MESSAGE-LOW-THRESHOLD']),
      undocumented: [],
    });
  }
});

test('a message that its rule does not send is violated', async () => {
  const other = { ...rule, params: { balanceThreshold: 250 }, includeDetails: false };
  const { verdict, findings } = await checked({ message: low, rule: other });
  expect(verdict).toBe('violated');
  expect(findings.map(({ clause, pointer }) => `${clause} ${pointer}`)).toEqual([
    'MESSAGE-DETAILS-ONLY-ASKED /balanceChanges/0/details',
    'MESSAGE-LOW-THRESHOLD /balanceThreshold',
  ]);
});

test('further fields of a rule are not shown, and break nothing', async () => {
  const further = { ...rule, name: 'my rule', isEnabled: true };
  expect(await checked({ message: low, rule: further })).toMatchObject({ verdict: 'upheld', findings: [] });
});

test('ids and thresholds keep their digits, in message and rule', async () => {
  const text = JSON.stringify({ message: low, rule: { ...rule, params: { balanceThreshold: 250.5 } } });
  const exact = (message: string, ofRule: string) =>
    checked(
      text
        .replaceAll('81,', `${message},`)
        .replace(
          `:${message},"triggerEvent":"LOW_ACCOUNT_BALANCE","params"`,
          `:${ofRule},"triggerEvent":"LOW_ACCOUNT_BALANCE","params"`,
        ),
    );
  expect((await exact('9007199254740993', '9007199254740993')).findings).toEqual([]);
  expect((await exact('9007199254740993', '9007199254740992')).findings).toEqual([
    {
      clause: 'MESSAGE-RULE-ID',
      about: 'provider',
      pointer: '/notificationRuleId',
      message: 'notificationRuleId is 9007199254740993, not 9007199254740992, that of the rule',
    },
  ]);
});

test('fields that are not documented are noted once', async () => {
  const [item] = low.balanceChanges;
  const message = {
    ...low,
    more: 1,
    balanceChanges: [
      { ...item, x: 1 },
      { ...item, accountId: 102, x: 2 },
    ],
  };
  expect(await checked({ message })).toMatchObject({
    verdict: 'upheld',
    undocumented: ['/balanceChanges/*/x', '/more'],
  });
});

test('another callback is not judged', async () => {
  expect(await checked({ message: { triggerEvent: 'PAYMENT_DONE' } })).toMatchObject({
    operation: null,
    verdict: 'not-judged',
    findings: [],
    undocumented: [],
    reason: 'no documented message',
  });
});

const broken: [string, unknown, string][] = [
  ['null', null, 'the message is null, not a JSON object'],
  ['a list', [low], 'the message is a list, not a JSON object'],
  ['text', 'sesame', 'the message is no valid JSON: unexpected character at line 1, column 1'],
  ['text that repeats a key', '{"a":1,"a":2}', 'the message is no valid JSON: key "a" is repeated'],
];
const params = (more: object) => ({ ...rule, params: { ...rule.params, ...more } });
const undocumented = 'is not documented for LOW_ACCOUNT_BALANCE in the rule';
const terms = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', callbackHandle: 'a', params: { accountIds: '1' } };
const brokenRules: [string, unknown, string][] = [
  ['null', null, 'the rule is null, not an object'],
  ['text', 'sesame', 'the rule is text, not an object'],
  ['without event', { callbackHandle: 'a' }, 'triggerEvent is missing in the rule'],
  ['without handle', { triggerEvent: 'NEW_TRANSACTIONS' }, 'callbackHandle is missing in the rule'],
  ['of an unknown event', { ...rule, triggerEvent: 'OTHER' }, 'triggerEvent is "OTHER", not '],
  ['without its threshold', { ...rule, params: {} }, 'params.balanceThreshold is missing in the rule'],
  [
    'with a threshold of words',
    params({ balanceThreshold: 'low' }),
    'params.balanceThreshold is text, not a number in the rule',
  ],
  [
    'with an id of text',
    { ...rule, notificationRuleId: '81' },
    'notificationRuleId is text, not a number in the rule',
  ],
  ['with a mistyped param', params({ accountId: 'sesame' }), `param "accountId" ${undocumented}`],
  ['with a param without a name', params({ '': 1 }), `param "" ${undocumented}`],
  [
    'with a param of another event',
    params({ maxTransactionsCount: 3 }),
    `param "maxTransactionsCount" ${undocumented}`,
  ],
  ['of new terms with a param', terms, 'param "accountIds" is not documented for NEW_TERMS_AND_CONDITIONS'],
  [
    'that says yes',
    { ...rule, includeDetails: 'yes' },
    'includeDetails is text, not true or false in the rule',
  ],
];

for (const [what, record, why] of [
  ...broken.map(([what, message, why]) => [`a message that is ${what}`, { message }, why] as const),
  ...brokenRules.map(([what, of, why]) => [`a rule ${what}`, { message: low, rule: of }, why] as const),
]) {
  test(`${what} breaks the record`, async () => {
    const { verdict, findings, reason } = await checked(record);
    expect({ verdict, findings }).toEqual({ verdict: 'not-judged', findings: [] });
    expect(reason).toContain(why);
    expect(reason).not.toContain('sesame');
  });
}

test('a broken rule leaves the trigger event known', async () => {
  expect(await checked({ message: low, rule: [] })).toMatchObject({ operation: 'LOW_ACCOUNT_BALANCE' });
});

test('zeros before a number in a rule or a message say nothing', async () => {
  const of = params({ balanceThreshold: '0250.50' });
  expect(await checked({ message: low, rule: of })).toMatchObject({ verdict: 'upheld', findings: [] });
  const record = JSON.stringify({ message: { ...low, balanceThreshold: '0250.50' }, rule });
  const settings = { ...defaultSettings, bigDecimalForm: 'string' } as const;
  expect(await checkValue(record, settings, cipher)).toMatchObject({ verdict: 'upheld', findings: [] });
});

test('whatever a message or a rule holds, it ends nothing but its record', async () => {
  for (const odd of [{ toString: 5 }, '\ud800', { valueOf: null, toString: null }, [[[]]]])
    for (const record of [
      { message: { ...low, callbackHandle: odd, notificationRuleId: odd, balanceChanges: [odd] }, rule },
      { message: low, rule: { ...rule, callbackHandle: odd, params: { ...rule.params, accountIds: odd } } },
    ])
      expect(['violated', 'not-judged']).toContain((await checked(record)).verdict);
});

test('a record with a request is an exchange, whatever else it has', async () => {
  const operation = async (record: unknown) => (await checked(record)).operation;
  expect(await operation({ message: low })).toBe('LOW_ACCOUNT_BALANCE');
  expect(await operation(low)).toBe('LOW_ACCOUNT_BALANCE');
  expect(await operation({ message: low, request: { method: 'GET', url: '/clientConfiguration' } })).toBe(
    'getClientConfiguration',
  );
});
