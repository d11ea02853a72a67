// Why a call has no answer, with what to look at where the code of Node alone does not say it.
import { expect, test } from 'vitest';
import { unanswered } from './unproven.ts';

test.each([
  ['ECONNREFUSED', 'ECONNREFUSED'],
  ['EPROTO', 'EPROTO: TLS fails there; is the URL http and not https?'],
  ['HPE_INVALID_CONSTANT', 'HPE_INVALID_CONSTANT: the response is not HTTP; is the URL https and not http?'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'DEPTH_ZERO_SELF_SIGNED_CERT: its certificate is not trusted; NODE_EXTRA_CA_CERTS names your own',
  ],
])('%s', (code, words) => {
  const error = Object.assign(new Error('Bearer s3cret'), { code });
  expect(unanswered('bank', 'https://a.example', error, 1000).message).toBe(
    `bank does not respond at https://a.example (${words})`,
  );
});
