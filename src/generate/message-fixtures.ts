/** Makes the fixtures of the messages: made up with one seed, encrypted with the published test key. */
import { type BuildOptions, buildMessage } from '../../contracts/src/messages/build-message.ts';
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { defaultCipher } from '../../contracts/src/messages/default-cipher.ts';
import { edgeCases } from '../../contracts/src/messages/edge-cases.ts';
import { encryptMessage } from '../../contracts/src/messages/encrypt-message.ts';
import type { PlainMessage } from '../../contracts/src/messages/message.ts';
import type { MessageFixture } from '../../contracts/src/messages/message-fixture.ts';
import type { TriggerEvent } from '../../contracts/src/messages/notification-rule.ts';
import { ruleOf } from './fixture-rule.ts';

/**
 * Two accounts in the usual ones; one account and one transaction in edge cases that need no more: cipher texts cannot be
 * packed, and the package is to stay small.
 */
const SEEDS = { usual: 11, unusual: 944 };
/** What would be long, or say once more what another fixture says: `edgeCases` has these of every event. */
const LEFT_OUT: Readonly<Record<string, (event: TriggerEvent) => boolean>> = {
  '100 transactions': () => true,
  'no details': () => true,
  'the hour that autumn repeats': (event) => event !== 'NEW_TRANSACTIONS',
};

const USUAL: readonly { name: string; of?: readonly TriggerEvent[]; options: BuildOptions }[] = [
  { name: 'minimal', options: {} },
  { name: 'full', options: { includeDetails: true, transactions: 2 } },
  {
    name: 'categorized',
    of: ['NEW_TRANSACTIONS'],
    options: { seed: SEEDS.unusual, includeDetails: true, transactions: 2, waitForCategorization: true },
  },
];

/** Deterministic, since the same text and key make the same cipher. Numbers may be LosslessNumbers: use writeJson. */
export async function messageFixtures(event: TriggerEvent): Promise<MessageFixture[]> {
  const cipher = await defaultCipher(TEST_KEY);
  return Promise.all(
    plainMessages(event).map(async ({ name, message: decrypted }) => {
      const message = await encryptMessage(decrypted, cipher);
      return { name, key: TEST_KEY, rule: ruleOf(decrypted), message, decrypted };
    }),
  );
}

function plainMessages(event: TriggerEvent): { name: string; message: PlainMessage }[] {
  const usual = USUAL.filter(({ of }) => of?.includes(event) ?? true).map(({ name, options }) => ({
    name,
    message: buildMessage<TriggerEvent>(event, { seed: SEEDS.usual, ...options }),
  }));
  return [
    ...usual,
    ...edgeCases(event, { seed: SEEDS.unusual }).filter(({ name }) => !LEFT_OUT[name]?.(event)),
  ];
}
