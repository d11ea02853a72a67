// The OpenAPI documents: every documented operation with its answers, and a description everywhere.
import { join } from 'node:path';
import { lint, loadConfig } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { documentedOperations } from '../../src/test-support/exchange-fields.ts';
import { PROJECT } from '../project.ts';
import { bundled, type Document, operationsOf } from './openapi-documents.ts';

const access = await bundled('access', 'replaced');
const webForm = await bundled('web-form', 'replaced');

const described = [access, webForm].flatMap((document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ document, path, method, operation })),
  ),
);

test('the documents have the documented operations and no others, each with its call, responses, caller and clauses', () => {
  const found = described.map(({ document, path, method, operation }) => {
    const [security] = operation.security ?? document.security ?? [];
    const caller = Object.keys(security ?? {}).join(' ') || 'no token';
    const answers = Object.keys(operation.responses).toSorted().join(' ');
    const [clause, ...more] = operation['x-clauses'] ?? [];
    // The prefix of V1 is a clause of its own.
    expect(more).toEqual(path.startsWith('/api/v1/') ? ['V1-PREFIX'] : []);
    expect(document).toBe(path.startsWith('/api/webForms/') ? webForm : access);
    return [operation.operationId, `${method} ${path}`, answers, caller, clause];
  });
  const byId = (rows: readonly (readonly (string | undefined)[])[]) =>
    Object.fromEntries(rows.map((row) => [row[0], row]));
  expect(byId(found)).toEqual(byId(documentedOperations));
  expect(found).toHaveLength(documentedOperations.length);
});

test.each(['access', 'web-form', 'control'])(
  'Redocly finds nothing wrong in openapi/%s.yaml',
  async (name) => {
    const config = await loadConfig({ configPath: join(PROJECT, 'redocly.yaml') });
    const problems = await lint({ ref: join(PROJECT, `openapi/${name}.yaml`), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
    ).toEqual([]);
  },
);

/** What is under these keys has to be described; what is under the others below them is data, or a condition. */
const DESCRIBED = /^(properties|schemas|responses|parameters|headers|securitySchemes)$/;
const NOT_WALKED = /^(example|examples|if|then|not|contains|discriminator|x-.*)$/;

interface Described {
  readonly description?: string;
  readonly allOf?: readonly Described[];
}

function silentPlaces(document: Document): string[] {
  const isDescribed = (part: Described): boolean =>
    Boolean(part.description) || (part.allOf ?? []).some(isDescribed);
  const visit = (node: object, at: string): string[] =>
    Object.entries(node).flatMap(([key, value]) => {
      if (typeof value !== 'object' || value === null || NOT_WALKED.test(key)) return [];
      if (!DESCRIBED.test(key)) return visit(value, `${at}/${key}`);
      return Object.entries<Described>(value).flatMap(([name, part]) => [
        ...(isDescribed(part) ? [] : [`${at}/${key}/${name}`]),
        ...visit(part, `${at}/${key}/${name}`),
      ]);
    });
  return visit(document, '');
}

test.each(['access', 'web-form', 'control'] as const)(
  'every operation, parameter, response, schema and property of %s is described, and components have names in PascalCase',
  async (name) => {
    const document = await bundled(name, 'replaced');
    const silent = operationsOf(document).filter(({ description }) => !description);
    expect([...silent, ...silentPlaces(document)]).toEqual([]);
    const { schemas = {}, responses = {} } = document.components;
    expect(Object.keys({ ...schemas, ...responses }).join()).toMatch(/^([A-Z][A-Za-z0-9]+,?)+$/);
  },
);

test('how a token is presented, and how a notification is delivered, are open facts', () => {
  const schemes = [access, webForm].flatMap(({ components }) =>
    Object.values(components.securitySchemes ?? {}),
  );
  const presented = ['AUTHORIZATION-HEADER', 'AUTHORIZATION-SCHEME'];
  expect(schemes).toHaveLength(3);
  for (const scheme of schemes) expect(scheme).toMatchObject({ type: 'oauth2', 'x-not-shown': presented });
  expect(access.webhooks?.['notification']?.post['x-not-shown']).toBe('DELIVERY-METHOD');
});
