/** The messages of `fire`: with the fields of `--data`, and written as the provider of a target writes them. */

import { CheckFailed, InputError } from '../../contracts/src/base/errors.ts';
import { type JsonText, readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { isNumber, isObject, member } from '../../contracts/src/base/json-value.ts';
import { kindOf, oneLine } from '../../contracts/src/base/text.ts';
import { decimalFields, knowsAdjustingEntry } from '../../contracts/src/judge/as-documented.ts';
import { judgePlainMessage, undocumentedInMessage } from '../../contracts/src/judge/judge-message.ts';
import { defaultSettings, type Settings } from '../../contracts/src/judge/settings.ts';
import type { ExactMessage, TriggerEvent } from '../../contracts/src/messages/message.ts';
import { readJsonFile } from './input-files.ts';
import type { MessageSettings } from './message-options.ts';

/** The fields of a message before encryption, numbers with their digits. Throws InputError for a file that holds no JSON object. */
export async function dataOfFile(file: string): Promise<object> {
  const { exact: data } = await readJsonFile(file);
  if (kindOf(data) !== 'an object')
    throw new InputError(`${file} is no JSON object: pass the fields of a message.`);
  return data as object;
}

/** The message with the fields of the file. Throws CheckFailed if it is not as documented, after a line for each fault but one. */
export function withData(
  built: ExactMessage,
  { file, fields }: { readonly file: string; readonly fields: object },
  settings: Settings = defaultSettings,
): ExactMessage {
  const message = { ...built, ...fields } as ExactMessage;
  const faults = faultsOf(built.triggerEvent, readJson(writeJson(message)), settings);
  const lines = faults.map(({ pointer, message }) =>
    oneLine(`${[file, pointer, message].filter(Boolean).join(': ')}.`),
  );
  const last = lines.pop();
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (last !== undefined) throw new CheckFailed(last);
  return message;
}

function faultsOf(event: TriggerEvent, message: JsonText, settings: Settings) {
  // A message of another event has other fields, so this is its only fault.
  if (member(message.value, 'triggerEvent') !== event)
    return [{ pointer: '/triggerEvent', message: `is not ${event}, which is to be sent` }];
  const aliases = Object.values(settings.fieldAliases).flat();
  const undocumented: { pointer: string; message: string }[] = [];
  undocumentedInMessage(event, message.value, (pointer) => {
    if (aliases.includes(pointer.slice(pointer.lastIndexOf('/') + 1))) return;
    undocumented.push({ pointer, message: 'is a field that the documentation does not list' });
  });
  return [...judgePlainMessage(message, { settings }).findings, ...undocumented];
}

/**
 * A made-up message as the settings of a target write it: BigDecimals as text (bigDecimalForm), no isAdjustingEntry
 * before its version (serviceVersion). Other settings allow a second form beside the documented one, which is kept.
 */
export function asSentBy(settings: MessageSettings | undefined, message: ExactMessage): ExactMessage {
  if (settings === undefined) return message;
  const { bigDecimalForm, serviceVersion } = settings;
  const texts = bigDecimalForm === 'string' ? decimalFields(message.triggerEvent) : [];
  const isTooOld = serviceVersion !== 'unknown' && !knowsAdjustingEntry(serviceVersion);
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !(isTooOld && name === 'isAdjustingEntry'))
        .map(([name, part]) => [name, texts.includes(name) && isNumber(part) ? `${part}` : written(part)]),
    );
  };
  return written(message) as ExactMessage;
}
