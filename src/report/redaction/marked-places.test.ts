// Every place that the documents mark as secret or personal, in every request and answer: nothing of it is repeated.
import { expect, test } from 'vitest';
import { operations } from '../../../contracts/generated/operations.ts';
import open from '../../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../../contracts/src/contract/compiled.ts';
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import { evidence } from '../evidence.ts';

const CANARY = 'c4nary';
const bodies = Object.entries(open).flatMap(([name, { schema }]) => {
  const [id = '', part = ''] = name.split('.');
  return id in operations ? [{ id: id as OperationId, part, paths: markedPaths(schema) }] : [];
});

for (const { id, part, paths } of bodies.filter((it) => it.paths.length > 0)) {
  test(`${id} ${part} repeats none of its ${paths.length} marked places`, () => {
    for (const path of paths) {
      const shown = JSON.stringify(
        evidence(resultWith(exchangeWith(id, part, valueAt(path, CANARY))), 'mock'),
      );
      expect(shown, path.join('.')).not.toContain(CANARY);
    }
  });
}

test('names, accounts, money, passwords and tokens are marked', () => {
  const marked = new Set(bodies.flatMap(({ paths }) => paths.map((path) => path.at(-1))));
  for (const name of [
    'iban',
    'counterpartIban',
    'name',
    'email',
    'phone',
    'amount',
    'value',
    'purpose',
    'bic',
  ])
    expect(marked).toContain(name);
  for (const name of ['password', 'client_secret', 'access_token', 'username', 'authContext'])
    expect(marked).toContain(name);
});

/** Where the schema marks something; `[]` is any item. */
function markedPaths(node: SchemaNode): string[][] {
  const isMarked = node['x-personal'] || node['x-encrypted'] || node.format === 'password';
  return [
    ...(isMarked ? [[]] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, part]) =>
      markedPaths(part).map((path) => [name, ...path]),
    ),
    ...(node.items ? markedPaths(node.items).map((path) => ['[]', ...path]) : []),
    ...(node.allOf ?? []).flatMap(markedPaths),
    ...(node.then ? markedPaths(node.then) : []),
  ];
}

function valueAt([step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  return step === '[]' ? [valueAt(rest, value)] : { [step]: valueAt(rest, value) };
}

/** The value as body and, since an envelope might repeat it, as its free text. */
function exchangeWith(id: OperationId, part: string, json: unknown): Exchange {
  const { method, path } = operations[id];
  const request = { method, url: `https://bank.example${path}`, headers: {} };
  if (part === 'request') {
    const message = `no ${CANARY} here`;
    return {
      request: { ...request, body: { json } },
      response: { status: 400, headers: {}, body: { json: { errors: [{ message }] } } },
    };
  }
  return { request, response: { status: Number(part.replace('XX', '00')), headers: {}, body: { json } } };
}

function resultWith(exchange: Exchange) {
  return {
    clause: 'V2-NO-LOCATION',
    says: 'given an import, it says so',
    file: 'suites/v2/forms.ts',
    verdict: 'violated',
    findings: [],
    shown: [],
    exchanges: [exchange],
  } as const;
}
