// The command that repeats a request: read here by a shell, with a curl that only prints its arguments.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Request } from '../../contracts/src/judge/exchange.ts';
import { green, importV1 } from '../test-support/sample-runs.ts';
import { curl, curlHint } from './repeat-commands.ts';

const BANK = 'https://bank.example';

test('a request becomes one command with secrets and personal values as variables, and a shell reads it as the request', () => {
  const command = curl(importV1);
  expect(command).toBe(
    [
      "curl -i -X POST 'http://127.0.0.1:4010/api/v1/bankConnections/import' \\",
      '  -H "authorization: Bearer $TOKEN" \\',
      "  -H 'content-type: application/json' \\",
      `  --data-raw '{"bankId":280001,"name":"'"$API_NAME"'","accountTypes":["CreditCard"],"apiKey":"'"$API_API_KEY"'"}'`,
    ].join('\n'),
  );
  const variables = { TOKEN: 'tok', API_NAME: `Erika's`, API_API_KEY: 'k' };
  expect(argumentsOf(command, variables)).toEqual([
    ...['-i', '-X', 'POST', 'http://127.0.0.1:4010/api/v1/bankConnections/import'],
    ...['-H', 'authorization: Bearer tok', '-H', 'content-type: application/json'],
    ...['--data-raw', `{"bankId":280001,"name":"Erika's","accountTypes":["CreditCard"],"apiKey":"k"}`],
  ]);
});

test('nothing in a request is run by the shell', () => {
  const nasty = '$(id) `id` $HOME !! \\ " \' ; # *';
  const url = `${BANK}/it's/${nasty.replace('#', '')}/notificationRules`;
  const command = commandOf({
    url,
    headers: { 'user-agent': nasty, 'content-type': 'application/json' },
    body: { json: { triggerEvent: nasty, [nasty]: 1 } },
  });
  const variable = `API_${nasty.replace(/\W+/g, '_').toUpperCase()}`;
  const [, , , sentTo, , agent, , , , data] = argumentsOf(command, { [variable]: '1' });
  expect([sentTo, agent]).toEqual([url, `user-agent: ${nasty}`]);
  expect(data).toContain(JSON.stringify(nasty));
});

test('a number and a whole object are variables without quotes', () => {
  const json = { moneyTransfers: [{ amount: 12.5 }, { amount: 7 }, { amount: 12.5 }], extra: { a: 1 } };
  const command = commandOf({ url: `${BANK}/api/v1/payments/moneyTransfers`, body: { json } });
  const variables = { API_AMOUNT: '12.50', API_AMOUNT_2: '7', API_EXTRA: '{"a":1}' };
  expect(argumentsOf(command, variables).at(-1)).toBe(
    '{"moneyTransfers":[{"amount":12.50},{"amount":7},{"amount":12.50}],"extra":{"a":1}}',
  );
});

test('a variable never opens the rest of its word to the shell', () => {
  const url = `${BANK}/$HOME/\`id\`/oauth/token?client_secret=s3cret&x=1`;
  const variables = { HOME: '/root', API_CLIENT_SECRET: 's', API_X: 'x' };
  expect(argumentsOf(commandOf({ url }), variables).at(-1)).toBe(
    `${BANK}/$HOME/\`id\`/oauth/token?client_secret=s&x=x`,
  );
});

const FORM = 'application/x-www-form-urlencoded';
const BY_BASIC = { grant_type: 'client_credentials', client_id: 'a', client_secret: 's3cret' };
const form = {
  url: `${BANK}/oauth/token`,
  headers: { 'content-type': FORM },
  body: { json: { grant_type: 'client_credentials', client_secret: 's3cret' } },
};
const ofConnection = { host: 'bank.example', 'content-length': '5', ':authority': 'bank.example' };
const unseen = {
  url: `${BANK}/\u001b/notificationRules`,
  body: { json: { callbackHandle: 'a\u001b[2J\u202e\u2028b' } },
};

const others: Readonly<Record<string, Parameters<typeof commandOf>[0]>> = {
  'a token call as a form': form,
  'a token call by Basic': {
    ...form,
    headers: { authorization: 'Basic YTpzM2NyZXQ=', ...form.headers },
    body: { json: BY_BASIC },
  },
  'a token call as a query': { url: `${form.url}?client_secret=s3cret` },
  'no JSON, and headers of the connection': {
    url: `${BANK}/users`,
    headers: ofConnection,
    body: { text: 'Erika' },
  },
  'what cannot be seen': unseen,
};

test('the commands of other requests', async () => {
  const screens = Object.entries(others).map(([title, request]) => `# ${title}\n${commandOf(request)}\n`);
  await expect(screens.join('\n')).toMatchFileSnapshot('screens/curls.txt');
});

function commandOf(request: Partial<Request> & { url: string }): string {
  return curl({
    request: { method: 'POST', headers: {}, ...request },
    response: { status: 200, headers: {} },
  });
}

/** The arguments that a POSIX shell passes to curl. */
function argumentsOf(command: string, variables: Record<string, string>): string[] {
  const curlFunction = String.raw`curl() { printf '%s\0' "$@"; }`;
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', `${curlFunction}\n${command}`], {
    encoding: 'utf8',
    env: variables,
  });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

test('the token of the printed curls is one command to paste, and a shell reads the token from the response', () => {
  const run = { ...green, target: 'bank', environment: { clientId: 'BANK_ID', clientSecret: 'BANK_SECRET' } };
  const variables = { BANK_ID: 'i d', BANK_SECRET: 's$', API_USERNAME: 'erika', API_PASSWORD: 'p"w' };
  const tokenBy = (curl: string) => {
    const script = `curl() { ${curl}; }\n${curlHint(run)}\nprintf %s "$TOKEN"`;
    return spawnSync('sh', ['-c', script], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...variables },
    }).stdout;
  };
  expect(tokenBy(`echo '{"access_token": "t0-k", "token_type":"bearer"}'`)).toBe('t0-k');
  expect(tokenBy(`printf '%s|' "$@"`)).toBe(
    `-s|${green.accessUrl}/oauth/token|-d|grant_type=password|-d|client_id=i d|-d|client_secret=s$|-d|username=erika|-d|password=p"w|`,
  );
  Object.assign(run, { settings: { ...run.settings, tokenEncoding: 'basic' } });
  expect(tokenBy(`printf '%s|' "$@"`)).toContain('|-d|grant_type=password|-u|i d:s$|-d|username=erika|');
});
