/** The nine documented operations: what each does for an authorized caller, and its response. */

import Big from 'big.js';
import type { ApiVersion } from '../../../contracts/src/base/api-version.ts';
import type { FlowOperation } from '../../../contracts/src/base/flows.ts';
import { isCalendarDate } from '../../../contracts/src/base/formats.ts';
import { type Decimal, decimalOf, wholeNumber } from '../../../contracts/src/base/json-value.ts';
import { webFormTime } from '../clock.ts';
import { amountOf } from '../exact-numbers.ts';
import type { FaultHooks, HookContext } from '../fault-hooks.ts';
import { Refusal } from '../refusal.ts';
import type { BodyOf, JsonResponse, SandboxOperation, TokenOf } from '../request-and-response.ts';
import { areDuplicates, namesUnknownIds, ruleOf, versionRefusal } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import { type Caller, type State, type StoredForm, type StoredUser, userWithoutRules } from '../state.ts';
import { grant, type TokenClient } from './authorization.ts';
import { type EnvelopeSource, envelope } from './error-responses.ts';
import type { RequestBody } from './read-request.ts';

export interface Call<Op extends SandboxOperation = SandboxOperation> extends EnvelopeSource {
  readonly operationId: Op;
  /** The API version that the call selects. */
  readonly apiVersion: () => ApiVersion;
  readonly caller: TokenOf<Op> extends 'user' ? { readonly user: StoredUser } : Caller;
  readonly body: BodyOf<Op>;
  /** The body with its text. */
  readonly sent: RequestBody;
  /** The URL of Web Form V2 for the caller, without a slash at its end. */
  readonly webFormUrl: string;
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly client: TokenClient;
  readonly hooks: FaultHooks;
  readonly context: HookContext;
}

/** One handler per operation: the map does not compile until each has one. */
export type Handlers = { readonly [Op in SandboxOperation]: (call: Call<Op>) => JsonResponse | Refusal };

/** A made-up bank: no request names that of the sender's account, and the sandbox knows none. */
const BANK_ID = 280001;

export const handlers: Handlers = {
  createToken: ({ body, state, client, idSource, clock, settings, hooks, context }) => {
    const { tokenLifetime, tokenEncoding } = settings;
    const asks = tokenEncoding === 'basic' ? { 'www-authenticate': 'Basic' } : {};
    const documented = grant(body, client, (name) => state.users.get(name), asks);
    const granted = hooks.credentials(documented, context);
    if (granted instanceof Refusal) return granted;
    const accessToken = idSource.token();
    const expiresAt = clock.now() + tokenLifetime * 1000;
    state.tokens.set(accessToken, { accessToken, ...(granted.user && { user: granted.user.id }), expiresAt });
    return {
      status: 200,
      // RFC 6749 5.1.
      headers: { 'cache-control': 'no-store' },
      body: { access_token: accessToken, token_type: 'bearer', expires_in: tokenLifetime, scope: 'all' },
    };
  },

  /** Which fields are required is not shown (USER-REQUIRED-FIELDS): the sandbox makes up what is absent. */
  createUser: ({ body, state, settings, idSource }) => {
    const fields = {
      id: body.id ?? idSource.uuid(),
      password: body.password ?? idSource.token(),
      email: body.email ?? '',
      phone: body.phone ?? '',
      isAutoUpdateEnabled: body.isAutoUpdateEnabled ?? false,
    };
    const known = state.users.get(fields.id);
    if (known && settings.userExists === 'refused')
      return new Refusal(409, 'a user with this id exists already', { reason: 'userExists' });
    if (known) Object.assign(known, fields);
    else state.users.set(fields.id, userWithoutRules(fields));
    return { status: 201, body: fields };
  },

  getClientConfiguration: ({ state }) => {
    const { isAutoCategorizationEnabled, userNotificationCallbackUrl: url } = state.client;
    return { status: 200, body: { isAutoCategorizationEnabled, userNotificationCallbackUrl: url ?? '' } };
  },

  createNotificationRule: ({ apiVersion, body, caller: { user }, state, settings, ...call }) => {
    const { hooks, context } = call;
    if (body.triggerEvent === undefined) return new Refusal(400, 'triggerEvent is missing');
    const refusal = hooks.apiVersion(versionRefusal(apiVersion(), body.params), context);
    if (refusal) return refusal;
    const rule = ruleOf(state.lastIds.rule + 1, body);
    if (settings.unknownIds === 'refused' && namesUnknownIds(rule, user.bankConnections, state.categories))
      return new Refusal(400, 'params names what the user does not have', { reason: 'unknownIds' });
    const isDuplicate = user.rules.some((other) => areDuplicates(rule, other, settings));
    if (hooks.duplicate(isDuplicate, context))
      return new Refusal(400, 'A notification rule with the given parameters already exists', {
        reason: 'duplicate',
      });
    state.lastIds.rule = rule.id;
    user.rules.push(rule);
    // The response body is not shown (RULE-RESPONSE).
    return { status: 201, body: { ...body, id: rule.id } };
  },

  /** The body of a response without a web form is not shown (V1-IMPORT-WITHOUT-FORM). */
  importBankConnectionV1: (call) => {
    const { body, settings, state } = call;
    if (settings.v1Forms === 'always') return webFormRequired(call, createWebForm(call), body.bankId);
    return { status: 201, body: { ...body, id: ++state.lastIds.connection } };
  },

  createMoneyTransferV1: ({ body, caller, sent, state, clock }) => {
    const { iban = '', executionDate, moneyTransfers = [], instantPayment = false } = body;
    if (executionDate !== undefined && !isCalendarDate(executionDate))
      return new Refusal(400, 'executionDate must be a valid date, yyyy-MM-dd');
    const id = ++state.lastIds.payment;
    state.payments.set(id, { id, user: caller.user.id, bankId: BANK_ID, content: sent.text });
    return {
      status: 201,
      body: {
        id,
        accountId: null,
        iban,
        bankId: BANK_ID,
        type: 'MONEY_TRANSFER',
        amount: sumOfOrders(moneyTransfers),
        orderCount: moneyTransfers.length,
        status: 'OPEN',
        instructedExecutionDate: executionDate ?? clock.germanTime().slice(0, 10),
        instantPayment,
        statusV2: 'OPEN',
      },
    };
  },

  submitPaymentV1: (call) => {
    const payment = call.state.payments.get(wholeNumber(call.body.paymentId) ?? Number.NaN);
    // The payment of another user is refused in the same words: a caller learns nothing of other users.
    if (payment === undefined || payment.user !== call.caller.user.id)
      return new Refusal(404, 'paymentId is not the id of a payment of this user', {
        reason: 'unknownPayment',
      });
    if (call.settings.v1Forms === 'never') return { status: 200, body: { id: payment.id } };
    const form = createWebForm(call, { content: payment.content, submission: call.sent.text });
    return webFormRequired(call, form, payment.bankId);
  },

  createBankConnectionImport: (call) => webFormCreated(call, 'BANK_CONNECTION_IMPORT'),

  createStandalonePayment: (call) => webFormCreated(call, 'STANDALONE_PAYMENT'),
};

/** The exact sum: what amount means beside several orders is not shown (V1-PAYMENT-AMOUNT-MEANING). */
function sumOfOrders(orders: readonly { amount?: unknown }[]): Decimal {
  const sum = orders.reduce((total, { amount = 0 }) => total.plus(amountOf(amount)), new Big(0));
  return decimalOf(sum.toFixed());
}

/** The path of the pages for end users, on Web Form V2. */
export const FORM_PATH = '/forms/';

/** Stores what the form asks for, exactly as it was sent. */
function createWebForm(
  { operationId, caller, sent, state, settings, clock, idSource }: Call<FlowOperation>,
  content: { content: string; submission?: string } = { content: sent.text },
): StoredForm {
  const form: StoredForm = {
    id: idSource.uuid(),
    flow: operationId,
    user: caller.user.id,
    createdAt: clock.now(),
    expiresAt: clock.now() + settings.webFormLifetime * 1000,
    ...content,
  };
  state.webForms.set(form.id, form);
  return form;
}

/** V2: 201, six fields, and the URL in the body (Errors 3). */
function webFormCreated(call: Call<FlowOperation>, type: string): JsonResponse {
  const { id, createdAt, expiresAt } = createWebForm(call);
  return {
    status: 201,
    body: {
      id,
      url: call.webFormUrl + FORM_PATH + id,
      createdAt: webFormTime(createdAt),
      expiresAt: webFormTime(expiresAt),
      type,
      status: 'NOT_YET_OPENED',
    },
  };
}

/** V1: 451, the error envelope, and the URL in the location header (Errors 2). */
function webFormRequired(call: Call<FlowOperation>, form: StoredForm, bankId: unknown): JsonResponse {
  const message = String(++call.state.lastIds.webForm);
  // The sandbox knows no bank by name.
  const bank = bankId === undefined ? 'Bank of the sandbox' : `${bankId} - Bank of the sandbox`;
  return {
    status: 451,
    headers: { location: call.webFormUrl + FORM_PATH + form.id },
    body: envelope({ message, code: 'WEB_FORM_REQUIRED', type: 'BUSINESS' }, bank, call),
  };
}
