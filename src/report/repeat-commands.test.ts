// The command that repeats a request: read here by a shell, with a curl that only prints its arguments.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readJson } from '../../contracts/src/base/exact-json.ts';
import type { Request } from '../../contracts/src/judge/exchange.ts';
import { file } from '../test-support/sample-results.ts';
import { green, importV1 } from '../test-support/sample-runs.ts';
import { curlHint, curls, type RepeatedRun } from './repeat-commands.ts';

const BANK = 'https://bank.example';
const ours: RepeatedRun = { ...green, target: 'sandbox', chosenBy: 'sandbox --fault FORM-URL-MISSING' };
const theirs: RepeatedRun = {
  ...green,
  target: 'bank',
  chosenBy: 'bank.yaml',
  file: { ...file, testData: { amounts: ['12.50', '7'], emails: ['{fresh}@bank.example'] } },
};
test('a request is one command in plain, with the token that is got for it', () => {
  const [command = ''] = curls([importV1], ours);
  expect(command).toBe(
    [
      'NAME=$(new_user)',
      'TOKEN=$(user_token "$NAME")',
      "curl -i -X POST 'http://127.0.0.1:4010/api/v1/bankConnections/import' \\",
      '  -H "authorization: Bearer $TOKEN" \\',
      "  -H 'content-type: application/json' \\",
      `  --data-raw '{"bankId":280001,"name":"Erika'\\''s bank","accountTypes":["CreditCard"],"apiKey":"k-77"}'`,
    ].join('\n'),
  );
});

test('secrets and the personal test data of a target file are variables, and a shell reads the command as the request', () => {
  const [command = ''] = curls([importV1], { ...theirs, file });
  expect(command).toContain(
    `--data-raw '{"bankId":280001,"name":"'"$API_NAME"'","accountTypes":["CreditCard"],"apiKey":"'"$API_API_KEY"'"}'`,
  );
  const variables = { API_NAME: `Erika's`, API_API_KEY: 'k' };
  expect(argumentsOf(command, variables)).toEqual([
    ...['-i', '-X', 'POST', 'http://127.0.0.1:4010/api/v1/bankConnections/import'],
    ...['-H', 'authorization: Bearer token of new user', '-H', 'content-type: application/json'],
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

test('a number is a variable without quotes, the same one for the same value', () => {
  const json = { moneyTransfers: [{ amount: 12.5 }, { amount: 7 }, { amount: 12.5 }], executionDays: 7.5 };
  const text = '{"moneyTransfers":[{"amount":12.50},{"amount":7},{"amount":12.50}],"executionDays":7.5}';
  const request = { url: `${BANK}/api/v1/payments/moneyTransfers`, body: { json: readJson(text) } };
  const command = commandOf(request, theirs);
  const variables = { API_AMOUNT: '12.50', API_AMOUNT_2: '7' };
  expect(command).toContain(
    `[{"amount":'"$API_AMOUNT"'},{"amount":'"$API_AMOUNT_2"'},{"amount":'"$API_AMOUNT"'}]`,
  );
  expect(JSON.parse(argumentsOf(command, variables).at(-1) ?? '')).toEqual(json);
});

test('a variable never opens the rest of its word to the shell', () => {
  const url = `${BANK}/$HOME/\`id\`/oauth/token`;
  const body = { json: { client_secret: 's3cret', scope: '$HOME' } };
  const headers = { 'content-type': FORM };
  const [, , , sent, , , , ...data] = argumentsOf(commandOf({ url, headers, body }, theirs), {
    HOME: '/root',
    API_CLIENT_SECRET: '$HOME "s"',
  });
  expect(sent).toBe(url);
  expect(data).toEqual(['client_secret=$HOME "s"', '--data-urlencode', 'scope=$HOME']);
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
  'a token call as a query': { url: `${form.url}?client_secret=s3cret`, body: form.body },
  'no JSON, and headers of the connection': {
    url: `${BANK}/users`,
    headers: ofConnection,
    body: { text: 'Erika' },
  },
  'what cannot be seen': unseen,
};

test('the commands of other requests', async () => {
  const screens = Object.entries(others).map(
    ([title, request]) => `# ${title}\n${commandOf(request, theirs)}\n`,
  );
  await expect(screens.join('\n')).toMatchFileSnapshot('screens/curls.txt');
});

function commandOf(request: Partial<Request> & { url: string }, run = ours): string {
  const response = { status: 200, headers: {} };
  return curls([{ request: { method: 'POST', headers: {}, ...request }, response }], run).join('\n');
}

/** The arguments that a POSIX shell passes to curl. */
function argumentsOf(command: string, variables: Record<string, string>): string[] {
  const functions = String.raw`curl() { printf '%s\0' "$@"; }; new_user() { echo new user; }; user_token() { echo token of $1; }`;
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', `${functions}\n${command}`], {
    encoding: 'utf8',
    env: variables,
  });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

test.each([
  ['form', '--data-urlencode|client_id=i d|--data-urlencode|client_secret=s$|'],
  ['basic', '-u|i d:s$|'],
  ['json', '"client_id":"i d","client_secret":"s$"'],
  ['query', '-G|'],
] as const)(
  'the functions that the printed curls use get tokens as the target reads %s',
  (tokenEncoding, has) => {
    const run = { ...theirs, settings: { ...theirs.settings, tokenEncoding } };
    const variables = { BANK_ID: 'i d', BANK_SECRET: 's$' };
    const said = (curl: string, call: string) => {
      const script = `${curlHint(run)}\ncurl() { ${curl}; }\n${call}`;
      const env = { PATH: process.env['PATH'], ...variables };
      return spawnSync('sh', ['-c', script], { encoding: 'utf8', env });
    };
    expect(said(`echo '{"access_token": "t0-k", "token_type":"bearer"}'`, 'user_token erika').stdout).toBe(
      't0-k\n',
    );
    const { stderr } = said(`printf '%s|' "$@" >&2`, 'user_token erika');
    expect(stderr).toContain(`${green.accessUrl}/oauth/token`);
    expect(stderr).toContain('erika');
    expect(stderr).toContain(has);
  },
);
