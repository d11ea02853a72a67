/** How a V1 call says that a web form is needed: 451, the address in `location`, and the call named in the envelope. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import { isAbsoluteUrl } from '../contract/absolute-url.ts';
import { show } from '../contract/show.ts';
import { type Body, jsonOf, member } from './exchange.ts';
import type { ExchangeRule } from './exchange-rule.ts';
import { type OperationId, operationOf } from './operation.ts';

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
