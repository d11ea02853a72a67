// Which clauses an exchange speaks of: those of the places it reaches and of the rules that ruled, and no others.
import { expect, test } from 'vitest';
import { goodExchanges } from './documented/good-exchanges.ts';
import { edited } from './documented/sabotages.ts';
import { defaultSettings } from './settings.ts';
import { shownClauses } from './shown.ts';

const [token] = goodExchanges.createToken;
const mock = { ...defaultSettings, readsRequests: false };

test('a token call speaks of the call, the answer, its fields and the fields that were sent', () => {
  expect([...shownClauses('createToken', token, defaultSettings)].toSorted()).toEqual([
    'AUTH-CLIENT-ID',
    'AUTH-CLIENT-SECRET',
    'AUTH-GRANT-TYPE',
    'AUTH-PASSWORD',
    'AUTH-TOKEN-CALL',
    'AUTH-TOKEN-EXPIRES-IN',
    'AUTH-TOKEN-RESPONSE',
    'AUTH-TOKEN-SCOPE',
    'AUTH-TOKEN-TYPE',
    'AUTH-TOKEN-VALUE',
    'AUTH-USERNAME',
  ]);
});

test('what was sent to a service that reads no requests shows nothing', () => {
  const shown = shownClauses('createToken', token, mock);
  expect(shown).not.toContain('AUTH-CLIENT-ID');
  expect(shown).toContain('AUTH-TOKEN-VALUE');
});

test('a field that is not there is not spoken of', () => {
  const shown = shownClauses('createToken', edited(token, '/request/body/json/username'), defaultSettings);
  expect(shown).not.toContain('AUTH-USERNAME');
});

test('a refusal speaks of no success', () => {
  const refused = { ...token, response: { status: 401, headers: {} } };
  expect([...shownClauses('createToken', refused, defaultSettings)]).toEqual([]);
});

test('a 451 answer speaks of its status, its address, its error and the call it names', () => {
  const shown = shownClauses('submitPaymentV1', goodExchanges.submitPaymentV1[0], defaultSettings);
  for (const clause of [
    'V1-SUBMIT-451',
    'V1-451-LOCATION',
    'V1-451-CODE',
    'V1-451-TYPE',
    'V1-451-MESSAGE',
    'V1-451-MULTI-STEP',
    'V1-ENVELOPE-ENDPOINT',
    'V1-SUBMIT-CALL',
    'V1-PREFIX',
  ] as const) {
    expect(shown).toContain(clause);
  }
  expect(shown).not.toContain('V1-IMPORT-451');
});

test('a rule speaks of the params of its own trigger event', () => {
  const high = goodExchanges.createNotificationRule.find(({ request }) =>
    JSON.stringify(request).includes('HIGH_'),
  );
  const shown = shownClauses('createNotificationRule', high ?? token, defaultSettings);
  expect(shown).toContain('RULE-HIGH-THRESHOLD');
  expect(shown).toContain('RULE-HIGH-MAX-COUNT');
  expect(shown).not.toContain('RULE-LOW-THRESHOLD');
  expect(shown).not.toContain('RULE-TRANSACTIONS-MAX-COUNT');
});

test('an answer that lacks a field shows nothing of it', () => {
  const lacking = edited(goodExchanges.createUser[0], '/response/body/json/phone');
  expect(shownClauses('createUser', lacking, defaultSettings)).not.toContain('USER-RESPONSE-PHONE');
});

test('a list that is none, and items that are none, show nothing below them', () => {
  for (const errors of [{ code: 'x' }, 'text', 17, [null, 'text']]) {
    const exchange = edited(goodExchanges.submitPaymentV1[0], '/response/body/json/errors', errors);
    const shown = shownClauses('submitPaymentV1', exchange, defaultSettings);
    // The status is there all the same.
    expect(shown).toContain('V1-SUBMIT-451');
    expect(shown).toContain('V1-ENVELOPE-DATE');
    expect(shown).not.toContain('V1-ENVELOPE-TYPE');
  }
});
