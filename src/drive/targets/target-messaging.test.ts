// What of messages a target file reaches, and why the rest is out of reach.
import { afterEach, expect, test } from 'vitest';
import { TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import type { Control } from '../calls/control.ts';
import { NoAnswer } from '../calls/no-answer.ts';
import { NotOffered } from '../calls/not-offered.ts';
import type { TargetFile } from './target-file.ts';
import { missingCredentials } from './target-file.ts';
import { messagingOf } from './target-messaging.ts';

const KEY = 'KEY_OF_TARGET_MESSAGING_TEST';

const FILE: TargetFile = {
  name: 'bank',
  environment: 'sandbox',
  writes: 'allowed',
  accessUrl: 'http://127.0.0.1:1',
  webFormUrl: 'http://127.0.0.1:1',
  controlUrl: 'http://127.0.0.1:1',
  credentials: { clientId: { env: 'A' }, clientSecret: { env: 'B' }, dataDecryptionKey: { env: KEY } },
  callback: { host: '127.0.0.1', port: 0 },
};

afterEach(() => {
  delete process.env[KEY];
});

/** A control plane whose two operations end as they are told, and how often each was asked. */
function plane(updates?: Error, deliveries?: Error) {
  const asked: string[] = [];
  const control = {
    runBatchUpdate: async (update: object) => {
      asked.push(`update ${JSON.stringify(update)}`);
      if (updates) throw updates;
    },
    settledDeliveries: async () => {
      asked.push('deliveries');
      if (deliveries) throw deliveries;
      return [];
    },
  } as Partial<Control> as Control;
  return { asked, control };
}

async function reached(file: TargetFile, control: Control | undefined = plane().control) {
  process.env[KEY] = TEST_KEY;
  return messagingOf(file, { chosenBy: 'bank.yaml', folder: '.', control });
}

test('a target without a control plane lets neither time pass nor messages come', async () => {
  const words = 'the target has no control plane';
  expect(await messagingOf(FILE, { chosenBy: 'bank.yaml', folder: '.', control: undefined })).toEqual({
    lacks: { clock: words, messages: words },
  });
});

test('without a callback or a key messages are out of reach', async () => {
  const { callback: _, ...noCallback } = FILE;
  expect((await reached(noCallback)).lacks.messages).toBe(
    'the target file names no callback to receive messages on',
  );
  const { clientId, clientSecret } = FILE.credentials;
  expect((await reached({ ...FILE, credentials: { clientId, clientSecret } })).lacks.messages).toBe(
    'the target file names no dataDecryptionKey to read messages with',
  );
});

test('a key that is named has to be set, once there is a control plane', () => {
  expect(missingCredentials(FILE, { A: 'a', B: 'b' })).toEqual([KEY]);
  expect(missingCredentials(FILE, { A: 'a', B: 'b', [KEY]: TEST_KEY })).toEqual([]);
  const { controlUrl: _, ...noControl } = FILE;
  expect(missingCredentials(noControl, { A: 'a', B: 'b' })).toEqual([]);
});

test('a key that is none ends the run', async () => {
  process.env[KEY] = 'no key';
  const failure = messagingOf(FILE, { chosenBy: 'bank.yaml', folder: '.', control: plane().control });
  await expect(failure).rejects.toMatchObject({ exitCode: 2 });
});

test('the control plane is asked once, when it is first needed, and with an update of nobody', async () => {
  const { asked, control } = plane();
  const { messaging, lacks } = await reached(FILE, control);
  expect([lacks, asked]).toEqual([{}, []]);
  expect(await messaging?.offers()).toEqual({ tellsSettled: true, lacks: {} });
  await messaging?.offers();
  expect(asked).toEqual(['update {}', 'deliveries']);
});

const NOT_THERE = new NotOffered('the control plane answers 404');

test.each([
  ['runs no batch updates', plane(NOT_THERE), { messages: 'the control plane runs no batch updates' }, false],
  [
    'tells of no deliveries',
    plane(undefined, NOT_THERE),
    { silence: 'the control plane has no /deliveries, and the target file sets no waitingTime' },
    false,
  ],
  ['gives no answer now', plane(new NoAnswer('down'), new NoAnswer('down')), {}, true],
])('a control plane that %s lacks that alone', async (_, { control }, lacks, tellsSettled) => {
  const { messaging } = await reached(FILE, control);
  expect(await messaging?.offers()).toEqual({ tellsSettled, lacks });
});

test('a waiting time makes up for deliveries that nobody tells of', async () => {
  const { messaging } = await reached({ ...FILE, waitingTime: 2 }, plane(undefined, NOT_THERE).control);
  expect(await messaging?.offers()).toEqual({ tellsSettled: false, lacks: {} });
  expect(messaging?.waitingTime).toBe(2000);
});
