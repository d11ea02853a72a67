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

/** The rule that would send this message, as far as the message shows. LosslessNumbers stay LosslessNumbers. */
function ruleOf(message: ExactMessage): NotificationRule {
  const { notificationRuleId, triggerEvent, callbackHandle } = message;
  const items = itemsOf(message);
  const params = {
    ...ownParams(Object.fromEntries(Object.entries(message))),
    ...paramsOfItems(message, items),
  };
  return {
    notificationRuleId,
    triggerEvent,
    callbackHandle,
    includeDetails: items.some((item) => 'details' in item),
    ...(Object.keys(params).length > 0 && { params }),
  };
}

/** What the message repeats of its rule. `categoryId` is a number there and a string in params. */
function ownParams(message: Fields): Fields {
  const { categoryId, includeChildCategories } = message;
  const thresholds = Object.entries(message).filter(([name]) => name.endsWith('Threshold'));
  return {
    ...Object.fromEntries(thresholds),
    ...(categoryId !== undefined && { categoryId: String(categoryId), includeChildCategories }),
  };
}

/** An empty list was cut, and only a rule that waits has categories in its transactions. */
function paramsOfItems({ triggerEvent }: ExactMessage, items: readonly Fields[]): Fields {
  const lists = items.flatMap(({ details }) => Object.values(details ?? {}).filter(Array.isArray));
  const isCut = lists.some((list) => list.length === 0);
  const hasWaited =
    triggerEvent === 'NEW_TRANSACTIONS' && lists.flat().some((each: object) => 'categoryId' in each);
  return { ...(isCut && { maxTransactionsCount: 0 }), ...(hasWaited && { waitForCategorization: true }) };
}

function itemsOf(message: ExactMessage): Fields[] {
  return Object.values(message).filter(Array.isArray).flat();
}
