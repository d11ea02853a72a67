/** Checks that all trigger events share: of the rule, and of items if there are any. The clauses are those of the fields. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { compareDecimals, difference, mayBeFloatLoss, sameDecimal } from '../../base/decimal.ts';
import type { EventLayout } from '../../base/event-layout.ts';
import { type Fields, isNumber, isSet } from '../../base/json-value.ts';
import type { SchemaPlace } from '../../base/schema-place.ts';
import { show } from '../../base/text.ts';
import { type DecryptionProblem, hasNothingDecrypted } from '../../messages/message-encryption.ts';
import { type CheckResult, held, itemCheck, type MessageCheck } from '../clause-check.ts';
import type { MessageItem, NotificationMessage } from '../read-message.ts';
import { idText, type RuleFacts } from '../rule-facts.ts';

/** The message repeats a number of its rule, if the rule has it. */
export function repeatsNumber(
  clause: ClauseId,
  field: string,
  ofRule: (rule: RuleFacts) => unknown,
): MessageCheck {
  return {
    clause,
    check: ({ message, rule }) => {
      const [found, due] = [message.plain[field], rule && ofRule(rule)];
      if (!isNumber(found) || due === undefined) return 'silent';
      return held(sameDecimal(found, due), `/${field}`, `${show(due, false)}, that of the rule`);
    },
  };
}

/** The message repeats id, trigger event and handle of its rule (Events 2). The rule may be of another event. */
export const identity: readonly MessageCheck[] = [
  repeatsNumber('MESSAGE-RULE-ID', 'notificationRuleId', ({ rule }) => rule.notificationRuleId),
  {
    clause: 'MESSAGE-TRIGGER-EVENT',
    check: ({ message: { event }, rule }) => {
      const due = rule?.rule.triggerEvent;
      const expected = `"${due}", that of its rule`;
      return held(rule && event === due, '/triggerEvent', expected, 'value', `"${event}"`);
    },
  },
  {
    clause: 'MESSAGE-CALLBACK-HANDLE',
    check: ({ message, rule }) => {
      const handle = message.sent['callbackHandle'];
      // A handle that is no text is already a finding of the schema.
      const isSame = typeof handle === 'string' ? rule && handle === rule.rule.callbackHandle : undefined;
      return held(isSame, '/callbackHandle', 'that of its rule');
    },
  },
];

/** Encrypted fields decrypt, and details hold a JSON object (Events 3). */
const encryption: readonly MessageCheck[] = [
  {
    clause: 'MESSAGE-ENCRYPTION',
    check: ({ message }) => {
      const isShown = message.items.length > 0 && message.encryptedBankNames !== undefined;
      const problems = message.problems.filter(({ isContent }) => !isContent);
      const [first, second] = problems;
      const isOfAnotherKey = first && second && hasNothingDecrypted(message.plain);
      if (!isOfAnotherKey) return ofFields(problems, 'text that decrypts', isShown);
      const found = `none in any encrypted field: ${first.reason}`;
      return held(false, '', 'text that decrypts', 'format', found);
    },
  },
  {
    clause: 'MESSAGE-DETAILS',
    check: ({ message }) => {
      const isShown = message.items.some(({ details }) => details !== undefined);
      const problems = message.problems.filter(({ isContent }) => isContent);
      return ofFields(problems, 'an encrypted JSON object', isShown);
    },
  },
];

/** One finding per problem. Its reason repeats nothing of the field. */
function ofFields(problems: readonly DecryptionProblem[], expected: string, isShown: boolean): CheckResult {
  if (problems.length === 0 && !isShown) return 'silent';
  return problems.map(({ pointer, reason }) => {
    return { kind: 'format', pointer, expected: `${expected}, but ${reason}` };
  });
}

function plainBankName(clause: ClauseId): MessageCheck {
  return {
    clause,
    check: ({ message: { items, layout, encryptedBankNames: encrypted } }) => {
      if (items.length === 0 || encrypted === undefined) return 'silent';
      const breach = { kind: 'format', expected: 'plain text', found: 'encrypted text' } as const;
      return encrypted.map((index) => ({ ...breach, pointer: `/${layout.list}/${index}/bankName` }));
    },
  };
}

/** All items have details if the rule includes them, else none (Events 3). */
const details: readonly MessageCheck[] = [
  itemCheck('MESSAGE-DETAILS-ONLY-ASKED', (item, { rule }) => {
    const isAbsent = rule?.includeDetails === false ? !hasDetails(item) : undefined;
    const expected = 'none for a rule without includeDetails';
    return held(isAbsent, '/details', expected, 'unexpected', 'some');
  }),
  itemCheck('MESSAGE-DETAILS-PRESENT', (item, { message, rule }) => {
    const isDue = rule?.includeDetails === true || message.items.some(hasDetails);
    if (!isDue || hasNothingToSay(item, message)) return 'silent';
    const expected = rule?.includeDetails ? 'those that the rule includes' : 'some, as of another item';
    return held(hasDetails(item), '/details', expected, 'missing');
  }),
];

/** The details of a login error hold only the bank's denial message, so there may be none for an unknown reason. */
function hasNothingToSay(item: MessageItem, { event }: NotificationMessage): boolean {
  return event === 'BANK_LOGIN_ERROR' && !isSet(item.sent['errorCode']) && !hasDetails(item);
}

/** No two items have the same id: each match is one item. */
function oneItemPerMatch(clause: ClauseId, { id }: EventLayout): MessageCheck {
  return {
    clause,
    check: ({ message }) => {
      const ids = message.items.map(({ plain }) => plain[id]);
      if (!ids.some(isSet)) return 'silent';
      const breach = { kind: 'repeated', expected: 'one that no other item has' } as const;
      return repeatedAt(ids).map((at) => ({ ...breach, pointer: `${message.items[at]?.pointer}/${id}` }));
    },
  };
}

/** Some account or connection of the message is listed by the rule; others may be unlisted (Trigger semantics 9). */
const listedOnly: MessageCheck = {
  clause: 'MESSAGE-LISTED-ONLY',
  check: ({ message: { items, layout }, rule }) => {
    const { id, list, listed } = layout;
    const found = items.flatMap(({ plain }) => plain[id] ?? []);
    const isListed =
      found.length > 0 ? rule?.listedIds && found.some((one) => rule.listedIds?.has(idText(one))) : undefined;
    return held(isListed, `/${list}`, `an item of the ${listed} of the rule`);
  },
};

/** A missing value is null or absent: the texts "null" and "undefined" are no IBAN, though they may be a name. */
export function isNoNullText(found: Fields, field: string): CheckResult {
  const text = found[field];
  if (typeof text !== 'string') return 'silent';
  return held(!/^(null|undefined)$/.test(text), `/${field}`, 'a value, null or none');
}

/** The checks of an event's messages, beside those of the rule, as its fields in the OpenAPI documents require. */
export function itemChecks(layout: EventLayout, message: SchemaPlace): MessageCheck[] {
  const { list, threshold } = layout;
  const place = list === undefined ? undefined : message.field(list);
  const iban = place?.items?.field('accountIban');
  return [
    ...(place
      ? [
          ...encryption,
          plainBankName(clauseOf(place.items?.field('bankName'))),
          ...details,
          oneItemPerMatch(clauseOf(place), layout),
          listedOnly,
          ...(iban ? [itemCheck(clauseOf(iban), ({ plain }) => isNoNullText(plain, 'accountIban'))] : []),
        ]
      : []),
    ...(threshold === undefined
      ? []
      : [repeatsNumber(clauseOf(message.field(threshold)), threshold, (rule) => rule.threshold)]),
  ];
}

export function clauseOf(place: SchemaPlace | undefined): ClauseId {
  const [clause] = place?.clauses ?? [];
  if (!clause) throw new Error(`No clause states ${place?.pointer ?? 'a field'}.`);
  return clause;
}

export function absentFields(found: Fields, fields: readonly string[]): CheckResult {
  const present = fields.filter((name) => isSet(found[name]));
  return present.map((name) => ({ kind: 'unexpected', pointer: `/${name}`, expected: 'none' }));
}

/** Whether an item was sent with details, readable or not. */
export function hasDetails({ sent }: MessageItem): boolean {
  return isSet(sent['details']);
}

/** Whether two decimals have the right order; undefined if the rounding of `lossy` to floats may explain a wrong one. */
export function isOrdered(
  one: unknown,
  other: unknown,
  isRight: (order: number) => boolean,
  ...lossy: readonly unknown[]
): boolean | undefined {
  const order = compareDecimals(one, other);
  if (order === undefined || isRight(order)) return order === undefined ? undefined : true;
  return mayBeFloatLoss(difference(one, other), ...lossy) ? undefined : false;
}

/** The indexes of ids that occurred before, however their numbers are written. */
export function repeatedAt(ids: readonly unknown[]): number[] {
  const seen = new Set<string>();
  return [...ids.keys()].filter((at) => isSet(ids[at]) && seen.size === seen.add(idText(ids[at])).size);
}
