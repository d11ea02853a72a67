/** Makes the parts of the documents, the layouts and the modules of the trigger events from openapi/messages/. */
import type { EventLayout } from '../../contracts/src/base/event-layout.ts';
import { defaultCipher, TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { constantsModule, madeFrom, readYaml } from '../project.ts';
import { type Document, messagesOf, type Schema } from './openapi-documents.ts';
import { yamlFiles } from './read-checked.ts';

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

type NamedExamples = Readonly<Record<string, Example>>;

export interface EventFile {
  /** What its files are called, such as `low-account-balance`. */
  readonly file: string;
  /** `LOW_ACCOUNT_BALANCE`. */
  readonly event: string;
  /** Schemas and examples begin with it: `lowAccountBalance`. */
  readonly name: string;
  /** Why its message is sent, in a few words. */
  readonly summary: string;
  /** Whether only some of the new transactions count for a rule; absent where all do. */
  readonly qualifies?: boolean;
  /** The params in which two of its rules differ, or else duplicate each other, and the clause that says so. */
  readonly unique?: { readonly params: readonly string[]; readonly clause: string };
  /** The examples of its rule. */
  readonly rules: NamedExamples;
  /** The examples of its message, with texts in plain and details as objects. */
  readonly plain: NamedExamples;
  /** The names of all its schemas. */
  readonly schemas: readonly string[];
  /** The schema of the decrypted details, as a path from openapi/messages/. */
  readonly details: string | undefined;
}

const FOLDER = 'openapi/messages';

interface WrittenEvent extends Pick<EventFile, 'rules' | 'plain'> {
  readonly 'x-event': Pick<EventFile, 'summary' | 'qualifies' | 'unique'> & { readonly order: number };
}

/** In the order of the documentation. */
export function eventFiles(): EventFile[] {
  const events = yamlFiles(FOLDER).map((path) => {
    const file = path.replace('.yaml', '');
    const name = file.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const { 'x-event': described, ...content } = readYaml(`${FOLDER}/${path}`) as WrittenEvent;
    const message = (content as Record<string, Schema>)[`${inCapital(name)}Message`];
    const reference = message?.['x-details']?.['$ref'] as string | undefined;
    const details = reference?.replace(/^#/, `${path}#`);
    const event = file.toUpperCase().replaceAll('-', '_');
    return { ...content, ...described, file, event, name, details, schemas: Object.keys(content) };
  });
  return events.sort((one, other) => one.order - other.order);
}

function inCapital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The encrypted examples by trigger event and name. One text always has one cipher text. */
export type ExampleMessages = Readonly<Record<string, NamedExamples>>;

/** `access` has fresh blocks of schemas, and its references are replaced. */
export async function exampleMessages(access: Document): Promise<ExampleMessages> {
  const messages = messagesOf(access);
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
  const events = eventFiles().map(async ({ event, plain }) => {
    const examples = Object.entries(plain).map(async ([name, { summary, value }]) => [
      name,
      { summary, value: await encrypted(value, messages[event]) },
    ]);
    return [event, Object.fromEntries(await Promise.all(examples))];
  });
  return Object.fromEntries(await Promise.all(events));
}

/** The generated blocks of each document that has some, in their order. */
export type Blocks = Readonly<Record<string, readonly (readonly string[])[]>>;

/** The schemas that list the events. */
export function schemaBlocks(): Blocks {
  const events = eventFiles();
  const branches = (kind: 'Rule' | 'Message') => {
    const references = events.map(({ event, file, name }) => {
      return [event, `../messages/${file}.yaml#/${inCapital(name)}${kind}`] as const;
    });
    return [
      'oneOf:',
      ...references.map(([, $ref]) => `  - $ref: ${$ref}`),
      'discriminator:',
      '  propertyName: triggerEvent',
      '  mapping:',
      ...references.map(([event, $ref]) => `    ${event}: ${$ref}`),
    ];
  };
  return {
    'openapi/schemas/access-bodies.yaml': [branches('Rule')],
    'openapi/schemas/message-parts.yaml': [branches('Message')],
  };
}

/** The examples of rules and messages. */
export function exampleBlocks(messages: ExampleMessages): Blocks {
  const events = eventFiles();
  const lines = (of: (event: EventFile) => NamedExamples | undefined) =>
    events.flatMap((event) =>
      Object.entries(of(event) ?? {}).map(
        ([name, example]) => `${event.name}${inCapital(name)}: ${JSON.stringify(example)}`,
      ),
    );
  // A tool that plays an example expects the response of the same name; what is in it is not shown.
  const noBody = ({ rules }: EventFile) =>
    Object.fromEntries(
      Object.keys(rules).map((name) => [name, { summary: 'The rule is created.', value: {} }]),
    );
  return {
    'openapi/access.yaml': [
      lines(({ rules }) => rules),
      lines(({ event }) => messages[event]),
      lines(noBody),
    ],
  };
}

const [BEGIN, END] = [`# ${madeFrom(`${FOLDER}/`)}\n`, '# The end of what is generated.\n'];

/** The text of a document with these lines in its blocks. Throws where it has another number of them. */
export function withBlocks(text: string, blocks: Blocks[string]): string {
  const left = [...blocks];
  const found = new RegExp(`(?<=\\n( +)${BEGIN})[^]*?(?= +${END})`, 'g');
  const made = text.replace(found, (_, indent: string) => {
    const lines = left.shift();
    if (!lines) throw new Error('a document has more generated blocks than are made');
    return lines.map((line) => `${indent}${line}\n`).join('');
  });
  if (left.length > 0) throw new Error('a document lacks a generated block');
  return made;
}

/** A TypeScript module that lists what a module of each event exports; one that is missing does not compile. */
export function eventsModule(constant: string, folder: string): string {
  const events = eventFiles();
  return [
    `// ${madeFrom('openapi/messages/')}`,
    ...events.map(({ file, name }) => `import { ${name} } from '${folder}/${file}.ts';`),
    `export const ${constant} = {`,
    ...events.map(({ event, name }) => `  ${event}: ${name},`),
    '};\n',
  ].join('\n');
}

/** A TypeScript module with the types of rules, messages, items and details, which are in no other list. */
export function eventTypesModule(): string {
  const names = eventFiles().flatMap(({ schemas }) => schemas.filter((name) => /^[A-Z]/.test(name)));
  return `// ${madeFrom('openapi/messages/')}\nexport type { ${names.join(', ')} } from './access.ts';\n`;
}

/** A TypeScript module with a layout for each event. */
export function eventLayoutsModule(access: Document): string {
  const layouts = eventFiles().map(({ event, details, qualifies, unique, ...file }) => {
    const message = messagesOf(access)[event] ?? {};
    const layout = layoutOf(paramsOf(file, access), message);
    const unset = message.not?.['anyOf'] as Schema[] | undefined;
    return [
      event,
      {
        ...{ details: details?.replace(/.*\//, ''), ...layout },
        unset: unset?.flatMap(({ required = [] }) => required),
        qualifies,
        unique,
      },
    ];
  });
  return constantsModule('openapi/', { eventLayouts: Object.fromEntries(layouts) });
}

/** A TypeScript module with the names of the params that are numbers and of those that are truth values. */
export function paramsOfTypeModule(access: Document): string {
  const all = eventFiles().flatMap((file) => Object.entries(paramsOf(file, access).properties ?? {}));
  const ofType = (type: string) => [
    ...new Set(all.flatMap(([name, schema]) => (typeOf(schema) === type ? name : []))),
  ];
  return constantsModule('openapi/', {
    paramsOfType: { number: ofType('number'), boolean: ofType('boolean') },
  });
}

function paramsOf({ name }: Pick<EventFile, 'name'>, { components }: Document): Schema {
  return components.schemas?.[`${inCapital(name)}Rule`]?.properties?.['params'] ?? {};
}

/** In the order of the fields in the file. */
function layoutOf(
  { properties: params = {}, required = [] }: Schema,
  { properties: message = {}, 'x-details': details }: Schema,
): Omit<EventLayout, 'unset' | 'qualifies' | 'unique'> {
  const list = nameOf(message, ({ type }) => type === 'array');
  const item = message[list ?? '']?.items?.properties ?? {};
  const fields = details?.properties ?? {};
  const transactions = nameOf(fields, ({ type }) => type === 'array');
  const detailFields = fields[transactions ?? '']?.items?.properties ?? fields;
  const isNumber = ({ type }: Schema) => type === 'number';
  const isOfConnections = 'bankConnectionIds' in params;
  return {
    subject: isOfConnections ? 'connection' : 'accountIds' in params ? 'account' : 'user',
    list,
    id: isOfConnections ? 'bankConnectionId' : 'accountId',
    listed: isOfConnections ? 'bankConnectionIds' : 'accountIds',
    params: Object.keys(params),
    required,
    transactions,
    detailFields: Object.keys(detailFields),
    decimals: Object.entries({ ...message, ...detailFields }).flatMap(([name, part]) =>
      isBigDecimal(part) ? name : [],
    ),
    encrypted: { message: encryptedIn(message), item: encryptedIn(item) },
    count: nameOf(item, (part, name) => isNumber(part) && name.endsWith('Count')),
    threshold: nameOf(message, (part, name) => isBigDecimal(part) && name in params),
    isCapped: 'maxTransactionsCount' in params,
  };
}

function nameOf(
  fields: Readonly<Record<string, Schema>>,
  isMeant: (schema: Schema, name: string) => boolean,
): string | undefined {
  return Object.keys(fields).find((name) => isMeant(fields[name] ?? {}, name));
}

function encryptedIn(fields: Readonly<Record<string, Schema>>): string[] {
  return Object.entries(fields).flatMap(([name, part]) => (part['x-encrypted'] ? name : []));
}

function isBigDecimal({ allOf: [base] = [] }: Schema): boolean {
  return base?.['x-not-shown'] === 'BIG-DECIMAL-FORM';
}

function typeOf(schema: Schema | undefined): unknown {
  return schema?.type ?? schema?.allOf?.[0]?.type;
}
