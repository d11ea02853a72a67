/** Reads the time of a record, which only the comparison of records needs. */
import { isNumber, isSet, member } from '../../contracts/src/base/json-value.ts';
import { show } from '../../contracts/src/base/text.ts';

interface RecordedTime {
  readonly time?: number;
  /** Why the time could not be read. */
  readonly whyTimeless?: string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;
/** Seconds or milliseconds since 1970. 11 digits are the year 5138 in seconds, or 1973 in milliseconds. */
const EPOCH = /^\d{9,13}(\.\d+)?$/;

/** The time of the call or of the message's arrival, in milliseconds since 1970; empty if the record has none. */
export function recordedTime(record: unknown): RecordedTime {
  // A message by itself has no time.
  const isBare = member(record, 'request') === undefined && member(record, 'message') === undefined;
  const written = isBare ? undefined : member(record, 'time');
  if (!isSet(written) || written === '') return {};
  const text = typeof written === 'string' || isNumber(written) ? String(written) : '';
  if (EPOCH.test(text)) return { time: Math.round(Number(text) * (Number(text) < 1e11 ? 1000 : 1)) };
  // Date.parse alone would accept times without a zone.
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return { time };
  return { whyTimeless: `it is ${show(written, false)}, not ISO 8601 with a zone` };
}
