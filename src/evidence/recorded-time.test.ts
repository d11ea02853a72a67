// The times of records, as the README says that they are written.
import { expect, test } from 'vitest';
import { recordedTime } from './recorded-time.ts';

test('the time of a record is an instant; what names none is no time and breaks nothing', () => {
  const timeOf = (time: unknown) => recordedTime({ time, request: {} }).time;
  for (const zoned of ['10:00:00.250Z', '11:00:00.250+01:00', '11:00:00.2500000+0100'])
    expect(timeOf(`2026-11-22T${zoned}`)).toBe(Date.UTC(2026, 10, 22, 10, 0, 0, 250));
  for (const none of [null, 12, 'yesterday', '2026-11-22', '2026-11-22T10:00:00', '2026-13-22T10:00:00Z'])
    expect(timeOf(none)).toBeUndefined();
});
