/** The string formats of the documents, as functions; validators and hand-written judges read the same ones. */
import { isAbsoluteUrl } from './absolute-url.ts';
import { isGermanTime } from './german-time.ts';
import { isPattern } from './pattern.ts';
import { isCalendarDate, isEnvelopeTime, isWebFormTime } from './times.ts';
import { isUuid } from './uuid.ts';

export const formats = {
  date: isCalendarDate,
  'envelope-time': isEnvelopeTime,
  'german-time': isGermanTime,
  regex: isPattern,
  uri: isAbsoluteUrl,
  uuid: isUuid,
  'web-form-time': isWebFormTime,
};
