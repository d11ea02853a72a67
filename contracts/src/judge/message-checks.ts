/** The checks of an event's messages beyond their schemas, and the validators of one event, without the schemas of others. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { type EventLayout, layoutOf } from '../base/event-layout.ts';
import type { Finding } from '../base/finding.ts';
import { type Fields, isObject } from '../base/json-value.ts';
import type { Compiled } from '../base/schema.ts';
import { placeOf } from '../base/schema-place.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { type MessageCheck, runChecks } from './clause-check.ts';
import { identity, itemChecks } from './events/common.ts';
import { listChecks } from './events/list-checks.ts';
import { asDocumented, messageOf, readPlainMessage } from './read-message.ts';
import type { RuleFacts } from './rule-facts.ts';
import { schemaFindings } from './schema-findings.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { standard, undocumentedFields, type Validator } from './validator.ts';

/** Schemas and checks of an event's messages. */
interface EventParts {
  readonly event: TriggerEvent;
  readonly message: Compiled;
  /** The schema of the details, if the event has any. */
  readonly details?: Compiled | undefined;
  /** The checks of this event alone. */
  readonly own: readonly MessageCheck[];
}

/** The checks of all events that apply to these fields, and the event's own. */
export function messageChecks({ event, message, details, own }: EventParts): readonly MessageCheck[] {
  const layout: EventLayout = layoutOf[event];
  const place = placeOf(message.schema);
  const items = itemChecks(layout, place);
  const lists = listChecks(layout, place, details && placeOf(details.schema));
  return [...identity, ...items, ...lists, ...own];
}

/** The clauses that are not judged in a message of this rule. */
export function ignoredBy(checks: readonly MessageCheck[], rule: RuleFacts | undefined, settings: Settings) {
  const ignored = checks.filter(({ isEvaluated }) => isEvaluated && !isEvaluated(rule, settings));
  return ignored.map(({ clause }) => clause);
}

/** The first finding per clause and pointer, without ignored clauses. */
export function oncePerPlace(findings: readonly Finding[], ignored: readonly ClauseId[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ clause, pointer }) => {
    const isNew = seen.size !== seen.add(`${clause} ${pointer}`).size;
    return isNew && !ignored.includes(clause);
  });
}

const NAMES = { message: 'the message', details: 'details' };
const CLAUSES = { message: 'MESSAGE-TRIGGER-EVENT', details: 'MESSAGE-DETAILS' } as const;

/** Validates an encrypted message or decrypted details: by schema, and by the checks of `judgeMessage` that need no more. */
export function messageValidatorOf(part: 'message' | 'details', parts: EventParts): Validator {
  const compiled = parts[part] as Compiled;
  const checks = messageChecks(parts);
  const ignored = ignoredBy(checks, undefined, defaultSettings);
  const at = { pointer: '', name: NAMES[part], clause: CLAUSES[part] };
  return {
    validate: standard(
      compiled,
      (value) => {
        const ofChecks = checkFindings(part, parts.event, checks, value);
        return oncePerPlace([...schemaFindings(compiled, value, at), ...ofChecks], ignored);
      },
      { isOfMessage: true },
    ),
    undocumented: (value) => undocumentedFields(compiled, value),
  };
}

/** Details are judged as those of a single item. */
function checkFindings(
  part: 'message' | 'details',
  event: TriggerEvent,
  checks: readonly MessageCheck[],
  value: unknown,
): Finding[] {
  if (!isObject(value)) return [];
  const { list = '' } = layoutOf[event];
  const above = part === 'details' ? `/${list}/0/details` : '';
  const sent = part === 'details' ? { [list]: [{ details: value }] } : value;
  const json = asDocumented(sent, defaultSettings, event) as Fields;
  const message = part === 'details' ? readPlainMessage(json, event) : messageOf(event, json);
  return runChecks(checks, { message }, defaultSettings).findings.flatMap((finding) =>
    finding.pointer.startsWith(`${above}/`)
      ? { ...finding, pointer: finding.pointer.slice(above.length) }
      : [],
  );
}
