// The live line is there only for someone who watches, and leaves nothing behind.
import { expect, test } from 'vitest';
import { green, violated } from '../sample-runs.ts';
import { progressOn } from './progress.ts';

const [upheld] = green.cases as [(typeof green.cases)[0]];
const [broken] = violated.cases as [(typeof green.cases)[0]];

test('a terminal shows one line, rewritten, that is gone at the end', () => {
  const { stream, written } = terminal(80);
  const progress = progressOn(stream, {});
  progress.show(upheld, 1, 12);
  progress.show(broken, 2, 12);
  progress.end();
  expect(written).toEqual([
    '\r\u001b[2K1/12  V1-IMPORT-451',
    '\r\u001b[2K2/12  1 not upheld  V1-IMPORT-451',
    '\r\u001b[2K',
  ]);
});

test('the line is never as wide as the terminal', () => {
  const { stream, written } = terminal(12);
  progressOn(stream, {}).show(upheld, 1, 12);
  expect(written).toEqual(['\r\u001b[2K1/12  V1-IM']);
});

test('it is silent without a terminal, under CI, under NO_COLOR and on a dumb one', () => {
  for (const [columns, env] of [
    [0, {}],
    [80, { CI: 'true' }],
    [80, { NO_COLOR: '1' }],
    [80, { TERM: 'dumb' }],
  ] as const) {
    const { stream, written } = terminal(columns);
    const progress = progressOn(stream, env);
    progress.show(upheld, 1, 12);
    progress.end();
    expect(written).toEqual([]);
  }
});

function terminal(columns: number) {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  return { stream: { isTTY: columns > 0, columns, write } as unknown as NodeJS.WriteStream, written };
}
