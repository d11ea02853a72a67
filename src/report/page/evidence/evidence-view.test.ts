// Evidence is shown while there is room; what is not is counted, and the next one may still fit.
import { expect, test } from 'vitest';
import { Html } from '../../../../contracts/src/base/html.ts';
import { roomFor } from './evidence-view.ts';

const line = new Html('in run.json');
const text = (bytes: number, sign = 'x') => new Html(sign.repeat(bytes));

test('what fits is shown, bytes are counted and not characters, and a smaller one finds the room that is left', () => {
  const room = roomFor(10);
  expect(room.show([text(6)], line).text).toBe('xxxxxx');
  expect(room.show([text(3, 'ü')], line)).toBe(line);
  expect(room.show([text(3, 'ü'), text(4)], line).text).toBe('xxxx');
  expect({ used: room.used, cut: room.cut }).toEqual({ used: 10, cut: 2 });
});

test('one piece is never so large that no other is seen, and without room there is only the line', () => {
  expect(roomFor(Number.POSITIVE_INFINITY).show([text(50_001)], line)).toBe(line);
  expect(roomFor(-5).show([text(1)], line)).toBe(line);
});
