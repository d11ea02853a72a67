// The committed verdicts are the same bytes for the same verdicts.
import { expect, test } from 'vitest';
import { green, violated } from './sample-runs.ts';
import { verifyJson } from './verify-json.ts';

const clauses = [
  { clause: 'V2-NO-LOCATION', verdict: 'upheld' },
  { clause: 'V1-IMPORT-451', verdict: 'out of reach', reason: 'it cannot' },
] as const;

test('the report holds a verdict for each clause of each target, sorted, and nothing else', () => {
  const runs = [
    { ...green, target: 'sandbox', clauses: [] },
    { ...green, target: 'mock', clauses },
  ];
  expect(verifyJson(runs)).toBe(`{
  "targets": {
    "mock": {
      "V1-IMPORT-451": "out of reach",
      "V2-NO-LOCATION": "upheld"
    },
    "sandbox": {}
  }
}
`);
});

test('the report does not depend on the order of what it is given, nor on addresses and cases', () => {
  const other = { ...green, accessUrl: 'http://127.0.0.1:1', cases: [], clauses: green.clauses.toReversed() };
  expect(verifyJson([other])).toBe(verifyJson([green]));
  expect(verifyJson([violated])).not.toBe(verifyJson([green]));
});
