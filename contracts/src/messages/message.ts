/** The notification messages as types: as they travel, and in plain text as they are before encryption. */
import type { components, webhooks } from '../../generated/access.ts';
import type { TriggerEvent } from './notification-rule.ts';

/** The message of an event as it travels. */
export type MessageOf<Event extends TriggerEvent = TriggerEvent> = NonNullable<
  webhooks[Event]['post']['requestBody']
>['content']['application/json'];

interface AllDetails {
  NEW_ACCOUNT_BALANCE: components['schemas']['AccountBalanceDetails'];
  NEW_TRANSACTIONS: components['schemas']['NewTransactionsDetails'];
  BANK_LOGIN_ERROR: components['schemas']['BankLoginErrorDetails'];
  FOREIGN_MONEY_TRANSFER: components['schemas']['ForeignMoneyTransferDetails'];
  LOW_ACCOUNT_BALANCE: components['schemas']['AccountBalanceDetails'];
  HIGH_TRANSACTION_AMOUNT: components['schemas']['HighTransactionAmountDetails'];
  CATEGORY_CASH_FLOW: components['schemas']['CategoryCashFlowDetails'];
  NEW_TERMS_AND_CONDITIONS: never;
}

/** The decrypted details of an item of the event. */
export type DetailsOf<Event extends TriggerEvent = TriggerEvent> = AllDetails[Event];

/**
 * A message before encryption: every encrypted text plain, and `details` the object that it holds. Numbers may be
 * LosslessNumbers where a float cannot keep them, which the type does not know.
 */
export type PlainMessage<Event extends TriggerEvent = TriggerEvent> = Event extends TriggerEvent
  ? { [Field in keyof MessageOf<Event>]: PlainField<MessageOf<Event>[Field], Event> }
  : never;

type PlainField<Value, Event extends TriggerEvent> = Value extends readonly (infer Item)[]
  ? readonly PlainItem<Item, Event>[]
  : Value;
type PlainItem<Item, Event extends TriggerEvent> = Omit<Item, 'details'> & {
  readonly details?: DetailsOf<Event>;
};
