/** Reads what a target sent as the documentation writes it: under the documented names, BigDecimals as numbers. */
import { triggerEvents } from '../../generated/operations.ts';
import { decimalIn } from '../base/decimal.ts';
import { layoutOf } from '../base/event-layout.ts';
import { type Fields, isNumber, isObject, member, remade } from '../base/json-value.ts';
import { isVersionSince } from '../base/text.ts';
import type { TriggerEvent } from '../messages/message.ts';
import type { Settings } from './settings.ts';

/** Whether a service of this version sends isAdjustingEntry: since 1.30.0; of an unknown version nothing is required (SERVICE-VERSION). */
export function knowsAdjustingEntry(serviceVersion: string): boolean {
  return isVersionSince(serviceVersion, '1.30.0');
}

type Forms = Pick<Settings, 'fieldAliases'>;

/**
 * The value, of an answer, a message or decrypted details, at every depth by the name of the field alone:
 * - fieldAliases: where a documented name is absent and one of its aliases is there, the value is read under the
 *   documented name too; the alias stays beside it as a further field.
 * - BIG-DECIMAL-FORM: a BigDecimal of a message that is text becomes a number, digit for digit.
 */
export function asDocumented(value: unknown, { fieldAliases }: Forms, event?: TriggerEvent): unknown {
  const aliases = Object.entries(fieldAliases);
  const decimals = event ? layoutOf[event].decimals : [];
  // A threshold is at the top of its message, an amount deep in it.
  const areNumbers = decimals.every((name) => isNumber(member(value, name)));
  if (aliases.length === 0 && areNumbers) return value;
  return remade(value, (part, name) => {
    if (typeof part === 'string' && decimals.includes(name ?? '')) return decimalIn(part) ?? part;
    if (!isObject(part)) return part;
    const added = aliases.flatMap(([field, others]) => {
      const alias = others.find((other) => member(part, other) !== undefined);
      return alias === undefined || member(part, field) !== undefined ? [] : [[field, part[alias]]];
    });
    return { ...part, ...Object.fromEntries(added) };
  });
}

/** A field of an answer or message by its documented name, or by an alias. */
export function documentedField(value: unknown, name: string, { fieldAliases }: Forms): unknown {
  const names = [name, ...(fieldAliases[name] ?? [])];
  return names.map((each) => member(value, each)).find((found) => found !== undefined);
}

/** A message as documented, and its trigger event; undefined for one that the documentation does not list. */
export function messageAsDocumented(
  json: unknown,
  settings: Forms,
):
  | { readonly event: TriggerEvent; readonly json: Fields }
  | { readonly event?: never; readonly json: unknown } {
  const sent = documentedField(json, 'triggerEvent', settings);
  const event = triggerEvents.find((each) => each === sent);
  const documented = asDocumented(json, settings, event);
  return event ? { event, json: documented as Fields } : { json: documented };
}
