/** Checks that several trigger events share. The file of an event lists those that apply to it, with their clauses. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { isDifference, sameDecimal } from '../../base/decimal.ts';
import { isNumber } from '../../base/json-value.ts';
import { show } from '../../base/text.ts';
import type { DecryptionProblem } from '../../messages/message-encryption.ts';
import {
  type Breach,
  breach,
  type CheckResult,
  eachItem,
  itemCheck,
  itemOfRuleCheck,
  type MessageCheck,
  type RuleCheck,
} from '../clause-check.ts';
import type { Fields, MessageItem, NotificationMessage } from '../read-message.ts';
import { idText } from '../rule-facts.ts';

/** Of every event: the message repeats id, trigger event and handle of its rule (Events 2). */
export const identity: readonly RuleCheck[] = [
  {
    clause: 'MESSAGE-RULE-ID',
    check: ({ message, rule: { rule } }) => {
      const [id, due] = [message.exact['notificationRuleId'], rule.notificationRuleId];
      if (due === undefined || !isNumber(id)) return 'silent';
      if (sameDecimal(id, due)) return 'upheld';
      const text = `notificationRuleId is ${show(id, false)}, not ${due}, the id of its rule`;
      return breach('/notificationRuleId', text);
    },
  },
  {
    clause: 'MESSAGE-TRIGGER-EVENT',
    check: ({ message: { event }, rule: { rule } }) => {
      if (event === rule.triggerEvent) return 'upheld';
      const text = `triggerEvent is "${event}", not "${rule.triggerEvent}", that of its rule`;
      return breach('/triggerEvent', text);
    },
  },
  {
    clause: 'MESSAGE-CALLBACK-HANDLE',
    check: ({ message, rule: { rule } }) => {
      const handle = message.sent['callbackHandle'];
      // A handle that is no text is a finding of the schema already.
      if (typeof handle !== 'string') return 'silent';
      if (handle === rule.callbackHandle) return 'upheld';
      // A handle may be somebody's e-mail address.
      return breach(
        '/callbackHandle',
        `callbackHandle is another ${show(handle, true)}, not that of its rule`,
      );
    },
  },
];

/** Of every event with items: what is encrypted decrypts, and details hold a JSON object (Events 3). */
const encryption: readonly MessageCheck[] = [
  {
    clause: 'MESSAGE-ENCRYPTION',
    check: ({ items, problems, encryptedBankNames }) => {
      const found = problems.filter(({ isContent }) => !isContent);
      if (found.length > 0) return found.map(breachOf);
      return items.length > 0 && encryptedBankNames !== undefined ? 'upheld' : 'silent';
    },
  },
  {
    clause: 'MESSAGE-DETAILS',
    check: ({ items, problems }) => {
      const found = problems.filter(({ isContent }) => isContent);
      if (found.length > 0) return found.map(breachOf);
      return items.some(({ details }) => details !== undefined) ? 'upheld' : 'silent';
    },
  },
];

function plainBankName(clause: ClauseId): MessageCheck {
  return {
    clause,
    check: ({ items, layout, encryptedBankNames: encrypted }) => {
      if (items.length === 0 || encrypted === undefined) return 'silent';
      if (encrypted.length === 0) return 'upheld';
      const message = 'bankName is encrypted, not plain text';
      return encrypted.map((index) => ({ pointer: `/${layout.list}/${index}/bankName`, message }));
    },
  };
}

/** Details are there for a rule that includes them, and only then (Events 3). */
const detailsOfRule: readonly RuleCheck[] = [
  itemOfRuleCheck('MESSAGE-DETAILS-ONLY-ASKED', (item, { rule }) => {
    if (rule.includeDetails) return 'silent';
    if (!hasDetails(item)) return 'upheld';
    return breach('/details', 'details is present for a rule without includeDetails, not absent');
  }),
  itemOfRuleCheck('MESSAGE-DETAILS-PRESENT', (item, { message, rule }) => {
    if (!rule.includeDetails || hasNothingToSay(item, message)) return 'silent';
    return hasDetails(item)
      ? 'upheld'
      : breach('/details', 'details is missing, and the rule includes details');
  }),
];

/** One rule includes the details of all items or of none. */
const detailsOfAllItems: MessageCheck = {
  clause: 'MESSAGE-DETAILS-PRESENT',
  check: (message) => {
    if (!message.items.some(hasDetails)) return 'silent';
    return eachItem(message, (item) => {
      if (hasNothingToSay(item, message)) return 'silent';
      return hasDetails(item)
        ? 'upheld'
        : breach('/details', 'details is missing, and another item has them');
    });
  },
};

/** A message is sent because something matched, and each match is one item. */
function oneItemPerMatch(clause: ClauseId): MessageCheck {
  return {
    clause,
    check: (message) => {
      const { list, layout } = message;
      if (list?.length === 0) {
        const text = `${layout.list} is an empty list, not a list of at least one item`;
        return breach(`/${layout.list}`, text);
      }
      const seen = new Set<unknown>();
      return eachItem(message, ({ exact }) => {
        const id = exact[layout.id];
        if (id === undefined) return 'silent';
        const key = idKey(id);
        if (!seen.has(key)) {
          seen.add(key);
          return 'upheld';
        }
        return breach(`/${layout.id}`, `${layout.id} is ${shownId(id)}, which another item has already`);
      });
    },
  };
}

/** A message is sent because an account or connection matches that the rule lists; it may name others, too (Trigger semantics 9). */
const listedOnly: RuleCheck = {
  clause: 'MESSAGE-LISTED-ONLY',
  check: ({ message: { items, layout }, rule: { listedIds } }) => {
    const { id, list, listed } = layout;
    const found = items.flatMap(({ exact }) => exact[id] ?? []);
    if (listedIds === undefined || found.length === 0) return 'silent';
    if (found.some((one) => listedIds.has(idText(one)))) return 'upheld';
    const text = `${list} names ${found.map(shownId).join(', ')}, none of ${listed} of the rule`;
    return breach(`/${list}`, text);
  },
};

/** Of every event with items: `clause` states that a match is an item, `bankName` that its bank is named in plain text. */
export function ofItems(clause: ClauseId, bankName: ClauseId = 'MESSAGE-ITEM-BANK-NAME'): MessageCheck[] {
  return [...encryption, plainBankName(bankName), detailsOfAllItems, oneItemPerMatch(clause)];
}

/** Of every event with items, beside its rule. */
export const ofItemRule: readonly RuleCheck[] = [...identity, ...detailsOfRule, listedOnly];

/** The message repeats the threshold of its rule (Events, LOW, HIGH). */
export function repeatsThreshold(clause: ClauseId): RuleCheck {
  return {
    clause,
    check: ({ message, rule: { threshold } }) => {
      const { threshold: field = '' } = message.layout;
      const found = message.exact[field];
      if (threshold === undefined || !isNumber(found)) return 'silent';
      if (sameDecimal(found, threshold)) return 'upheld';
      const text = `${field} is ${show(found, false)}, not ${show(threshold, false)}, that of the rule`;
      return breach(`/${field}`, text);
    },
  };
}

/** Of balance details: the change is the difference (Events, NEW_ACCOUNT_BALANCE), as far as floats are (NUMBER-PRECISION). */
export const exactBalanceChange = itemCheck('MESSAGE-BALANCE-DETAILS-CHANGE', ({ exactDetails }) => {
  if (exactDetails === undefined) return 'silent';
  const { balanceChange, newBalance, oldBalance } = exactDetails;
  const isExact = isDifference(balanceChange, newBalance, oldBalance);
  if (isExact === undefined) return 'silent';
  if (isExact) return 'upheld';
  return breach('/details/balanceChange', 'balanceChange is another amount, not newBalance minus oldBalance');
});

/** Balance details are of the account of their item. */
export const accountOfDetails: readonly MessageCheck[] = [
  sameAsItem('MESSAGE-BALANCE-DETAILS-NUMBER', 'accountNumber', 'accountNumber'),
  sameAsItem('MESSAGE-BALANCE-DETAILS-IBAN', 'iban', 'accountIban'),
  sameAsItem('MESSAGE-BALANCE-DETAILS-NAME', 'accountName', 'accountName'),
  sameAsItem('MESSAGE-BALANCE-DETAILS-CONNECTION', 'bankConnectionName', 'bankConnectionName'),
];

/** What the details hold where the item has null is not shown (NULL-OR-ABSENT). */
function sameAsItem(clause: ClauseId, field: string, inItem: string): MessageCheck {
  return itemCheck(clause, ({ details, exact }) => {
    const [found, due] = [details?.[field], exact[inItem]];
    if (typeof found !== 'string' || typeof due !== 'string') return 'silent';
    // How numbers and names are spaced is not shown.
    if (found === due || found.replace(/\s/g, '') === due.replace(/\s/g, '')) return 'upheld';
    return breach(`/details/${field}`, `${field} is another text, not ${inItem} of the item`);
  });
}

export function absentFields(found: Fields, fields: readonly string[]): CheckResult {
  const present = fields.filter((name) => isSet(found[name]));
  if (present.length === 0) return 'upheld';
  return present.map((name) => ({ pointer: `/${name}`, message: `${name} is present, not absent` }));
}

/** Whether an item was sent with details, readable or not. */
export function hasDetails({ sent }: MessageItem): boolean {
  return isSet(sent['details']);
}

/** The details of a login error hold the denial message of the bank alone, and for an unknown reason there may be none. */
function hasNothingToSay(item: MessageItem, { event }: NotificationMessage): boolean {
  return event === 'BANK_LOGIN_ERROR' && !isSet(item.sent['errorCode']) && !hasDetails(item);
}

/** A field without a value is null or absent (NULL-OR-ABSENT). */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The reason of a problem repeats nothing of the field. */
function breachOf({ pointer, reason, isContent }: DecryptionProblem): Breach {
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  const what = isContent ? 'holds no JSON object' : 'does not decrypt';
  return { pointer, message: `${field} ${what}: ${reason}` };
}

/** The same for the same id, however its number is written. */
export function idKey(id: unknown): unknown {
  return typeof id === 'number' ? id : idText(id);
}

/** An id that is no number may be anything. */
function shownId(id: unknown): string {
  return show(id, !isNumber(id));
}
