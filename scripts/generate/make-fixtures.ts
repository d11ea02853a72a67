/** Makes the fixtures: an exchange for each example of the documents, and messages of every trigger event. */
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import type { WithDecimals } from '../../contracts/src/base/json-value.ts';
import type { ExchangeFixture } from '../../contracts/src/base/ledgers.ts';
import { type BuildOptions, buildMessage } from '../../contracts/src/messages/build-message.ts';
import { defaultCipher, TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { edgeCases } from '../../contracts/src/messages/edge-cases.ts';
import type {
  ExactMessage,
  MessageFixture,
  NotificationRule,
  TriggerEvent,
} from '../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../contracts/src/messages/message-encryption.ts';
import { madeFrom } from '../project.ts';
import type { Operation } from './openapi-documents.ts';

/** Keys: operations, then names of examples. */
type Exchanges = Readonly<Record<string, Readonly<Record<string, ExchangeFixture>>>>;

/**
 * Contents by path: a file each, in a folder for every operation and trigger event, and a module that imports
 * those of the calls. Messages are made by the published code, which reads generated schemas: generate those first.
 */
export async function fixtureFiles(operations: readonly Operation[]): Promise<Record<string, string>> {
  const exchanges: Exchanges = Object.fromEntries(operations.map((one) => [one.id, fixturesOf(one)]));
  const files: Record<string, string> = { 'exchanges.ts': exchangesModule(exchanges) };
  const add = (subject: string, name: string, sources: string, fixture: object) => {
    const text = writeJson({ generated: madeFrom(sources), ...fixture }, 2);
    files[`fixtures/${subject}/${name.replaceAll(' ', '-')}.json`] = `${text}\n`;
  };
  for (const [operationId, fixtures] of Object.entries(exchanges))
    for (const [name, fixture] of Object.entries(fixtures)) add(operationId, name, 'openapi/', fixture);
  for (const event of triggerEvents)
    for (const fixture of await messageFixtures(event))
      add(event, fixture.name, 'openapi/ and contracts/src/messages/', fixture);
  return files;
}

/** Typed by their names, so that a wrong name does not compile. */
function exchangesModule(exchanges: Exchanges): string {
  const entries = Object.entries(exchanges).map(([operationId, fixtures]) => {
    const names = Object.keys(fixtures).map((name) => `'${name}'`);
    return `  ${operationId}: fixturesOf('${operationId}', [${names.join(', ')}]),`;
  });
  return [
    `// ${madeFrom('openapi/')}`,
    "import { fixturesOf } from '../src/node/fixture-files.ts';",
    'export const exchanges = {',
    ...entries,
    '};\n',
  ].join('\n');
}

/** The documentation shows no number for these (REFUSAL-STATUS), and a fixture needs one. */
const NUMBERS: Record<string, number> = { '2XX': 200, '4XX': 400 };
const REFUSAL = '4XX';
const LATER = { fieldOfALaterVersion: { since: '9.9.9' } };

/**
 * A success for each example, with the example of the same name as its response; one with an undocumented field, since
 * more is not wrong; and a refusal. Tokens and addresses are those of the examples.
 */
function fixturesOf({ id, method, path, token, contentType, clauses, ...operation }: Operation) {
  const { request, answers } = operation;
  const headers = {
    accept: 'application/json',
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(token !== 'no' && { authorization: 'Bearer example-access-token' }),
  };
  const fixture = (documented: string, body: unknown, example: string, more = {}): ExchangeFixture => {
    const answer = answers[documented];
    return {
      operationId: id,
      documented,
      clauses: [...clauses, ...(answer?.clauses ?? [])],
      request: { method, path, headers, ...(body !== undefined && { body }) },
      response: {
        status: NUMBERS[documented] ?? Number(documented),
        headers: { 'content-type': 'application/json', ...answer?.headers },
        body: { ...(answer?.examples[example] as object), ...more },
      },
    };
  };
  const success = Object.keys(answers).find((status) => status !== REFUSAL) ?? '';
  const answered = Object.keys(answers[success]?.examples ?? {});
  const names = contentType === undefined ? answered : Object.keys(request.examples);
  const [withoutOwn = ''] = answered;
  const body = request.examples[names[0] ?? ''];
  const successes = names.map((name) => {
    const example = answered.includes(name) ? name : withoutOwn;
    return [name, fixture(success, request.examples[name], example)];
  });
  return {
    ...Object.fromEntries(successes),
    'an-unknown-extra-field': fixture(success, body, withoutOwn, LATER),
    refused: fixture(REFUSAL, body, 'refused'),
  };
}

/** The seeds of a message of two accounts, and of the shortest edge cases: one account and one transaction. */
const SEEDS = { usual: 11, edgeCases: 944 };
/** This case is as long as all others together; `edgeCases` has it. */
const LEFT_OUT = '100 transactions';

function mayWait(event: TriggerEvent): boolean {
  return layoutOf[event].params.includes('waitForCategorization');
}

/** Deterministic, since the same text and key make the same cipher. Numbers may be LosslessNumbers: use writeJson. */
async function messageFixtures(event: TriggerEvent): Promise<WithDecimals<MessageFixture>[]> {
  const cipher = await defaultCipher(TEST_KEY);
  return Promise.all(
    plainMessages(event).map(async ({ name, message: decrypted }) => {
      const message = await encryptMessage(decrypted, cipher);
      return { name, key: TEST_KEY, rule: ruleOf(decrypted), message, decrypted };
    }),
  );
}

function plainMessages(event: TriggerEvent): { name: string; message: ExactMessage }[] {
  const built = (name: string, options: BuildOptions) => {
    return { name, message: buildMessage<TriggerEvent>(event, { seed: SEEDS.usual, ...options }) };
  };
  const full = { includeDetails: true, transactions: 2 };
  return [
    built('minimal', {}),
    built('full', full),
    ...(mayWait(event) ? [built('categorized', { ...full, waitForCategorization: true })] : []),
    ...edgeCases(event, { seed: SEEDS.edgeCases }).filter(({ name }) => name !== LEFT_OUT),
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
    ...(mayWait(triggerEvent) && isCategorized && { waitForCategorization: true }),
  };
  const includeDetails = items.some((item) => 'details' in item);
  const given = Object.keys(params).length > 0 && { params };
  return { notificationRuleId, triggerEvent, callbackHandle, includeDetails, ...given };
}
