// The types of the matchers. Each line marked as an error has to be one.
import { expect } from 'vitest';
import 'bank-access-contracts/vitest';

declare const response: Response;
export const all: Promise<void>[] = [
  expect(response).toMatchContract('createUser', '2XX'),
  expect('').not.toBeNotification('NEW_TRANSACTIONS', { key: '' }),
];
expect({}).toMatchContract('createStandalonePayment', 201);
// @ts-expect-error there is no such operation
expect({}).toMatchContract('createStandalonPayment', 201);
// @ts-expect-error it is answered with 451
expect({}).not.toMatchContract('submitPaymentV1', 201);
// @ts-expect-error there is no such event
expect({}).toBeNotification('LOW_BALANCE', { key: '' });
