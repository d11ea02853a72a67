// The first lines of a run: where it goes, and what it changes there.
import { expect, test } from 'vitest';
import { green } from '../../test-support/sample-runs.ts';
import { BANK } from '../../test-support/target-file-of-sandbox.ts';
import { addresses, opening } from './plan-screen.ts';
import { plain } from './screen.ts';

const NARROW = { ...plain, width: 80 };

test('the first lines name the target and where it is, without credentials', async () => {
  expect(opening('mock', plain)).toBe('Verifying mock\n');
  const { file: _, ...own } = green;
  const urls = { ...own, hasControl: true, accessUrl: 'https://user:pa55@bank.example' };
  expect(addresses(urls, plain)).toBe(
    '  access API   https://bank.example\n  Web Form V2  http://127.0.0.1:4011\n\n',
  );
  const sendHttp = () => Promise.reject(new Error('nothing is sent'));
  expect(addresses({ ...urls, sendHttp }, plain)).toContain('  called       within this process, not over');
  const calls = new Map([
    ['createToken', 12],
    ['createUser', 3],
    ['createMoneyTransferV1', 1],
    ['createBankConnectionImport', 2],
  ] as const);
  const most = new Map([...calls, ['createUser', 5], ['createMoneyTransferV1', 2]] as const);
  const plan = { calls, most: calls, worlds: 4, scenarios: 3 };
  const screens = [plan, { ...plan, most }].map((each) => addresses(urls, NARROW, each));
  await expect(screens.join('')).toMatchFileSnapshot('screens/plans.txt');
  const waits = (waitingTime: number) =>
    addresses({ ...urls, file: { ...BANK, waitingTime } }, { ...plain, width: 200 }, plan);
  const why = (seconds: number) =>
    `where the control plane has no /deliveries: 3 scenarios, waitingTime ${seconds} s\n`;
  expect(waits(2.5)).toContain(`  waits        ≈ 8 s at least ${why(2.5)}`);
  expect(waits(60)).toContain(`  waits        ≈ 3 min at least ${why(60)}`);
});
