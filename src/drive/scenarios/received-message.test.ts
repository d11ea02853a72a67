// What a message repeats of the secrets of a run is struck before it is judged or kept, decrypted or not.
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import { TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { defaultCipher } from '../../../contracts/src/messages/default-cipher.ts';
import { Secrets } from '../calls/secrets.ts';
import { readMessage } from './received-message.ts';

test('a secret is struck from what is plain, from what was encrypted and from what is said of it', async () => {
  const cipher = await defaultCipher(TEST_KEY);
  const secret = 'client-secret';
  const message = {
    notificationRuleId: secret,
    triggerEvent: 'BANK_LOGIN_ERROR',
    callbackHandle: 'run-1-login',
    loginErrors: [
      {
        bankConnectionId: 11,
        bankName: `Bank of ${secret}`,
        bankConnectionName: await cipher.encrypt(`My ${secret}`),
        details: await cipher.encrypt(`{"errorMessage":["${secret}"]}`),
      },
    ],
  };
  const rule = {
    triggerEvent: 'BANK_LOGIN_ERROR',
    callbackHandle: 'run-1-login',
    includeDetails: true,
  } as const;
  const read = await readMessage(
    { method: 'POST', path: '/', text: JSON.stringify(message) },
    {
      ...{ clause: 'MESSAGE-LOGIN-FIRES', rules: { login: rule }, prefix: 'run', cipher },
      ...{ settings: defaultSettings, isAddressed: () => true, secrets: new Secrets([secret]) },
    },
  );
  expect(JSON.stringify(read)).not.toContain(secret);
  expect(read?.message).toMatchObject({
    loginErrors: [{ bankName: 'Bank of [secret]', bankConnectionName: 'My [secret]' }],
  });
});
