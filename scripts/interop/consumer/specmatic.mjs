// On a sandbox: Specmatic plays the tests that it makes of both documents. Its jar, since its own command ends with 0 on failures.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { clientToken, createClient, createUser, userToken, v1 } from 'bank-access-contracts/client';

const { ACCESS_URL: accessUrl, WEB_FORM_URL: webFormUrl, CLIENT_ID, CLIENT_SECRET } = process.env;
const us = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
const as = (token) => createClient({ accessUrl, webFormUrl }, token?.access_token);
const client = await clientToken(as(), us);
await createUser(as(client), { id: 'tester', password: 'a-made-up-password' });
const user = await userToken(as(), { ...us, username: 'tester', password: 'a-made-up-password' });
const { id } = await v1.createMoneyTransfer(as(user), {
  iban: 'DE89370400440532013000',
  moneyTransfers: [{ amount: 1 }],
});
/** What is of this sandbox in place of the examples. */
const own = {
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  username: 'tester',
  password: 'a-made-up-password',
  paymentId: id,
};
const tokens = Object.entries({ clientToken: client, userToken: user });
const securitySchemes = Object.fromEntries(
  tokens.map(([name, { access_token }]) => [name, { type: 'oauth2', token: access_token }]),
);
for (const [name, url] of Object.entries({ access: accessUrl, 'web-form': webFormUrl })) {
  const text = readFileSync(`node_modules/bank-access-contracts/generated/${name}.statuses.json`, 'utf8');
  const document = JSON.parse(text, function (key, value) {
    if (typeof value === 'object') return value;
    return key === 'password' && !this.username ? value : (own[key] ?? value);
  });
  writeFileSync(`${name}.json`, JSON.stringify(document));
  const contracts = [{ filesystem: { directory: '.' }, provides: [`${name}.json`] }];
  const config = { version: 2, contracts, security: { OpenAPI: { securitySchemes } } };
  writeFileSync('specmatic.json', JSON.stringify(config));
  const java = ['-XX:TieredStopAtLevel=1', '-jar', process.argv[2], 'test', `--testBaseURL=${url}`];
  const { status } = spawnSync('java', java, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exitCode = 1;
}
