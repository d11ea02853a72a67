// Which ids of a rule its user does not have.
import { expect, test } from 'vitest';
import { worldOf } from '../batch-update/notified.ts';
import { Visitor } from '../visitor.ts';

test.each([
  ['NEW_TRANSACTIONS', {}, 201],
  ['NEW_TRANSACTIONS', { accountIds: '101,102' }, 201],
  ['NEW_TRANSACTIONS', { accountIds: '101,999' }, 400],
  ['BANK_LOGIN_ERROR', { bankConnectionIds: '11' }, 201],
  // An account is no bank connection.
  ['BANK_LOGIN_ERROR', { bankConnectionIds: '101' }, 400],
  ['CATEGORY_CASH_FLOW', { categoryId: '7' }, 201],
  ['CATEGORY_CASH_FLOW', { categoryId: '999' }, 400],
])('%s with %j is answered with %i where unknown ids are refused', async (triggerEvent, params, status) => {
  const body = { triggerEvent, params, callbackHandle: 'example', includeDetails: false };
  const created = async (settings: object) => {
    const visitor = new Visitor({ settings, world: worldOf([]) });
    return (
      await visitor.operate('createNotificationRule', {
        token: await visitor.userToken('anna', 'example'),
        body,
      })
    ).status;
  };
  expect(await created({ unknownIds: 'refused' })).toBe(status);
  expect(await created({})).toBe(201);
});
