/** An interruption ends every wait of a run at once: no test here would end in its time limit if it did not. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sendHttp } from '../http/http-sender.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { servedBy } from '../test-support/served.ts';
import type { Case } from './case.ts';
import { Pace } from './pace.ts';
import { runTarget } from './run.ts';
import { createMailbox } from './scenarios/mailbox.ts';
import { wait } from './sender.ts';
import type { Target } from './session/session.ts';
import { INTERRUPTED } from './unproven.ts';

const ROW: Case = {
  clause: 'V2-NO-LOCATION',
  says: 'sends no location header',
  given: 'an import',
  when: 'createBankConnectionImport',
  then: 201,
};

/** What becomes of the only case of a run that is interrupted once it waits. */
async function interruptedRun(target: Target, row = ROW, isWaiting: Promise<unknown> = nextTurn()) {
  const interruption = new AbortController();
  const catalogue = { exchanges: [{ file: 'a.ts', cases: [row] }], migrations: [], scenarios: [] };
  const run = runTarget(target, catalogue, interruption);
  await isWaiting;
  // Until what has come is read.
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  interruption.abort();
  const { cases } = await run;
  return cases.map(({ verdict, reason }) => [verdict, reason]);
}

const UNPROVEN = [['unproven', INTERRUPTED]];

test('the wait for the end of a token', async () => {
  const ending = { ...ROW, then: 'refused', first: [{ secondsAfterExpiry: 1 }] } as const;
  expect(await interruptedRun(answering(401, { longestWait: 3700 }), ending)).toEqual(UNPROVEN);
});

test.each([
  ['a response', ''],
  ['the rest of a response', 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{'],
])('the wait for %s', async (_, sent) => {
  const server = createServer((socket) => void socket.on('data', () => void socket.write(sent)));
  const url = await servedBy(server);
  const target = answering(0, { sendHttp, accessUrl: url, webFormUrl: url, timeLimit: 600_000 });
  expect(await interruptedRun(target, ROW, once(server, 'connection'))).toEqual(UNPROVEN);
});

test.each([
  ['the turn of a call', 0.001, []],
  ['a busy provider', undefined, [429]],
])('the wait for %s', async (_, perSecond, busy) => {
  const pace = new Pace(perSecond);
  const sender = { ending: new AbortController() };
  const turn = () => pace.turn((milliseconds) => wait(sender, milliseconds));
  const sentAt = await turn();
  for (const status of busy) pace.hold(pace.serverAt('http://bank.example'), sentAt, status, '30');
  const waiting = [turn(), turn()].map((each) => expect(each).rejects.toThrow(INTERRUPTED));
  sender.ending.abort(INTERRUPTED);
  await Promise.all(waiting);
});

test('the wait for messages', async () => {
  const mailbox = createMailbox();
  onTestFinished(() => mailbox.close());
  const ending = new AbortController();
  const waiting = mailbox.wait(ending.signal, 600_000, 1);
  ending.abort(INTERRUPTED);
  await expect(waiting).rejects.toThrow(INTERRUPTED);
  await expect(mailbox.wait(ending.signal, 600_000)).rejects.toThrow(INTERRUPTED);
});
