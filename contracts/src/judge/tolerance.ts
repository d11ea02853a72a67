/** What a target may write otherwise than the schemas say, where the documentation leaves it open. */
import { isLosslessNumber } from 'lossless-json';
import type { SchemaError, SchemaNode } from '../contract/compiled.ts';
import type { Settings } from './settings.ts';

export type Tolerances = Pick<
  Settings,
  | 'toleratedTimeFormats'
  | 'nullAsAbsent'
  | 'callbackUnset'
  | 'balanceDetailsNull'
  | 'counterpartNull'
  | 'errorMessageUnset'
  | 'countOutOfRange'
>;

const TIMES = ['date', 'envelope-time', 'german-time', 'web-form-time'];

/** Whether a setting of the target allows what the schema does not; `places` lead to the error, `found` stands there. */
export function isTolerated(
  error: SchemaError,
  places: readonly SchemaNode[],
  found: unknown,
  settings: Tolerances,
): boolean {
  const place = places.at(-1);
  switch (error.keyword) {
    case 'format':
      return TIMES.includes(String(error.params['format'])) && hasToleratedFormat(error, found, settings);
    case 'required':
      return mayBeAbsent(String(error.params['missingProperty']), place, settings);
    case 'type':
      return mayBeOfThisType(found, place, settings);
    case 'minimum':
    case 'maximum':
      return place?.['x-not-shown'] === 'COUNT-OUT-OF-RANGE' && settings.countOutOfRange === 'accepted';
    default:
      return false;
  }
}

function hasToleratedFormat({ instancePath }: SchemaError, found: unknown, settings: Tolerances): boolean {
  const { toleratedTimeFormats: formats } = settings;
  const field = instancePath.split('/').at(-1) ?? '';
  const patterns = Object.hasOwn(formats, field) ? (formats[field] ?? []) : [];
  return patterns.some((pattern) => new RegExp(`^(?:${pattern})$`, 'u').test(String(found)));
}

/** Null and absent mean the same for what nullAsAbsent lists, so that it may be absent wherever schema or setting let it be null. */
function mayBeAbsent(field: string, place: SchemaNode | undefined, settings: Tolerances): boolean {
  const { nullAsAbsent, callbackUnset, errorMessageUnset } = settings;
  // Whether a callback is configured is not known to who reads one answer.
  if (place?.['x-not-shown'] === 'CONFIG-CALLBACK-UNSET' && callbackUnset === 'absent') return true;
  // A question on the message asks for it where the reason is known.
  if (place?.['x-not-shown'] === 'LOGIN-ERROR-MESSAGE' && errorMessageUnset === 'absent') return true;
  if (!place || !nullAsAbsent.includes(field)) return false;
  const isNullLegal = place.type === undefined || [place.type].flat().includes('null');
  return isNullLegal || mayBeOfThisType(null, place, settings);
}

function mayBeOfThisType(found: unknown, place: SchemaNode | undefined, settings: Tolerances): boolean {
  const { callbackUnset, balanceDetailsNull, counterpartNull, errorMessageUnset } = settings;
  switch (place?.['x-not-shown']) {
    // A decimal that was sent as text is read as a number that keeps its digits.
    case 'BIG-DECIMAL-FORM':
      return isLosslessNumber(found);
    case 'CONFIG-CALLBACK-UNSET':
      return found === null && callbackUnset === 'null';
    case 'BALANCE-DETAILS-NULL':
      return found === null && balanceDetailsNull;
    case 'COUNTERPART-NULL':
      return found === null && counterpartNull;
    case 'LOGIN-ERROR-MESSAGE':
      return found === null && errorMessageUnset === 'null';
    default:
      return false;
  }
}
