// The matchers and their types under the `expect` of jest; `npm run interop` runs them under jest itself.
import { expect as jestExpect } from 'expect';
import { expect, test } from 'vitest';
import fixture from '../../generated/fixtures/createStandalonePayment/minimal.json' with { type: 'json' };
import notification from '../../generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { matchers } from './jest.entry.ts';

const { response } = fixture;
const { message, key } = notification;
jestExpect.extend(matchers);

test('what is documented matches', async () => {
  jestExpect(response).toMatchContract('createStandalonePayment', 201);
  await jestExpect(Response.json(response.body, { status: 201 })).toMatchContract(
    'createStandalonePayment',
    201,
  );
  await jestExpect(message).toBeNotification('LOW_ACCOUNT_BALANCE', { key });
  await jestExpect(message).not.toBeNotification('NEW_ACCOUNT_BALANCE', { key });
});

test('what breaks a clause fails with it', async () => {
  const form = { ...response.body, url: 7 };
  expect(() => jestExpect(form).toMatchContract('createStandalonePayment', 201)).toThrow(
    '  V2-FORM-URL /response/body/url: url is a number, not text',
  );
  await expect(jestExpect(message).toBeNotification('NEW_ACCOUNT_BALANCE', { key })).rejects.toThrow(
    '  MESSAGE-TRIGGER-EVENT /triggerEvent: triggerEvent is "LOW_ACCOUNT_BALANCE", not ',
  );
});

test('an operation or event that is not documented compiles nowhere and fails, turned round too', async () => {
  // @ts-expect-error there is no such operation
  expect(() => jestExpect(response).not.toMatchContract('pay', 201)).toThrow(
    'the operation "pay" is not documented',
  );
  // @ts-expect-error it is answered with 451
  expect(() => jestExpect({}).not.toMatchContract('submitPaymentV1', 201)).toThrow();
  // @ts-expect-error there is no such event
  await expect(jestExpect({}).toBeNotification('LOW_BALANCE', { key: '' })).rejects.toThrow();
});
