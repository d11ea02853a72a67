// What must not be repeated is found by name.
import { expect, test } from 'vitest';
import { SECRET_NAME, secretsIn } from './redact.ts';

test('names of credentials are known in any spelling', () => {
  const secret =
    'Authorization X-API-Key client_secret dataDecryptionKey set-cookie pin PIN userPin sms_tan photoTAN card.cvv otp2 pukCode';
  const other =
    'bankId callbackHandle content-type shipping tangent Pinot standing instantPayment counterpartName optional :authority';
  for (const name of secret.split(' ')) expect(SECRET_NAME.test(name), name).toBe(true);
  for (const name of other.split(' ')) expect(SECRET_NAME.test(name), name).toBe(false);
});

test('a secret is a text or a number behind a name, at any depth and without its scheme', () => {
  const fields = { password: 'a b', passcode: 7, token: undefined, keys: [null, true, 'k'], name: 'Anna' };
  expect(secretsIn([{ authorization: 'Bearer  abc' }, fields])).toEqual(['abc', 'a b', '7', 'k']);
});
