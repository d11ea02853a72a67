// The servers `listen`, `record`, `sandbox` and `mock` before they serve: what is refused, in one line each.
import { expect, test } from 'vitest';
import { callVerb } from '../test-support/call-verb.ts';
import { screens } from '../test-support/screens.ts';
import { served } from '../test-support/served.ts';
import { listenCommand } from './messages/listen.ts';
import { mockCommand } from './provider/mock.ts';
import { sandboxCommand } from './provider/sandbox.ts';
import { recordCommand } from './recordings/record.ts';

const good = '{"triggerEvent":"NEW_TRANSACTIONS","callbackHandle":"a"}';

screens(listenCommand, {
  'wrong usage': {
    files: {
      'half.json': '[{',
      'one.json': good,
      'null.json': 'null',
      'number.json': `[${good},7]`,
      'handle.json': `[${good},${good},{"triggerEvent":"NEW_TRANSACTIONS"}]`,
      'event.json': '[{"triggerEvent":"OTHER","callbackHandle":"a"}]',
      'count.json':
        '[{"triggerEvent":"HIGH_TRANSACTION_AMOUNT","callbackHandle":"a","params":{"absoluteAmountThreshold":1,"maxTransactionsCount":101}}]',
    },
    calls: {
      '--port 70000': 64,
      '--port 0 --host 192.0.2.1': 2,
      '--port 0 --rules one.json': 2,
      '--port 0 --rules number.json': 2,
      '--port 0 --rules handle.json': 2,
      '--port 0 --rules event.json': 2,
      '--port 0 --rules count.json': 2,
    },
    codes: {
      '--status 99': 64,
      '--prot 1': 64,
      '--port 0 --rules half.json': 2,
      '--port 0 --rules null.json': 2,
    },
  },
});

screens(recordCommand, {
  'wrong usage': {
    calls: {
      '': 64,
      '--to ftp://a': 64,
      '--to http://a:canary@c': 64,
      '--to http://127.0.0.1:1 --port 0 0': 64,
      '--to http://127.0.0.1:1 -- npm test': 64,
      '--to http://127.0.0.1:1 --out no/folder -- npm test': 2,
    },
  },
});

screens(sandboxCommand, {
  'wrong usage': {
    env: { DATA_DECRYPTION_KEY: 'abc' },
    files: {
      'reason.yaml': 'sandbox: { refusals: { duplicat: { status: 409 }, everything: {} } }',
      'shape.yaml': 'sandbox: { v1Forms: nevr, refusals: { token: { status: 200, body: no, text: no } } }',
      'run.yaml': 'settings: { v1Forms: never }',
    },
    calls: {
      '--settings reason.yaml': 2,
      '--settings shape.yaml': 2,
      '--settings run.yaml': 2,
      '--port 65536': 64,
      '--prot 1': 64,
      '--clock noon': 64,
      '--clock fixed=2026-02-30T08:00:00Z': 64,
      '--port 0 --fault FORM-URL-MISING': 64,
      '--port 0 --settings none.yaml': 2,
      '--port 0 --web-form-port 0 --control-port 0': 2,
    },
  },
});

screens(mockCommand, { 'wrong usage': { calls: { '--port x': 64 } } });

test('a port in use is one line and exit 2', async () => {
  const { port } = new URL(await served());
  const any = ['--port', '0', '--web-form-port', '0'];
  for (const [verb, option, ...args] of [
    [listenCommand(), '--port', '--port', port],
    [recordCommand(), '--port', '--to', 'http://127.0.0.1:1', '--port', port],
    [sandboxCommand(), '--control-port', ...any, '--control-port', port],
  ] as const) {
    const { exitCode, stdout, stderr } = await callVerb(verb, args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^port ${port} of 127\\.0\\.0\\.1 is in use; .*${option}.*\\n$`, 'm'));
  }
});
