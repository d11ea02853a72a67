/** The string formats of the documents, as functions; validators and hand-written judges read the same ones. */
import { isCalendarDate, isEnvelopeTime, isGermanTime, isWebFormTime } from './times.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An absolute http or https address, which is what an end user can open. */
export function isAbsoluteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

export const formats = {
  date: isCalendarDate,
  'envelope-time': isEnvelopeTime,
  'german-time': isGermanTime,
  uri: isAbsoluteUrl,
  uuid: (text: string) => UUID.test(text),
  'web-form-time': isWebFormTime,
};
