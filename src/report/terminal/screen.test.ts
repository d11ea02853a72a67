// Colours and widths belong to terminals alone.
import { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import type { FlowPair } from '../../runner/verdict.ts';
import { green, violated } from '../../test-support/sample-runs.ts';
import { flowAnswer } from './flows-text.ts';
import { liveLineOn, lookOf, progressText } from './screen.ts';

const terminal = { isTTY: true, columns: 120, getColorDepth: () => 8 };

for (const [title, properties, env, width, painted] of [
  ['a terminal has a width and colours', terminal, {}, 120, '\u001b[31mx\u001b[39m'],
  ['other streams have neither', { isTTY: false }, { FORCE_COLOR: '1' }, Number.POSITIVE_INFINITY, 'x'],
  ['under NO_COLOR there is only the width', terminal, { NO_COLOR: '1' }, 120, 'x'],
  ['a terminal without a width has 80 columns', { ...terminal, columns: 0 }, { NO_COLOR: '1' }, 80, 'x'],
] as const) {
  test(title, () => {
    const look = lookOf(stream(properties), env);
    expect([look.width, look.paint('bad', 'x')]).toEqual([width, painted]);
  });
}

/** A stream that has these properties and no others. */
function stream(properties: object): WriteStream {
  const { prototype } = WriteStream;
  const descriptors = Object.getOwnPropertyDescriptors({ writable: true, ...properties });
  return Object.create(prototype, descriptors) as WriteStream;
}

const [upheld] = green.cases as [(typeof green.cases)[0]];
const [broken] = violated.cases as [(typeof green.cases)[0]];

test('a terminal shows one line, rewritten, that is gone at the end', () => {
  const { stream, written } = recordingTerminal(80);
  const [live, progress] = [liveLineOn(stream, {}), progressText()];
  live.show(progress(upheld, 1, 12));
  live.show(progress(broken, 2, 12));
  live.end();
  expect(written).toEqual([
    '\r\u001b[2K1/12  ✓ V1-IMPORT-451',
    '\r\u001b[2K2/12  1 violated  ✗ V1-IMPORT-451',
    '\r\u001b[2K',
  ]);
  // It is never as wide as the terminal.
  const narrow = recordingTerminal(12);
  liveLineOn(narrow.stream, {}).show(progressText()(upheld, 1, 12));
  expect(narrow.written).toEqual(['\r\u001b[2K1/12  ✓ V1-']);
});

test('without a terminal, under CI, under NO_COLOR and on a dumb one it is a line every 15 seconds', () => {
  for (const [columns, env] of [
    [0, {}],
    [80, { CI: 'true' }],
    [80, { NO_COLOR: '1' }],
    [80, { TERM: 'dumb' }],
  ] as const) {
    const { stream, written } = recordingTerminal(columns);
    let seconds = 0;
    const live = liveLineOn(stream, env, () => seconds * 1000);
    for (seconds of [14, 16, 30, 32]) live.show(`${seconds}/100`);
    live.end();
    expect(written).toEqual(['16/100\n', '32/100\n']);
  }
});

test('a run says how long it still takes, once it has taken two seconds and ten cases, and until its last case', () => {
  let seconds = 0;
  const progress = progressText(() => seconds * 1000);
  const line = (at: number, done: number) => {
    seconds = at;
    return progress(broken, done, 100);
  };
  expect(line(1, 1)).toBe('1/100  1 violated  ✗ V1-IMPORT-451');
  expect(line(9, 9)).toBe('9/100  2 violated  ✗ V1-IMPORT-451');
  expect(line(10, 20)).toBe('20/100  3 violated  ≈ 40 s left  ✗ V1-IMPORT-451');
  // 60 s for 20 cases: 240 s for the other 80.
  expect(line(60, 20)).toBe('20/100  4 violated  ≈ 4 min left  ✗ V1-IMPORT-451');
  expect(progress({ ...upheld, verdict: 'unproven' }, 100, 100)).toBe(
    '100/100  4 violated  1 unproven  ? V1-IMPORT-451',
  );
});

function recordingTerminal(columns: number) {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  return { stream: { isTTY: columns > 0, columns, write } as unknown as NodeJS.WriteStream, written };
}

test('a call of a flow says what it got, and what is missing beside the right status', () => {
  const got = (status: number, address?: FlowPair['v1'][number]['address']) =>
    flowAnswer({ operation: 'createBankConnectionImport', status, ...(address && { address }) }).text;
  expect([got(201, 'url'), got(201), got(451, 'location')]).toEqual([
    '201 + url',
    'expected 201 + url, got 201 without url',
    'expected 201 + url, got 451 + location',
  ]);
});
