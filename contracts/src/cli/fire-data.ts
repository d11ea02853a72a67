/** The own data of the user for `fire`: laid over a built message and judged like one that arrives, and strictly: more is wrong, too. */
import { type JsonText, readJson, writeJson } from '../contract/exact-json.ts';
import { kindOf } from '../contract/show.ts';
import { Stop } from '../contract/stop.ts';
import { member } from '../judge/exchange.ts';
import { judgePlainMessage } from '../judge/message/judge-message.ts';
import { undocumentedInMessage } from '../judge/message/undocumented-in-message.ts';
import { defaultSettings, type Settings } from '../judge/settings.ts';
import type { PlainMessage } from '../messages/message.ts';
import type { TriggerEvent } from '../messages/notification-rule.ts';
import { readJsonFile } from './read-json-file.ts';

/** The fields of a message in plain, numbers with their digits. Throws Stop 2 for a file that holds no JSON object. */
export async function dataOfFile(file: string): Promise<object> {
  const { exact: data } = await readJsonFile(file);
  if (kindOf(data) !== 'an object')
    throw new Stop(2, `${file} is no JSON object: pass the fields of a message.`);
  return data as object;
}

/**
 * The built message with the fields of the file in place of its own, lists as a whole. Throws Stop 1 when it is not as
 * documented or has a field that is not documented; stderr has a line for each fault but the last.
 */
export function withData(
  built: PlainMessage,
  { file, fields }: { readonly file: string; readonly fields: object },
  settings: Settings = defaultSettings,
): PlainMessage {
  const message = { ...built, ...fields } as PlainMessage;
  const faults = faultsOf(built.triggerEvent, readJson(writeJson(message)), settings);
  const lines = faults.map(
    ({ pointer, message }) => `${[file, pointer, message].filter(Boolean).join(': ')}.`,
  );
  const last = lines.pop();
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (last !== undefined) throw new Stop(1, last);
  return message;
}

interface Fault {
  readonly pointer: string;
  readonly message: string;
}

function faultsOf(event: TriggerEvent, message: JsonText, settings: Settings): readonly Fault[] {
  // A message of another event has other places, so that nothing else can be said of it.
  if (member(message.value, 'triggerEvent') !== event)
    return [{ pointer: '/triggerEvent', message: `is not ${event}, which is to be sent` }];
  const aliases = Object.values(settings.fieldAliases).flat();
  const faults: Fault[] = [...judgePlainMessage(message, { settings }).findings];
  undocumentedInMessage(event, message.value, (pointer) => {
    if (aliases.includes(pointer.slice(pointer.lastIndexOf('/') + 1))) return;
    faults.push({ pointer, message: 'is a field that the documentation does not list' });
  });
  return faults;
}
