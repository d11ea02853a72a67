// The overlay with concrete statuses does what it says, and leaves nothing of a range.
import { expect, test } from 'vitest';
import { documentedOperations } from '../../src/test-support/exchange-fields.ts';
import { readYaml } from '../project.ts';
import { type Overlay, withOverlay } from './apply-overlay.ts';
import { bundled, operationsOf } from './openapi-documents.ts';

const overlay = readYaml('openapi/statuses.overlay.yaml') as Overlay;

test('updates are merged in the order of the actions, removals remove, and the document stays as it was', () => {
  const document = { a: { b: { c: 1 } }, list: [{ b: 2 }, { b: 3 }] };
  const actions = [
    { target: '$.a', update: { b: { d: 2 }, e: 3 } },
    { target: '$.list[*].b', remove: true },
    { target: '$.a.e', update: { f: 1 } },
    { target: '$.none', remove: true },
  ] as const;
  expect(withOverlay(document, { actions: actions.slice(0, 2) })).toEqual({
    a: { b: { c: 1, d: 2 }, e: 3 },
    list: [{}, {}],
  });
  expect(withOverlay(document, { actions: actions.slice(3) })).toEqual(document);
});

test('with the overlay every response has one status, and each of its actions finds its place', async () => {
  const documents = [await bundled('access'), await bundled('web-form')];
  const applied = documents.map((document) => withOverlay(document, overlay));
  const found = Object.fromEntries(
    applied.flatMap(operationsOf).map(({ id, answers }) => [id, Object.keys(answers).join()]),
  );
  const due = documentedOperations.map(([id, , statuses]) => [id, statuses.split(' ')[0]]);
  for (const [id = '', status] of due)
    expect([id, found[id]]).toEqual([id, status === '2XX' ? expect.stringMatching(/^20[01]$/) : status]);
  for (const action of overlay.actions) {
    const alone = documents.map((document) => withOverlay(document, { actions: [action] }));
    expect([action.target, alone]).not.toEqual([action.target, documents]);
  }
});
