// A test of a user of Jest. The title of each test says how it ends, and with which words.
import { expect, test } from '@jest/globals';
import payment from 'bank-access-contracts/fixtures/createStandalonePayment/minimal.json' with {
  type: 'json',
};
import notification from 'bank-access-contracts/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { matchers } from 'bank-access-contracts/jest';

const { response } = payment;
const { message, key } = notification;
expect.extend(matchers);
test('passed', async () => {
  expect(response).toMatchContract('createStandalonePayment', 201);
  await expect(Response.json(response.body, { status: 201 })).toMatchContract('createStandalonePayment', 201);
  await expect(message).toBeNotification('LOW_ACCOUNT_BALANCE', { key });
  await expect(message).not.toBeNotification('NEW_ACCOUNT_BALANCE', { key });
});
test('failed: V2-FORM-URL /response/body/url: url is a number, not text', () => {
  expect({ ...response.body, url: 7 }).toMatchContract('createStandalonePayment', 201);
});
test('failed: MESSAGE-TRIGGER-EVENT /triggerEvent: triggerEvent is "LOW_ACCOUNT_BALANCE", not ', async () => {
  await expect(message).toBeNotification('NEW_ACCOUNT_BALANCE', { key });
});
test('failed: the operation "pay" is not documented; there is createToken, ', () => {
  expect(response).not.toMatchContract('pay', 201);
});
