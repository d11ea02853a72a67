// What verify prints to be pasted is pasted: a real bash runs the curl lines of a violation against the provider that has it, and
// the violation is in what comes back, as it is not from a provider without it. What is seen is written by hand, from the
// documentation.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { verifyCommand } from '../cli/provider/verify.ts';
import { chosenSwitch } from '../faults/switchable-faults.ts';
import { IN_PROCESS } from '../runner/targets/describe-target.ts';
import type { Urls } from '../sandbox/http-server.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { startedVerb } from '../test-support/started-verb.ts';
import { listeningSandbox, targetFolder } from '../test-support/target-file-of-sandbox.ts';

interface Seen {
  readonly status: number;
  readonly headers: string;
  /** Undefined where it is not JSON. */
  readonly body: Record<string, unknown> | undefined;
}

/** What of the responses shows the violation, and the value that it has there. */
type Row = readonly [
  fault: string,
  clause: string,
  shows: (last: Seen, all: readonly Seen[]) => unknown,
  is: unknown,
];

const status = ({ status }: Seen) => status;
const field = (name: string) => (last: Seen) => [last.status, last.body?.[name]];

const rows: readonly Row[] = [
  // A web form has an id, a url and a status (Web Form V2).
  ['FORM-URL-MISSING', 'V2-FORM-URL', field('url'), [201, undefined]],
  ['FORM-STATUS-OPENED', 'V2-FORM-STATUS', field('status'), [201, 'OPENED']],
  ['FORM-ID-CONSTANT', 'V2-FORM-ID-UNIQUE', (_, all) => new Set(all.map(({ body }) => body?.['id'])).size, 1],
  ['FORM-HEADERS-LOCATION-AS-IN-V1', 'V2-NO-LOCATION', (last) => /^location: /im.test(last.headers), true],
  ['V2-PAYMENT-RECIPIENT-ADDRESS-POST-CODE-REFUSED', 'V2-ADDRESS-POST-CODE', status, 400],
  // The 451 of V1 has a location and a date with a space.
  [
    'V1-IMPORT-HEADERS-LOCATION-MISSING',
    'V1-451-LOCATION',
    (last) => [last.status, /^location: /im.test(last.headers)],
    [451, false],
  ],
  ['ENVELOPE-DATE-AS-IN-V2', 'V1-ENVELOPE-DATE', (last) => /T/.test(String(last.body?.['date'])), true],
  ['V1-SUBMISSION-STATUS-422', 'V1-SUBMIT-451', status, 422],
  // Its case sends no orders.
  ['PAYMENT-ORDER-COUNT-ONE-TOO-HIGH', 'V1-PAYMENT-ORDER-COUNT', field('orderCount'), [201, 1]],
  // Tokens: what is not one, has ended, or was not asked for with the right credentials.
  ['AUTH-ANY-TOKEN', 'AUTH-TOKEN-NEEDED', status, 201],
  // The token without its last character, with more of them, and in the other case.
  ['AUTH-ANY-TOKEN', 'AUTH-TOKEN-NEEDED.10', status, 200],
  ['AUTH-ANY-TOKEN', 'AUTH-TOKEN-NEEDED.11', status, 451],
  ['AUTH-ANY-TOKEN-V2', 'AUTH-TOKEN-NEEDED.12', status, 201],
  ['STATUS-NO-TOKEN-200', 'AUTH-TOKEN-NEEDED', status, 200],
  ['LIMIT-TOKEN-HALF', 'AUTH-TOKEN-LIFETIME', status, 401],
  ['LIMIT-TOKEN-FOR-EVER', 'AUTH-TOKEN-EXPIRED', status, 201],
  ['TOKEN-EXPIRES-IN-0', 'AUTH-TOKEN-EXPIRES-IN', field('expires_in'), [200, 0]],
  ['AUTH-WRONG-CLIENT-CLIENT-GRANT', 'AUTH-CLIENT-VALID', status, 200],
  ['AUTH-WRONG-PASSWORD', 'AUTH-USER-VALID', status, 200],
  ['AUTH-LATEST-CONTEXT', 'AUTH-USER-TOKEN-CONTEXT', status, 451],
  // Users and rules.
  ['AUTH-USER-TOKEN-USER', 'USER-CREATE-CLIENT-TOKEN', status, 201],
  ['USER-EMAIL-MISSING', 'USER-RESPONSE-EMAIL', field('email'), [201, undefined]],
  ['NEW-ACCOUNT-BALANCE-RULE-TWICE', 'RULE-DUPLICATE-REFUSED', status, 201],
  ['UNIQUE-ACROSS-USERS', 'RULE-OWNED-BY-USER', (_, all) => all.map(status), [201, 400]],
  ['CATEGORY-CASH-FLOW-RULE-PARAMS-CATEGORY-ID-NOT-DEMANDED', 'RULE-CATEGORY-ID', status, 201],
  // The client, as a control plane sets it up.
  [
    'CONFIGURATION-IS-AUTO-CATEGORIZATION-ENABLED-TRUE',
    'CONFIG-AUTO-CATEGORIZATION',
    field('isAutoCategorizationEnabled'),
    [200, true],
  ],
];

test.each(rows)('%s: what is printed for %s shows it when it is pasted', async (fault, clause, shows, is) => {
  const { hooks } = await chosenSwitch([fault], (path) => path);
  const fixedTime = Date.UTC(2026, 2, 2, 8);
  const { urls } = await listeningSandbox({ hooks, fixedTime });
  const file = targetFolder().file({ ...urls });
  const { stdout } = await callVerb(verifyCommand(), ['--target', file, '--only', clause, '--verbose']);
  const script = printed(stdout, clause);
  const shown = (seen: readonly Seen[]) => {
    const last = seen.at(-1);
    return last && shows(last, seen);
  };
  expect(shown(await pasted(script))).toEqual(is);
  const { urls: others } = await listeningSandbox({ fixedTime });
  const elsewhere = await pasted(withUrls(script, urls, others));
  expect(elsewhere).not.toEqual([]);
  expect(shown(elsewhere)).not.toEqual(is);
});

test('the sandbox that is printed has the fault, and its client is the printed one', async () => {
  const args = ['--target', 'sandbox', '--fault', 'FORM-URL-MISSING', '--only', 'V2-FORM-URL', '--verbose'];
  const { stdout } = await callVerb(verifyCommand(), args);
  const script = printed(stdout, 'V2-FORM-URL');
  const [, started = ''] = /^# Start it in another terminal: .*? sandbox -- (.*)$/m.exec(script) ?? [];
  const ports = ['--port', '0', '--web-form-port', '0', '--control-port', '0'];
  const { child, said } = startedVerb(['sandbox', ...started.split(' '), ...ports]);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  const seen = await pasted(withUrls(script, IN_PROCESS, JSON.parse(said.out)));
  expect(seen.map(field('url'))).toEqual([[201, undefined]]);
});

/** The functions that are printed once, and the commands that are printed for the clause, or for the case. */
function printed(screen: string, name: string): string {
  const parts = screen.split('\n\n');
  const functions = parts.find((part) => part.includes('  client_token() {')) ?? '';
  const own = parts.find((part) => part.includes(`(${name.replace(/\.\d+$/, '')})`)) ?? '';
  const [, commands = ''] = own.split(/^ {2}again .*\n/m);
  return `${functions}\n${commands}`.replace(/^ {2}/gm, '');
}

function withUrls(script: string, from: Urls, to: Urls): string {
  const names = ['accessUrl', 'webFormUrl', 'controlUrl'] as const;
  return names.reduce((text, name) => text.replaceAll(from[name], to[name]), script);
}

/** The responses to the curl lines, in order. */
async function pasted(script: string): Promise<Seen[]> {
  const shell = spawn('bash', ['--noprofile', '--norc'], { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void shell.kill());
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (data) => {
      said += data;
    });
  }
  shell.stdin.end(`exec 2>&1\n${script}\n`);
  await once(shell, 'close');
  const responses = said.split(/^HTTP\/1\.1 /m).slice(1);
  return responses.map((text) => {
    const [headers = '', body = ''] = text.split(/\r?\n\r?\n/);
    const [json] = /\{.*\}/s.exec(body) ?? [];
    return { status: Number(headers.slice(0, 3)), headers, body: json ? JSON.parse(json) : undefined };
  });
}
