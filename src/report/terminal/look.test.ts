// Colours and widths belong to terminals alone.
import { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { lookOf } from './look.ts';

const terminal = { isTTY: true, columns: 120, getColorDepth: () => 8 };

test('a terminal has a width and colours', () => {
  const look = lookOf(stream(terminal), {});
  expect(look.width).toBe(120);
  expect(look.paint('bad', 'x')).toBe('\u001b[31mx\u001b[39m');
});

test('without a terminal there is neither, whatever the environment asks for', () => {
  const look = lookOf(stream({ isTTY: false }), { FORCE_COLOR: '1' });
  expect(look.width).toBe(Number.POSITIVE_INFINITY);
  expect(look.paint('bad', 'x')).toBe('x');
});

test('under NO_COLOR there is only the width', () => {
  const look = lookOf(stream(terminal), { NO_COLOR: '1' });
  expect([look.width, look.paint('bad', 'x')]).toEqual([120, 'x']);
});

test('a terminal that does not tell its width has 80 columns', () => {
  expect(lookOf(stream({ ...terminal, columns: 0 }), {}).width).toBe(80);
});

/** A stream that only knows what it is told to be. */
function stream(properties: object): WriteStream {
  const { prototype } = WriteStream;
  const descriptors = Object.getOwnPropertyDescriptors({ writable: true, ...properties });
  return Object.create(prototype, descriptors) as WriteStream;
}
