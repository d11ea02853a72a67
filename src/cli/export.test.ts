// The verb `export` writes every documented call; that Newman runs the collection is tested in scripts/interop.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../contracts/generated/operations.ts';
import { callVerbIn } from '../test-support/call-verb.ts';
import { screens } from '../test-support/screens.ts';
import { exportCommand } from './export.ts';

const OPERATIONS = Object.keys(operations);

interface Item {
  readonly name: string;
  readonly request: { readonly header: readonly { readonly key: string; readonly value: string }[] };
}

screens(exportCommand, {
  'where files go': {
    files: { file: '' },
    calls: {
      '--postman a/bank.json --wiremock .': 0,
      '--wiremock file': 2,
      '--postman file/a.json': 2,
      '': 64,
    },
  },
});

test('the collection calls every operation; what a run fills in and what is secret is a variable', async () => {
  const { folder } = await callVerbIn(exportCommand(), ['--postman', 'bank.json']);
  const { item, variable } = JSON.parse(readFileSync(join(folder, 'bank.json'), 'utf8'));
  const items: Item[] = item.flatMap((own: { item: Item[] }) => own.item);
  const called = new Set(items.map(({ name }) => name.split(' ')[0]));
  expect([...called].sort()).toEqual(OPERATIONS.toSorted());
  const used = new Set(JSON.stringify(items).match(/(?<=\{\{)\w+(?=\}\})/g));
  expect([...used].sort()).toEqual(variable.map(({ key }: { key: string }) => key).sort());
  const requests = JSON.stringify(items.map(({ request }) => request));
  expect(requests).not.toMatch(/example-(client|secret|user|password|access)|2026-\d\d-\d\d/);
});

test('WireMock gets a mapping for every fixture, the first of an operation for calls that ask for none', async () => {
  const { folder } = await callVerbIn(exportCommand(), ['--wiremock', 'wm']);
  const names = readdirSync(join(folder, 'wm/mappings'));
  const fixtures = join(import.meta.dirname, '../../contracts/generated/fixtures');
  const due = OPERATIONS.flatMap((id) => readdirSync(join(fixtures, id)).map((file) => `${id}-${file}`));
  expect(names.toSorted()).toEqual(due.toSorted());
  const mappings = names.map((name) => JSON.parse(readFileSync(join(folder, 'wm/mappings', name), 'utf8')));
  const unasked = mappings.filter(({ request }) => !request.headers);
  expect(unasked.map(({ name }) => name.split(' ')[0]).toSorted()).toEqual(OPERATIONS.toSorted());
});
