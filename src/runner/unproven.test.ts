// Why a call has no answer, with what to look at where the code of Node alone does not say it.
import { expect, test } from 'vitest';
import { NoResponse } from '../http/http-sender.ts';
import { unanswered } from './unproven.ts';

test.each([
  ['ECONNREFUSED', ''],
  ['EPROTO', 'http and not https'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'http and not https'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'it wants a client certificate: name it under tls'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'client certificate'],
  ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'client certificate'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'refuses the client certificate'],
  ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'refuses the client certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls.ca'],
  ['HPE_INVALID_CONSTANT', 'https and not http'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
])('%s', (code, hint) => {
  const error = new NoResponse('Bearer s3cret', code);
  const { message } = unanswered('bank', 'https://a.example', error, 1000);
  expect(message).toMatch(new RegExp(`${code}.*${hint}`));
  expect(message).not.toContain('s3cret');
});
