/** Judges one recorded message, {"message": …, "rule"?: …}: the message as it travelled, and the rule it is said to be of. */
import { triggerEvents } from '../../generated/operations.ts';
import { JsonError, type JsonText, readJson } from '../contract/exact-json.ts';
import { kindOf } from '../contract/show.ts';
import { member } from '../judge/exchange.ts';
import { isUnreadable } from '../judge/message/is-unreadable.ts';
import { judgeMessage } from '../judge/message/judge-message.ts';
import { undocumentedInMessage } from '../judge/message/undocumented-in-message.ts';
import type { Settings } from '../judge/settings.ts';
import type { Cipher } from '../messages/cipher.ts';
import { BrokenRecord } from './broken-record.ts';
import type { CheckedRecord } from './check-record.ts';
import { recordedRule } from './recorded-rule.ts';

/** Whether a record holds a message and no exchange. */
export function isMessageRecord(record: unknown): boolean {
  return member(record, 'message') !== undefined && member(record, 'request') === undefined;
}

/** A message or rule that cannot be read makes a broken record. */
export async function checkMessage(
  record: JsonText,
  cipher: Cipher,
  settings?: Settings,
): Promise<CheckedRecord> {
  const event = member(member(record.value, 'message'), 'triggerEvent');
  const operation = triggerEvents.find((each) => each === event) ?? null;
  try {
    const message = messageIn(record);
    const value = member(record.value, 'rule');
    const rule = value === undefined ? undefined : recordedRule(value, member(record.exact, 'rule'));
    const judged = await judgeMessage(message, {
      cipher,
      ...(rule && { rule }),
      ...(settings && { settings }),
    });
    const { triggerEvent, verdict, findings, decrypted } = judged;
    const undocumented = new Set<string>();
    if (triggerEvent)
      undocumentedInMessage(triggerEvent, decrypted?.value, (pointer) => undocumented.add(pointer));
    const checked = { operation: triggerEvent, verdict, findings, undocumented: [...undocumented] };
    return isUnreadable(judged) ? { ...checked, isUnreadable: true } : checked;
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    return { operation, verdict: 'not-judged', findings: [], broken: error.message };
  }
}

/** The message as a JSON object, or as the text of one. */
function messageIn(record: JsonText): JsonText {
  const value = member(record.value, 'message');
  const message = typeof value === 'string' ? textRead(value) : viewsOf(record, value);
  const kind = kindOf(message.value);
  if (kind !== 'an object') throw new BrokenRecord(`the message is ${kind}, not a JSON object`);
  return message;
}

function viewsOf(record: JsonText, value: unknown): JsonText {
  return { value, exact: record.exact === record.value ? value : member(record.exact, 'message') };
}

function textRead(text: string): JsonText {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BrokenRecord(`the message is no valid JSON: ${error.message}`);
  }
}
