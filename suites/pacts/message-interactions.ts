/** What a message handler asks of the eight notifications, and the rule and batch update that make a provider send each. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import type { MessageOf } from '../../contracts/src/messages/message.ts';
import type { NotificationRule, TriggerEvent } from '../../contracts/src/messages/notification-rule.ts';
import type { BatchUpdate } from '../../src/drive/scenario.ts';
import { balance, booked, paid, transaction } from '../notifications/bank-told.ts';
import type { WorldName } from './states.ts';

export interface MessageInteraction {
  readonly clause: ClauseId;
  /** What the message tells. */
  readonly says: string;
  readonly given: WorldName;
  /** The documented example, encrypted by another implementation with the published test key. */
  readonly example: MessageOf;
  /** What the handler shows of the example: its decrypted names. */
  readonly names: readonly string[];
  /** Created by the first user of the world. */
  readonly rule: Required<Pick<NotificationRule, 'callbackHandle'>> & NotificationRule;
  readonly update: BatchUpdate;
}

const { messages } = examples;
const account = { given: 'one-account', names: ['Girokonto'] } as const;

function withDetails(triggerEvent: TriggerEvent, callbackHandle: string, params?: Record<string, unknown>) {
  return { triggerEvent, callbackHandle, includeDetails: true, ...(params && { params }) };
}

/** The examples are typed as any text where the documents list words. */
function documented(example: object): MessageOf {
  return example as MessageOf;
}

export const messageInteractions: readonly MessageInteraction[] = [
  {
    ...account,
    clause: 'MESSAGE-BALANCE-CHANGES',
    says: 'a changed balance',
    names: ['Girokonto', 'Tagesgeld'],
    example: documented(messages.NEW_ACCOUNT_BALANCE.full),
    rule: withDetails('NEW_ACCOUNT_BALANCE', 'balance-changed'),
    update: { accounts: [balance(101, 900)] },
  },
  {
    ...account,
    clause: 'MESSAGE-TRANSACTIONS',
    says: 'new transactions',
    example: documented(messages.NEW_TRANSACTIONS.full),
    rule: withDetails('NEW_TRANSACTIONS', 'new-transactions'),
    update: { accounts: [booked(101, transaction(1), transaction(2))] },
  },
  {
    clause: 'MESSAGE-LOGIN-ERRORS',
    says: 'a login that the bank refuses',
    given: 'one-account',
    names: ['My test bank'],
    example: documented(messages.BANK_LOGIN_ERROR.full),
    rule: withDetails('BANK_LOGIN_ERROR', 'login-failed'),
    update: { failedLogins: [{ bankConnectionId: 11, errorMessage: 'PIN falsch', wrongCredentials: true }] },
  },
  {
    ...account,
    clause: 'MESSAGE-FOREIGN',
    says: 'a payment abroad',
    example: documented(messages.FOREIGN_MONEY_TRANSFER.full),
    rule: withDetails('FOREIGN_MONEY_TRANSFER', 'money-abroad'),
    update: { accounts: [booked(101, transaction(1, { counterpartIban: 'FR7610000000010000000077754' }))] },
  },
  {
    ...account,
    clause: 'MESSAGE-LOW',
    says: 'a balance below the threshold of the rule',
    example: documented(messages.LOW_ACCOUNT_BALANCE.full),
    rule: withDetails('LOW_ACCOUNT_BALANCE', 'below-threshold', { balanceThreshold: 250.5 }),
    update: { accounts: [balance(101, 250.49)] },
  },
  {
    ...account,
    clause: 'MESSAGE-HIGH',
    says: 'an amount that reaches the threshold of the rule',
    example: documented(messages.HIGH_TRANSACTION_AMOUNT.full),
    rule: withDetails('HIGH_TRANSACTION_AMOUNT', 'high-amount', { absoluteAmountThreshold: 999.99 }),
    update: { accounts: [booked(101, paid(1, -999.99))] },
  },
  {
    ...account,
    clause: 'MESSAGE-CATEGORY',
    says: 'transactions of a category',
    example: documented(messages.CATEGORY_CASH_FLOW.full),
    rule: withDetails('CATEGORY_CASH_FLOW', 'category', { categoryId: '7' }),
    update: { accounts: [booked(101, transaction(1, { categoryId: 71 }))] },
  },
  {
    clause: 'MESSAGE-TERMS-BASE-ONLY',
    says: 'new terms and conditions',
    given: 'one-account',
    names: [],
    example: documented(messages.NEW_TERMS_AND_CONDITIONS.full),
    rule: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', callbackHandle: 'new-terms' },
    update: { unacceptedTerms: [11] },
  },
];

/** The description of the interaction in the pact, by which a provider finds it. */
export function messageDescription({ says, clause }: MessageInteraction): string {
  return `${says} [${clause}]`;
}
