/** The created user carries the same five fields as the request. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import { isAbsoluteUrl, webFormInstant } from '../base/formats.ts';
import { show } from '../base/text.ts';
import type { ExchangeRule } from './clause-check.ts';
import { type Body, jsonOf, member } from './exchange.ts';
import { isSuccess, type OperationId, operationOf, pathOf } from './operation.ts';

export const userRules: ExchangeRule[] = [
  echoes('USER-RESPONSE-ID', 'id'),
  echoes('USER-RESPONSE-PASSWORD', 'password'),
  echoes('USER-RESPONSE-EMAIL', 'email'),
  echoes('USER-RESPONSE-PHONE', 'phone'),
  echoes('USER-RESPONSE-AUTO-UPDATE', 'isAutoUpdateEnabled'),
];

function echoes(clause: ClauseId, field: string): ExchangeRule {
  return {
    clause,
    operations: ['createUser'],
    needs: 'request',
    rule: ({ request, response }) => {
      const sent = member(jsonOf(request.body), field);
      const answered = member(jsonOf(response.body), field);
      // An answer of another kind is a finding of its schema already.
      if (sent === undefined || typeof answered !== typeof sent) return 'silent';
      if (!isSuccess('createUser', response.status)) return 'silent';
      if (answered === sent) return 'held';
      return {
        pointer: `/response/body/${field}`,
        message: `${field} is another value, not the one of the request`,
      };
    },
  };
}

/** What the answer to a V1 money transfer repeats of its request: the sender and the number of orders. */

export const paymentRules: ExchangeRule[] = [
  {
    clause: 'V1-PAYMENT-ORDER-COUNT',
    operations: ['createMoneyTransferV1'],
    needs: 'request',
    rule: ({ request, response }) => {
      const orders = member(jsonOf(request.body), 'moneyTransfers');
      const counted = member(jsonOf(response.body), 'orderCount');
      if (!Array.isArray(orders) || typeof counted !== 'number') return 'silent';
      if (!isSuccess('createMoneyTransferV1', response.status)) return 'silent';
      if (counted === orders.length) return 'held';
      return {
        pointer: '/response/body/orderCount',
        message: `orderCount is ${show(counted, false)}, not ${orders.length}, the number of orders`,
      };
    },
  },
  {
    clause: 'V1-PAYMENT-IBAN',
    operations: ['createMoneyTransferV1'],
    needs: 'request',
    rule: ({ request, response }) => {
      const sent = member(jsonOf(request.body), 'iban');
      const answered = member(jsonOf(response.body), 'iban');
      if (typeof sent !== 'string' || typeof answered !== 'string') return 'silent';
      if (!isSuccess('createMoneyTransferV1', response.status)) return 'silent';
      // People write an IBAN in groups of four.
      if (compact(answered) === compact(sent)) return 'held';
      return { pointer: '/response/body/iban', message: 'iban is another one, not the IBAN of the sender' };
    },
  },
];

function compact(iban: string): string {
  return iban.replaceAll(' ', '').toUpperCase();
}

/** How a V1 call says that a web form is needed: 451, the address in `location`, and the call named in the envelope. */

const FORM_CALLS: OperationId[] = ['importBankConnectionV1', 'submitPaymentV1'];

export const v1FormRules: ExchangeRule[] = [
  uses451('V1-IMPORT-451', 'importBankConnectionV1'),
  uses451('V1-SUBMIT-451', 'submitPaymentV1'),
  {
    clause: 'V1-451-LOCATION',
    operations: FORM_CALLS,
    needs: 'answer',
    rule: ({ response }) => {
      if (response.status !== 451) return 'silent';
      const location = response.headers['location'];
      if (location === undefined)
        return { pointer: '/response/headers', message: 'the location header is missing' };
      if (isAbsoluteUrl(location)) return 'held';
      return {
        pointer: '/response/headers/location',
        // What is no address might be anything, a secret too.
        message: `the location header is ${show(location, true)}, not an absolute http or https address`,
      };
    },
  },
  {
    clause: 'V1-ENVELOPE-ENDPOINT',
    operations: FORM_CALLS,
    needs: 'request',
    rule: ({ request, response }) => {
      const operationId = operationOf(request);
      const endpoint = member(jsonOf(response.body), 'endpoint');
      if (response.status !== 451 || operationId === undefined || typeof endpoint !== 'string')
        return 'silent';
      const { method, path } = operations[operationId];
      const named = endpoint.toUpperCase().indexOf(method);
      if (named >= 0 && endpoint.indexOf(path, named) >= 0) return 'held';
      return {
        pointer: '/response/body/endpoint',
        message: `endpoint is ${show(endpoint, false)}, not the method and path of the call, ${method} ${path}`,
      };
    },
  },
];

/** The error that says that a web form is needed comes with no other status. */
function uses451(clause: ClauseId, operationId: OperationId): ExchangeRule {
  return {
    clause,
    operations: [operationId],
    needs: 'answer',
    rule: ({ response }) => {
      if (!saysWebFormRequired(response.body)) return 'silent';
      if (response.status === 451) return 'held';
      return { pointer: '/response/status', message: `the status is ${response.status}, not 451` };
    },
  };
}

/** Whether the body is an envelope with the error WEB_FORM_REQUIRED. */
function saysWebFormRequired(body: Body | undefined): boolean {
  const errors = member(jsonOf(body), 'errors');
  return Array.isArray(errors) && errors.some((error) => member(error, 'code') === 'WEB_FORM_REQUIRED');
}

/** How Web Form V2 answers: 201 and the address in the body, no trace of the V1 flow, a validity that ends after it begins. */

const FORM_CALLS_V2FORM_RULES: OperationId[] = ['createBankConnectionImport', 'createStandalonePayment'];

export const v2FormRules: ExchangeRule[] = [
  answers201('V2-IMPORT-201', 'createBankConnectionImport'),
  answers201('V2-PAYMENT-201', 'createStandalonePayment'),
  {
    clause: 'V2-NO-LOCATION',
    operations: FORM_CALLS_V2FORM_RULES,
    needs: 'answer',
    rule: ({ response }) => {
      if (response.status < 200 || response.status > 299) return 'silent';
      if (response.headers['location'] === undefined) return 'held';
      return { pointer: '/response/headers/location', message: 'the location header is there, not absent' };
    },
  },
  {
    clause: 'V2-NO-WEB-FORM-REQUIRED',
    operations: FORM_CALLS_V2FORM_RULES,
    needs: 'answer',
    rule: ({ response }) =>
      holdsWord(jsonOf(response.body), 'WEB_FORM_REQUIRED')
        ? {
            pointer: '/response/body',
            message: 'the body holds WEB_FORM_REQUIRED, which V2 does not use',
          }
        : 'held',
  },
  {
    clause: 'V2-FORM-URL-HOST',
    operations: FORM_CALLS_V2FORM_RULES,
    needs: 'answer',
    rule: ({ response }, { webFormHosts }) => {
      const url = member(jsonOf(response.body), 'url');
      if (response.status !== 201 || !webFormHosts || typeof url !== 'string' || !isAbsoluteUrl(url))
        return 'silent';
      const { host } = new URL(url);
      if (webFormHosts.includes(host)) return 'held';
      return {
        pointer: '/response/body/url',
        message: `url is on ${show(host, false)}, not on ${webFormHosts.join(' or ')}`,
      };
    },
  },
  {
    clause: 'V2-FORM-VALIDITY',
    operations: FORM_CALLS_V2FORM_RULES,
    needs: 'answer',
    rule: ({ response }) => {
      const form = jsonOf(response.body);
      const created = webFormInstant(member(form, 'createdAt'));
      const expires = webFormInstant(member(form, 'expiresAt'));
      if (response.status !== 201 || created === undefined || expires === undefined) return 'silent';
      if (expires > created) return 'held';
      return { pointer: '/response/body/expiresAt', message: 'expiresAt is not after createdAt' };
    },
  },
];

/** Whether the word is a value somewhere in the body. */
function holdsWord(value: unknown, word: string): boolean {
  if (typeof value !== 'object' || value === null) return value === word;
  return Object.values(value).some((part) => holdsWord(part, word));
}

/** Creating a web form succeeds with 201 and with no other 2xx. */
function answers201(clause: ClauseId, operationId: OperationId): ExchangeRule {
  return {
    clause,
    operations: [operationId],
    needs: 'answer',
    rule: ({ response: { status } }) => {
      if (status === 201) return 'held';
      return status >= 200 && status < 300
        ? { pointer: '/response/status', message: `the status is ${status}, not 201` }
        : 'silent';
    },
  };
}

/** On API v1 a rule that specifies waitForCategorization is refused. */

export const versionRules: ExchangeRule[] = [
  {
    clause: 'RULE-WAIT-V1-REFUSED',
    operations: ['createNotificationRule'],
    needs: 'request',
    rule: ({ request, response }, { apiV1Prefix }) => {
      const onV1 = pathOf(request.url).endsWith(`${apiV1Prefix}/notificationRules`);
      const waits = member(member(jsonOf(request.body), 'params'), 'waitForCategorization');
      if (!onV1 || waits === undefined) return 'silent';
      if (!isSuccess('createNotificationRule', response.status)) return 'held';
      return {
        pointer: '/request/body/params/waitForCategorization',
        message: `waitForCategorization is accepted with ${response.status}, not refused on API v1`,
      };
    },
  },
];
