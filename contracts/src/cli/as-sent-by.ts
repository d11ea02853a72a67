/** Writes a made-up message as the provider of a target sends it, as far as its settings say how. */
import { isNumber } from '../contract/show.ts';
import { decimalFields } from '../judge/decimal-fields.ts';
import { knowsAdjustingEntry } from '../judge/message/knows-adjusting-entry.ts';
import type { Settings } from '../judge/settings.ts';
import type { PlainMessage } from '../messages/message.ts';

/**
 * BigDecimals as text (bigDecimalForm), no isAdjustingEntry before its version (serviceVersion). Other settings allow a
 * form beside the documented one, which stays: the message is a good one either way.
 */
export function asSentBy(settings: Settings | undefined, message: PlainMessage): PlainMessage {
  if (settings === undefined) return message;
  const { bigDecimalForm, serviceVersion } = settings;
  const texts = bigDecimalForm === 'string' ? decimalFields(message.triggerEvent) : [];
  const isTooOld = serviceVersion !== 'unknown' && !knowsAdjustingEntry(serviceVersion);
  const gone = isTooOld ? ['isAdjustingEntry'] : [];
  return written(message, texts, gone) as PlainMessage;
}

function written(value: unknown, texts: readonly string[], gone: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => written(item, texts, gone));
  if (typeof value !== 'object' || value === null || isNumber(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !gone.includes(name));
  return Object.fromEntries(
    kept.map(([name, part]) => [
      name,
      texts.includes(name) && isNumber(part) ? `${part}` : written(part, texts, gone),
    ]),
  );
}
