// A sandbox with the settings of a target file behaves as the file says, on every side; no case depends on its choices.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { defaultTargetSettings, type WrittenSettings } from '../../../contracts/generated/settings.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { listeningSandbox, targetFolder } from '../../test-support/target-file-of-sandbox.ts';
import { selection } from '../choose-cases.ts';
import { runTarget } from '../run.ts';
import { describeTarget } from '../targets/describe-target.ts';
import { targetCipher } from '../targets/target-cipher.ts';
import { readPartOfTarget, targetSettings } from '../targets/target-file.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import { openTarget } from './open-target.ts';

const SPOKEN_ANOTHER_WAY: WrittenSettings = {
  accessPrefix: '/bank',
  apiVersionSelectors: { v1: '/one', v2: '/two' },
  authorizationHeader: 'X-Access',
  authorizationScheme: 'Token',
  tokenEncoding: 'query',
  paramsForm: 'strings',
  bigDecimalForm: 'string',
  transactionsCounted: 'all',
  numberPrecision: 'float',
  cashFlowWithoutCategorization: 'sent',
  cipher: './reversing.js',
};
const CHOSEN_ANOTHER_WAY: WrittenSettings = {
  userExists: 'accepted',
  unknownIds: 'refused',
  rulesWithoutAccountsClash: false,
  termsRulesClash: true,
  accountIdsOrderMatters: false,
  countBeyondCap: false,
  secondUpdateWhileWaiting: 'merged',
  tieOrder: 'reversed',
  waitsForUnlisted: false,
  unchangedLowBalance: 'silent',
};
const OTHER: WrittenSettings = { ...SPOKEN_ANOTHER_WAY, ...CHOSEN_ANOTHER_WAY };
const REVERSING = `const reversed = (text) => [...text].reverse().join('');
export default async () => ({ encrypt: async (plain) => reversed('enc:' + plain),
  decrypt: async (text) => { if (!text.endsWith(':cne')) throw new Error('no'); return reversed(text).slice(4); } });`;

/** The run against a sandbox with one set of settings, of a target file with the same or another one. */
async function run(sandboxHas: WrittenSettings, fileHas: WrittenSettings, only?: ClauseId) {
  const { folder, file } = targetFolder();
  writeFileSync(join(folder, 'reversing.js'), REVERSING);
  const settings = targetSettings((await readPartOfTarget(file({ settings: sandboxHas }))).settings);
  const { cipher } = settings;
  const { urls } = await listeningSandbox({
    settings,
    cipher: (key) => targetCipher({ cipher, folder, key, target: 'sandbox' }),
  });
  const { target, stop } = await openTarget(
    await describeTarget(file({ ...urls, settings: fileHas, testData: OWN_TEST_DATA })),
  );
  const result = await runTarget(target, catalogue, {
    only: selection(...(only === undefined ? [] : [only])),
  });
  await stop();
  return result;
}

test.each<[string, WrittenSettings, WrittenSettings]>([
  ['target and file both differ from every default', OTHER, OTHER],
  ['only the sandbox chooses otherwise what no case depends on', CHOSEN_ANOTHER_WAY, {}],
])('every clause is upheld where %s', async (_, sandboxHas, fileHas) => {
  const { clauses, cases, settings } = await run(sandboxHas, fileHas);
  // The service refuses rules on what another user has: one scenario, and a case for each of seven events with a list.
  const own = cases.filter(({ dependsOnSetting }) => dependsOnSetting === undefined);
  expect(cases.length - own.length).toBe(8);
  expect([...own, ...clauses].filter(({ verdict }) => verdict !== 'upheld')).toEqual([]);
  const same = Object.entries(defaultTargetSettings).filter(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(settings[name as keyof typeof settings]),
  );
  // The sandbox sends documented names, times and nulls, on its own host, and no case sends a number as text.
  const documented = ['tokenPrefix', 'webFormHosts', 'toleratedTimeFormats', 'fieldAliases', 'numbersAsText'];
  if (sandboxHas === fileHas) expect(same.map(([name]) => name)).toEqual(documented);
});

const mistaken: [WrittenSettings, ClauseId, string][] = [
  [{ accessPrefix: '/nowhere' }, 'V2-IMPORT-201', 'unproven'],
  [{ tokenEncoding: 'json' }, 'V2-IMPORT-201', 'unproven'],
  [{ authorizationHeader: 'X-Access' }, 'USER-RESPONSE', 'unproven'],
  [{ authorizationHeader: 'X-Access' }, 'V2-IMPORT-201', 'unproven'],
  [{ authorizationScheme: 'Token' }, 'USER-RESPONSE', 'unproven'],
  [{ authorizationScheme: 'Token' }, 'V2-IMPORT-201', 'unproven'],
  [{ apiVersionSelectors: { v1: '/api/v1', v2: '/nowhere' } }, 'RULE-WAIT-V2', 'unproven'],
  [{ apiVersionSelectors: { v1: '/api/v2', v2: '/api/v2' } }, 'RULE-WAIT-V1-REFUSED', 'violated'],
  [{ webFormHosts: ['elsewhere.example'] }, 'V2-FORM-URL-HOST', 'violated'],
  [{ cipher: './reversing.js' }, 'MESSAGE-ENCRYPTION', 'violated'],
];

for (const [fileHas, clause, verdict] of mistaken) {
  test(`${clause} is ${verdict} where the file says ${JSON.stringify(fileHas)} and the target does not`, async () => {
    expect((await run({}, {}, clause)).clauses).toEqual([{ clause, verdict: 'upheld' }]);
    expect((await run({}, fileHas, clause)).clauses).toEqual([expect.objectContaining({ clause, verdict })]);
  });
}
