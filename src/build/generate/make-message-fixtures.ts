/** Makes the fixtures of the messages: built from a seed, encrypted with the published test key. */
import type { WithDecimals } from '../../../contracts/src/base/json-value.ts';
import { type BuildOptions, buildMessage } from '../../../contracts/src/messages/build-message.ts';
import { defaultCipher, TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { edgeCases } from '../../../contracts/src/messages/edge-cases.ts';
import type {
  ExactMessage,
  MessageFixture,
  NotificationRule,
  TriggerEvent,
} from '../../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../../contracts/src/messages/message-encryption.ts';

/**
 * Two accounts in the usual ones; one account and one transaction in edge cases that need no more: encrypted texts do not
 * compress, and the package has to stay small.
 */
const SEEDS = { usual: 11, unusual: 944 };
/** Edge cases that would be long or repeat another fixture; `edgeCases` has them all. */
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
export async function messageFixtures(event: TriggerEvent): Promise<WithDecimals<MessageFixture>[]> {
  const cipher = await defaultCipher(TEST_KEY);
  return Promise.all(
    plainMessages(event).map(async ({ name, message: decrypted }) => {
      const message = await encryptMessage(decrypted, cipher);
      return { name, key: TEST_KEY, rule: ruleOf(decrypted), message, decrypted };
    }),
  );
}

function plainMessages(event: TriggerEvent): { name: string; message: ExactMessage }[] {
  const usual = USUAL.filter(({ of }) => of?.includes(event) ?? true).map(({ name, options }) => ({
    name,
    message: buildMessage<TriggerEvent>(event, { seed: SEEDS.usual, ...options }),
  }));
  return [
    ...usual,
    ...edgeCases(event, { seed: SEEDS.unusual }).filter(({ name }) => !LEFT_OUT[name]?.(event)),
  ];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The rule that would send this message, as far as the message shows. LosslessNumbers stay LosslessNumbers; `categoryId` is a
 * number here and a string in params.
 */
function ruleOf(message: ExactMessage): NotificationRule {
  const { notificationRuleId, triggerEvent, callbackHandle } = message;
  const { categoryId, includeChildCategories }: Fields = { ...message };
  const items: Fields[] = Object.values(message).filter(Array.isArray).flat();
  const lists = items.flatMap(({ details }) => Object.values(details ?? {}).filter(Array.isArray));
  const isCategorized = lists.flat().some((transaction: object) => 'categoryId' in transaction);
  const params = {
    ...Object.fromEntries(Object.entries(message).filter(([name]) => name.endsWith('Threshold'))),
    ...(categoryId !== undefined && { categoryId: String(categoryId), includeChildCategories }),
    // An empty list was cut, and only a rule that waits has categories in new transactions.
    ...(lists.some((list) => list.length === 0) && { maxTransactionsCount: 0 }),
    ...(triggerEvent === 'NEW_TRANSACTIONS' && isCategorized && { waitForCategorization: true }),
  };
  return {
    notificationRuleId,
    triggerEvent,
    callbackHandle,
    includeDetails: items.some((item) => 'details' in item),
    ...(Object.keys(params).length > 0 && { params }),
  };
}
