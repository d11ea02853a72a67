// Expected times are worked out by hand from the German time zone.
import { expect, test } from 'vitest';
import { germanTimeOf } from './german-clock.ts';

test('an instant has its German wall time, in winter, in summer and in both passes of the repeated hour', () => {
  expect(germanTimeOf(0)).toBe('1970-01-01 01:00:00.000');
  expect(germanTimeOf(Date.UTC(2026, 6, 1, 10, 0, 0, 7))).toBe('2026-07-01 12:00:00.007');
  expect(germanTimeOf(Date.UTC(2026, 9, 25, 0, 30))).toBe('2026-10-25 02:30:00.000');
  expect(germanTimeOf(Date.UTC(2026, 9, 25, 1, 30))).toBe('2026-10-25 02:30:00.000');
  expect(germanTimeOf(Date.UTC(2026, 2, 29, 1))).toBe('2026-03-29 03:00:00.000');
});
