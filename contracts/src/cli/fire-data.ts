/** The own data of the user for `fire`: laid over a built message and checked as strictly as all that is sent. */
import closed from '../../generated/validators/closed.js';
import open from '../../generated/validators/open.js';
import type { SchemaNode, Validate } from '../contract/compiled.ts';
import { readJson, writeJson } from '../contract/exact-json.ts';
import { kindOf } from '../contract/show.ts';
import { Stop } from '../contract/stop.ts';
import { schemaFindings } from '../judge/schema-findings.ts';
import { DETAILS, encryptedPlaces } from '../messages/encrypted-places.ts';
import type { PlainMessage } from '../messages/message.ts';
import type { TriggerEvent } from '../messages/notification-rule.ts';
import { readJsonFile } from './read-json-file.ts';

interface Fault {
  readonly pointer: string;
  readonly message: string;
}

const strict: Record<string, Validate | undefined> = closed;
const schemas: Record<string, { readonly schema: SchemaNode } | undefined> = open;

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
export function withData(built: PlainMessage, data: object, file: string): PlainMessage {
  const message = { ...built, ...data } as PlainMessage;
  const faults = faultsOf(built.triggerEvent, readJson(writeJson(message)).value as object);
  const lines = faults.map(
    ({ pointer, message }) => `${[file, pointer, message].filter(Boolean).join(': ')}.`,
  );
  const last = lines.pop();
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (last !== undefined) throw new Stop(1, last);
  return message;
}

function faultsOf(event: TriggerEvent, message: object): Fault[] {
  // A message of another event has other places, so that nothing else can be said of it.
  if ('triggerEvent' in message && message.triggerEvent !== event)
    return [{ pointer: '/triggerEvent', message: `is not ${event}, which is to be sent` }];
  const { copy, places } = encryptedPlaces(message);
  const ofDetails = places
    .filter(({ holder, field }) => field === DETAILS && holder[field] !== undefined)
    .flatMap(({ holder, pointer }) => {
      const details = holder[DETAILS];
      // The schema of the message knows them as the text that they become.
      holder[DETAILS] = '';
      if (kindOf(details) === 'an object')
        return findings(`${event}.details`, details, { pointer, name: 'details' });
      return [
        { pointer, message: `details is ${kindOf(details)}, not an object, as it is before encryption` },
      ];
    });
  return [...findings(`${event}.message`, copy, { pointer: '', name: 'the message' }), ...ofDetails];
}

function findings(name: string, value: unknown, at: { pointer: string; name: string }): Fault[] {
  const [validate, schema] = [strict[name], schemas[name]?.schema];
  if (!validate || !schema) return [];
  return schemaFindings({ validate, schema }, value, { ...at, clause: 'MESSAGE-EMITTED' });
}
