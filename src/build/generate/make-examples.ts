/** Encrypts the examples of messages, which openapi/messages/ has in plain, and writes them into the access document. */
import { defaultCipher, TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { madeFrom, readYaml } from '../project.ts';
import { derivedSchemas } from './make-schemas.ts';
import { bundled, eventFiles, messagesOf, type Schema } from './openapi-documents.ts';

export interface ExampleMessage {
  readonly summary: string;
  readonly value: unknown;
}

/** The encrypted examples by trigger event and name. One text always has one cipher text. */
export type ExampleMessages = Readonly<Record<string, Readonly<Record<string, ExampleMessage>>>>;

/** The examples as openapi/messages/ has them, with texts in plain and details as objects. */
export function plainExamples(file: string): Readonly<Record<string, ExampleMessage>> {
  const { plain } = readYaml(`openapi/messages/${file}`) as { plain: Record<string, ExampleMessage> };
  return plain;
}

export async function exampleMessages(): Promise<ExampleMessages> {
  const document = await bundled('access');
  const schemas = derivedSchemas([document]);
  const cipher = await defaultCipher(TEST_KEY);
  const encrypted = async (value: unknown, schema: Schema | undefined): Promise<unknown> => {
    if (value === null) return null;
    if (schema?.['x-encrypted'])
      return cipher.encrypt(typeof value === 'string' ? value : JSON.stringify(value));
    if (Array.isArray(value)) return Promise.all(value.map((item) => encrypted(item, schema?.items)));
    if (typeof value !== 'object') return value;
    const fields = Object.entries(value).map(async ([name, part]) => [
      name,
      await encrypted(part, schema?.properties?.[name]),
    ]);
    return Object.fromEntries(await Promise.all(fields));
  };
  const files = eventFiles();
  const events = messagesOf(document).map(async ([event], index) => {
    const plain = Object.entries(plainExamples(files[index] ?? ''));
    const examples = plain.map(async ([name, { summary, value }]) => [
      name,
      { summary, value: await encrypted(value, schemas[`${event}.message`]) },
    ]);
    return [event, Object.fromEntries(await Promise.all(examples))];
  });
  return Object.fromEntries(await Promise.all(events));
}

/** The text of the access document with these examples in their block. Throws where it has none. */
export function withExamples(access: string, messages: ExampleMessages): string {
  const lines = Object.entries(messages).flatMap(([event, examples]) =>
    Object.entries(examples).map(
      ([name, example]) => `${inCapitals(`${event}_${name}`)}: ${JSON.stringify(example)}`,
    ),
  );
  const [begin, end] = [`# ${madeFrom('openapi/messages/')}\n`, '# The end of what is generated.\n'];
  const block = new RegExp(`(?<=\\n( +)${begin})[^]*?(?= +${end})`);
  if (!block.test(access)) throw new Error('openapi/access.yaml has no block of example messages');
  return access.replace(block, (_, indent) => lines.map((line) => `${indent}${line}\n`).join(''));
}

/** `NEW_TRANSACTIONS_full` becomes `newTransactionsFull`. */
function inCapitals(words: string): string {
  return words.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
