// A test of a user of Jest: the matchers pass what is documented, and fail with the clause that is broken.
import { expect, test } from '@jest/globals';
import payment from 'bank-access-contracts/fixtures/createStandalonePayment/minimal.json' with {
  type: 'json',
};
import notification from 'bank-access-contracts/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { matchers } from 'bank-access-contracts/jest';

const { response } = payment;
const { message, key } = notification;
expect.extend(matchers);

test('what is documented passes', async () => {
  expect(response).toMatchContract('createStandalonePayment', 201);
  await expect(Response.json(response.body, { status: 201 })).toMatchContract('createStandalonePayment', 201);
  await expect(message).toBeNotification('LOW_ACCOUNT_BALANCE', { key });
  await expect(message).not.toBeNotification('NEW_ACCOUNT_BALANCE', { key });
});

test('what is not fails with its clause', async () => {
  const body = { ...response.body, url: 7 };
  expect(() => expect(body).toMatchContract('createStandalonePayment', 201)).toThrow('V2-FORM-URL');
  await expect(expect(message).toBeNotification('NEW_ACCOUNT_BALANCE', { key })).rejects.toThrow(
    'MESSAGE-TRIGGER-EVENT',
  );
  expect(() => expect(response).not.toMatchContract('pay', 201)).toThrow('"pay" is not documented');
});
