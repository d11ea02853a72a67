/** What a handler is given and gives back: it carries out one operation for a caller who is known to be allowed. */

import Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import { isCalendarDate } from '../../../contracts/src/base/formats.ts';
import { type Chance, type Clock, webFormTime } from '../clock.ts';
import { amountOf } from '../exact-numbers.ts';
import type { Decisions } from '../fault-hooks.ts';
import { isDuplicate, namesUnknownIds, ruleOf, versionRefusal } from '../rules.ts';
import type { ApiVersion, SandboxSettings } from '../sandbox-settings.ts';
import { addRule, newUser, type State, type User, type WebForm } from '../state.ts';
import { type Caller, type Client, grant } from './authorization.ts';
import type { Body } from './read-request.ts';
import {
  type Answer,
  type BodyOf,
  envelope,
  type OperationId,
  Refusal,
  type TokenOf,
} from './request-and-answer.ts';

export interface Call<Op extends OperationId = OperationId> {
  readonly operationId: Op;
  readonly apiVersion: ApiVersion;
  /** Method and path of the call. */
  readonly endpoint: string;
  readonly caller: TokenOf<Op> extends 'user' ? { readonly user: User } : Caller;
  readonly body: BodyOf<Op>;
  /** The same body with its text and its exact numbers. */
  readonly sent: Body;
  /** The address of the web form door as the caller names it, without a slash at its end. */
  readonly webFormUrl: string;
}

export interface Surroundings {
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly client: Client;
  /** What comes of a decision. */
  decide<Name extends keyof Decisions>(name: Name, outcome: Decisions[Name]): Decisions[Name];
}

export type Handler<Op extends OperationId> = (call: Call<Op>, around: Surroundings) => Answer | Refusal;

/** One handler for every operation: the map does not compile until each has one. */
export type Handlers = { readonly [Op in OperationId]: Handler<Op> };

/** POST /oauth/token: issues an opaque token for the client or for one of its users. */

export const createToken: Handler<'createToken'> = ({ body }, around) => {
  const { state, client, chance, clock, settings } = around;
  const granted = around.decide(
    'credentials',
    grant(body, client, (name) => state.users.get(name)),
  );
  if (granted instanceof Refusal) return granted;
  const accessToken = chance.token();
  const expiresAt = clock.now() + settings.tokenLifetime * 1000;
  state.tokens.add({ accessToken, ...(granted.user && { user: granted.user.id }), expiresAt });
  return {
    status: 200,
    // RFC 6749 5.1.
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: settings.tokenLifetime,
      scope: 'all',
    },
  };
};

/** POST /users: creates a user and answers with the same five fields. */

/** Which fields are required is not shown (USER-REQUIRED-FIELDS): the sandbox makes up what is absent. */
export const createUser: Handler<'createUser'> = ({ body }, { state, settings, chance }) => {
  const fields = {
    id: body.id ?? chance.uuid(),
    password: body.password ?? chance.token(),
    email: body.email ?? '',
    phone: body.phone ?? '',
    isAutoUpdateEnabled: body.isAutoUpdateEnabled ?? false,
  };
  const known = state.users.get(fields.id);
  if (known && settings.userExists === 'refused')
    return new Refusal(409, 'a user with this id exists already');
  if (known) Object.assign(known, fields);
  else state.users.set(fields.id, newUser(fields));
  return { status: 201, body: fields };
};

/** GET /clientConfiguration: the two documented fields. */

export const getClientConfiguration: Handler<'getClientConfiguration'> = (_, { state, settings }) => {
  const { isAutoCategorizationEnabled, userNotificationCallbackUrl: url } = state.client;
  const unset = {
    empty: { userNotificationCallbackUrl: '' },
    null: { userNotificationCallbackUrl: null },
    absent: {},
  };
  return {
    status: 200,
    body: {
      isAutoCategorizationEnabled,
      ...(url === null ? unset[settings.callbackUnset] : { userNotificationCallbackUrl: url }),
    },
  };
};

/** POST /notificationRules: gives a rule to the user, unless it duplicates one or the API version forbids it. */

export const createNotificationRule: Handler<'createNotificationRule'> = (call, around) => {
  const { state, settings } = around;
  const { user } = call.caller;
  if (call.body.triggerEvent === undefined) return new Refusal(400, 'triggerEvent is missing');
  const refusal = around.decide('apiVersion', versionRefusal(call.apiVersion, call.body.params));
  if (refusal) return refusal;
  const rule = ruleOf(state.lastIds.rule + 1, call.sent.exact);
  if (settings.unknownIds === 'refused' && namesUnknownIds(rule, user, state.categories))
    return new Refusal(400, 'params names what the user does not have');
  if (around.decide('duplicate', isDuplicate(rule, user.ruleKeys, settings))) {
    return new Refusal(400, 'A notification rule with the given parameters already exists');
  }
  state.lastIds.rule = rule.id;
  addRule(user, rule, settings);
  // What the answer holds is not shown (RULE-RESPONSE).
  return { status: 201, body: { ...(call.sent.exact as object), id: rule.id } };
};

/** POST /api/v1/bankConnections/import: always needs a web form, since an answer without one is not shown. */

export const importBankConnectionV1: Handler<'importBankConnectionV1'> = (call, around) =>
  requiredForm(call, createWebForm(call, around), (call.sent.exact as { bankId?: unknown }).bankId, around);

/** POST /api/v1/payments/moneyTransfers: creates the payment, which a second call submits. */

/** No request names the bank of the sender's account, and no bank is known to the sandbox. */
const BANK_ID = 280001;

export const createMoneyTransferV1: Handler<'createMoneyTransferV1'> = (call, { state, clock }) => {
  const { iban = '', executionDate, moneyTransfers = [], instantPayment = false } = call.body;
  if (executionDate !== undefined && !isCalendarDate(executionDate)) {
    return new Refusal(400, 'executionDate is no date that exists, as yyyy-MM-dd');
  }
  const payment = {
    id: ++state.lastIds.payment,
    user: call.caller.user.id,
    bankId: BANK_ID,
    content: call.sent.text,
  };
  state.payments.add(payment);
  return {
    status: 201,
    body: {
      id: payment.id,
      accountId: null,
      iban,
      bankId: BANK_ID,
      type: 'MONEY_TRANSFER',
      amount: sumOf(call.sent.exact),
      orderCount: moneyTransfers.length,
      status: 'OPEN',
      instructedExecutionDate: executionDate ?? clock.germanTime().slice(0, 10),
      instantPayment,
      statusV2: 'OPEN',
    },
  };
};

/** The exact sum of the orders: what amount means beside several of them is not shown (V1-PAYMENT-AMOUNT-MEANING). */
function sumOf(exact: unknown): LosslessNumber {
  const { moneyTransfers = [] } = exact as { moneyTransfers?: { amount?: unknown }[] };
  const sum = moneyTransfers.reduce((total, { amount = 0 }) => total.plus(amountOf(amount)), new Big(0));
  return new LosslessNumber(sum.toFixed());
}

/** POST /api/v1/payments/submit: needs a web form, which shows the payment that was created. */

export const submitPaymentV1: Handler<'submitPaymentV1'> = (call, around) => {
  const payment = around.state.payments.get(call.body.paymentId ?? Number.NaN);
  // Somebody else's payment is refused in the same words: a caller learns nothing of other users.
  if (payment === undefined || payment.user !== call.caller.user.id)
    return new Refusal(404, 'paymentId is not the id of a payment of this user');
  const form = createWebForm(call, around, { content: payment.content, submission: call.sent.text });
  return requiredForm(call, form, payment.bankId, around);
};

/** POST {webform_url}/api/webForms/bankConnectionImport: creates the web form of an import. */

export const createBankConnectionImport: Handler<'createBankConnectionImport'> = (call, around) =>
  createdForm(call, 'BANK_CONNECTION_IMPORT', around);

/** POST {webform_url}/api/webForms/standalonePayment: creates the web form of a payment in one call. */

export const createStandalonePayment: Handler<'createStandalonePayment'> = (call, around) =>
  createdForm(call, 'STANDALONE_PAYMENT', around);

/** Creates and stores a web form, and gives its address; V1 and V2 differ in what they tell the caller of it. */

export type Flow = WebForm['flow'];

/** The path of the page that a person opens, on the web form door. */
export const FORM_PATH = '/forms/';

/** Stores what the form would ask for, exactly as it was sent. */
export function createWebForm(
  { operationId, caller, sent }: Call<Flow>,
  { state, settings, clock, chance }: Surroundings,
  of: { content: string; submission?: string } = { content: sent.text },
): WebForm {
  const form: WebForm = {
    id: chance.uuid(),
    flow: operationId,
    user: caller.user.id,
    createdAt: clock.now(),
    expiresAt: clock.now() + settings.webFormLifetime * 1000,
    ...of,
  };
  state.webForms.add(form);
  return form;
}

/** V2: 201, six fields, and the address in the body (Errors 3). */
export function createdForm(
  call: Call<'createBankConnectionImport' | 'createStandalonePayment'>,
  type: 'BANK_CONNECTION_IMPORT' | 'STANDALONE_PAYMENT',
  around: Surroundings,
): Answer {
  const form = createWebForm(call, around);
  return {
    status: 201,
    body: {
      id: form.id,
      url: addressOf(form, call.webFormUrl),
      createdAt: webFormTime(form.createdAt),
      expiresAt: webFormTime(form.expiresAt),
      type,
      status: 'NOT_YET_OPENED',
    },
  };
}

/** V1: 451, the envelope, and the address in the location header (Errors 2). */
export function requiredForm(
  call: Call<'importBankConnectionV1' | 'submitPaymentV1'>,
  form: WebForm,
  bankId: unknown,
  around: Surroundings,
): Answer {
  const message = String(++around.state.lastIds.webForm);
  return {
    status: 451,
    headers: { location: addressOf(form, call.webFormUrl) },
    body: envelope({ message, code: 'WEB_FORM_REQUIRED', type: 'BUSINESS' }, bankName(bankId), call, around),
  };
}

/** What the sandbox says of a bank: it knows none by name. Its id is a number or LosslessNumber, if it is known. */
function bankName(bankId: unknown): string {
  return bankId === undefined ? 'Bank of the sandbox' : `${bankId} - Bank of the sandbox`;
}

function addressOf(form: WebForm, webFormUrl: string): string {
  return webFormUrl + FORM_PATH + form.id;
}

/** Every operation and who carries it out. */

export const handlers: Handlers = {
  createToken,
  createUser,
  createNotificationRule,
  getClientConfiguration,
  importBankConnectionV1,
  createMoneyTransferV1,
  submitPaymentV1,
  createBankConnectionImport,
  createStandalonePayment,
};
