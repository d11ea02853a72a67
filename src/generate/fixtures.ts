/** Everything of the fixtures that is generated, as contents by path below `contracts/generated`. */
import { writeJson } from '../../contracts/src/contract/exact-json.ts';
import type { TriggerEvent } from '../../contracts/src/messages/notification-rule.ts';
import { bundled } from './documents.ts';
import { type ExchangeFixtures, exchangeFixtures } from './exchange-fixtures.ts';
import { messageFixtures } from './message-fixtures.ts';
import { madeFrom } from './project.ts';

const MADE_FROM_MESSAGES = 'openapi/ and contracts/src/messages/';

/**
 * A file each, in a folder for every operation and trigger event, and a module that leads to those of the calls. Messages
 * are made by the published code, which reads generated schemas: generate those first.
 */
export async function fixtureFiles(): Promise<Record<string, string>> {
  const documents = [await bundled('access'), await bundled('web-form')];
  const exchanges = exchangeFixtures(documents);
  const files: Record<string, string> = { 'exchanges.ts': exchangesModule(exchanges) };
  for (const [operationId, fixtures] of Object.entries(exchanges)) {
    for (const [name, fixture] of Object.entries(fixtures))
      files[pathOf(operationId, name)] = json({ generated: madeFrom('openapi/'), ...fixture });
  }
  for (const event of Object.keys(documents[0]?.webhooks ?? {}) as TriggerEvent[]) {
    for (const fixture of await messageFixtures(event))
      files[pathOf(event, fixture.name)] = json({ generated: madeFrom(MADE_FROM_MESSAGES), ...fixture });
  }
  return files;
}

function pathOf(subject: string, name: string): string {
  return `fixtures/${subject}/${name.replaceAll(' ', '-')}.json`;
}

function json(value: object): string {
  return `${writeJson(value, 2)}\n`;
}

/** Typed by their names, so that a fixture that is not there does not compile. */
function exchangesModule(exchanges: ExchangeFixtures): string {
  const imports: string[] = [];
  const entries = Object.entries(exchanges).map(([operationId, fixtures]) => {
    const fields = Object.keys(fixtures).map((name) => {
      const variable = `${operationId}_${name.replaceAll('-', '_')}`;
      imports.push(`import ${variable} from './${pathOf(operationId, name)}' with { type: 'json' };`);
      return `    '${name}': ${variable},`;
    });
    const names = Object.keys(fixtures).map((name) => `'${name}'`);
    const type = `  readonly ${operationId}: Readonly<Record<${names.join(' | ')}, ExchangeFixture>>;`;
    return { type, value: `  ${operationId}: {\n${fields.join('\n')}\n  },` };
  });
  return [
    `// ${madeFrom('openapi/')}`,
    "import type { ExchangeFixture } from '../src/contract/exchange-fixture.ts';",
    ...imports,
    'export const exchanges: {',
    ...entries.map(({ type }) => type),
    '} = {',
    ...entries.map(({ value }) => value),
    '};\n',
  ].join('\n');
}
