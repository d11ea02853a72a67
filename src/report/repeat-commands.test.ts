// The command that repeats a request: read here by a shell, with a curl that only prints its arguments.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Exchange, Request } from '../../contracts/src/judge/exchange.ts';
import { importV1 } from '../test-support/sample-runs.ts';
import { curl } from './repeat-commands.ts';

test('a request becomes one command with secrets and personal values as variables', () => {
  expect(curl(importV1)).toBe(
    [
      "curl -i -X POST 'http://127.0.0.1:4010/api/v1/bankConnections/import' \\",
      '  -H "authorization: Bearer $TOKEN" \\',
      "  -H 'content-type: application/json' \\",
      `  --data-raw '{"bankId":280001,"name":"'"$API_NAME"'","accountTypes":["CreditCard"],"apiKey":"'"$API_API_KEY"'"}'`,
    ].join('\n'),
  );
});

test('a shell reads the command as the request that was made', () => {
  const variables = { TOKEN: 'tok', API_NAME: `Erika's`, API_API_KEY: 'k' };
  expect(argumentsOf(curl(importV1), variables)).toEqual([
    ...['-i', '-X', 'POST', 'http://127.0.0.1:4010/api/v1/bankConnections/import'],
    ...['-H', 'authorization: Bearer tok', '-H', 'content-type: application/json'],
    ...['--data-raw', `{"bankId":280001,"name":"Erika's","accountTypes":["CreditCard"],"apiKey":"k"}`],
  ]);
});

test('nothing in a request is run by the shell', () => {
  const nasty = '$(id) `id` $HOME !! \\ " \' ; # *';
  const json = { triggerEvent: nasty, [nasty]: 1 };
  const request = {
    method: 'POST',
    url: `https://bank.example/it's/${nasty.replace('#', '')}/notificationRules`,
    headers: { 'user-agent': nasty, 'content-type': 'application/json' },
    body: { json },
  };
  const [, , , url, , agent, , , , data] = argumentsOf(curl(exchange(request)), { [variableOf(nasty)]: '1' });
  expect(url).toBe(request.url);
  expect(agent).toBe(`user-agent: ${nasty}`);
  expect(data).toContain(JSON.stringify(nasty));
});

test('a number and a whole object are variables without quotes', () => {
  const json = { moneyTransfers: [{ amount: 12.5 }, { amount: 7 }, { amount: 12.5 }], extra: { a: 1 } };
  const request = {
    ...importV1.request,
    url: 'https://bank.example/api/v1/payments/moneyTransfers',
    body: { json },
  };
  const variables = { TOKEN: 't', API_AMOUNT: '12.50', API_AMOUNT_2: '7', API_EXTRA: '{"a":1}' };
  expect(argumentsOf(curl(exchange(request)), variables).at(-1)).toBe(
    '{"moneyTransfers":[{"amount":12.50},{"amount":7},{"amount":12.50}],"extra":{"a":1}}',
  );
});

test('a token call is sent as a form, and as a query with its secrets as variables', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { grant_type: 'client_credentials', client_secret: 's3cret' };
  const form = { method: 'POST', url: 'https://bank.example/oauth/token', headers, body: { json } };
  expect(curl(exchange(form))).toContain(
    `--data-urlencode 'grant_type=client_credentials' \\\n  --data-urlencode "client_secret=$API_CLIENT_SECRET"`,
  );
  const query = { method: 'POST', url: 'https://bank.example/oauth/token?client_secret=s3cret', headers: {} };
  expect(curl(exchange(query))).toBe(
    'curl -i -X POST "https://bank.example/oauth/token?client_secret=$API_CLIENT_SECRET"',
  );
});

test('a variable never opens the rest of its word to the shell', () => {
  const url = 'https://bank.example/$HOME/`id`/oauth/token?client_secret=s3cret&x=1';
  const args = argumentsOf(curl(exchange({ method: 'POST', url, headers: {} })), {
    HOME: '/root',
    API_CLIENT_SECRET: 's',
    API_X: 'x',
  });
  expect(args).toEqual([
    '-i',
    '-X',
    'POST',
    'https://bank.example/$HOME/`id`/oauth/token?client_secret=s&x=x',
  ]);
});

test('a body that is no JSON is a variable, and headers of the connection are left out', () => {
  const headers = { host: 'bank.example', 'content-length': '5', ':authority': 'bank.example' };
  const request = { method: 'POST', url: 'https://bank.example/users', headers, body: { text: 'Erika' } };
  expect(curl(exchange(request))).toBe(
    `curl -i -X POST 'https://bank.example/users' \\\n  --data-raw "$API_BODY"`,
  );
});

test('what cannot be seen is written out', () => {
  const json = { callbackHandle: 'a\u001b[2J\u202e\u2028b' };
  const request = {
    method: 'POST',
    url: 'https://bank.example/\u001b/notificationRules',
    headers: {},
    body: { json },
  };
  const command = curl(exchange(request));
  expect(command).toContain(String.raw`a\u001b[2J\u202e\u2028b`);
  expect(command).toContain('/\ufffd/notificationRules');
});

function exchange(request: Request): Exchange {
  return { request, response: { status: 200, headers: {} } };
}

function variableOf(name: string): string {
  return `API_${name.replace(/\W+/g, '_').toUpperCase()}`;
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
