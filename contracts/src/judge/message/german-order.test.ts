// Which lists of German wall times can be in descending order, also in the night that repeats an hour.
import { expect, test } from 'vitest';
import { firstLater } from './german-order.ts';

const later = (...times: unknown[]) => firstLater(times.map((bankBookingDate) => ({ bankBookingDate })));

test('times in descending order are in order, ties in any', () => {
  expect(later()).toBeUndefined();
  expect(later('2026-11-20 09:15:00.123')).toBeUndefined();
  expect(
    later(
      '2026-11-20 09:15:00.123',
      '2026-11-20 09:15:00.123',
      '2026-11-20 09:15:00.122',
      '2025-12-31 23:59:59.999',
    ),
  ).toBeUndefined();
});

test('the first time that is later than the one before it is found', () => {
  expect(later('2026-11-20 09:15:00.123', '2026-11-20 09:15:00.124')).toBe(1);
  expect(later('2026-11-21 09:15:00.123', '2026-11-20 09:15:00.123', '2026-11-20 23:15:00.123')).toBe(2);
  expect(later('2026-09-30 00:00:00.000', '2026-10-01 00:00:00.000')).toBe(1);
});

test('in the hour that autumn repeats a time may be of the first or of the second pass', () => {
  const night = '2026-10-25';
  // By instants: 02:10 of the second pass, then 02:50 and 02:20 of the first.
  expect(
    later(`${night} 03:00:00.000`, `${night} 02:10:00.000`, `${night} 02:50:00.000`, `${night} 02:20:00.000`),
  ).toBe(undefined);
  expect(later(`${night} 02:10:00.000`, `${night} 02:50:00.000`, `${night} 02:50:00.000`)).toBeUndefined();
  // By texts.
  expect(later(`${night} 02:50:00.000`, `${night} 02:50:00.000`, `${night} 02:10:00.000`)).toBeUndefined();
});

test('in the repeated hour too, a time that is later in either pass is out of order', () => {
  const night = '2026-10-25';
  expect(
    later(`${night} 02:10:00.000`, `${night} 02:50:00.000`, `${night} 02:20:00.000`, `${night} 02:30:00.000`),
  ).toBe(3);
  expect(later(`${night} 01:59:00.000`, `${night} 02:10:00.000`)).toBe(1);
  expect(later(`${night} 02:10:00.000`, `${night} 03:00:00.000`)).toBe(1);
});

test('the same hour of another night is not repeated', () => {
  expect(later('2026-10-24 02:10:00.000', '2026-10-24 02:50:00.000')).toBe(1);
});

test('what is no German time is passed over', () => {
  const skipped = '2026-03-29 02:30:00.000';
  expect(
    later('2026-11-20 09:15:00.123', undefined, 17, 'later', skipped, '2026-11-19 09:15:00.123'),
  ).toBeUndefined();
  expect(later('2026-11-20 09:15:00.123', 'z', '2026-11-21 09:15:00.123')).toBe(2);
  expect(firstLater([null, 'text', { bankBookingDate: '2026-11-20 09:15:00.123' }])).toBeUndefined();
});
