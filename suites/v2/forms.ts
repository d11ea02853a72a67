/** Cases of Web Form V2: one call, 201, and the web form in the body. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { example } from '../../src/drive/calls/call.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';
import { differs } from '../../src/drive/cases/check.ts';

function createsImport(clause: ClauseId, says: string, name: 'minimal' | 'full' = 'full'): Case {
  const send = example('createBankConnectionImport', name);
  return { clause, says, given: 'an import', when: 'createBankConnectionImport', send, then: 201 };
}

function createsPayment(clause: ClauseId, says: string, name: 'minimal' | 'full' = 'full'): Case {
  const send = example('createStandalonePayment', name);
  return { clause, says, given: 'a payment', when: 'createStandalonePayment', send, then: 201 };
}

export const importV2Cases = cases(import.meta.url, [
  createsImport('V2-IMPORT-201', 'answers 201'),
  createsImport('V2-IMPORT-201', 'answers 201 to a request that names a bank and nothing else', 'minimal'),
  createsImport('V2-IMPORT-TYPE', 'types the form BANK_CONNECTION_IMPORT'),
  createsImport('V2-NO-LOCATION', 'sends no location header'),
  createsImport('V2-NO-WEB-FORM-REQUIRED', 'does not speak of WEB_FORM_REQUIRED'),
  createsImport('V2-FORM-ID', 'gives the form a UUID'),
  createsImport('V2-FORM-URL', 'carries an absolute address in url'),
  createsImport('V2-FORM-URL-HOST', 'carries an address on the host of web forms'),
  createsImport('V2-TIME-FORMAT', 'writes its times with a numeric offset without a colon'),
  createsImport('V2-FORM-VALIDITY', 'expires after it was created'),
  createsImport('V2-FORM-STATUS', 'creates the form with the status NOT_YET_OPENED'),
  {
    ...createsImport('V2-FORM-ID-UNIQUE', 'gives the second form an id of its own'),
    first: [
      { when: 'createBankConnectionImport', send: example('createBankConnectionImport', 'full'), then: 201 },
    ],
    also: [differs('id', 0), differs('url', 0, 'V2-FORM-URL')],
    needs: 'memory',
  },
  createsImport('V2-SEPARATE-INTERFACE', 'answers on the base address of web forms'),
  createsImport('V2-IMPORT-CALL', 'takes the request', 'minimal'),
]);

export const paymentV2Cases = cases(import.meta.url, [
  createsPayment('V2-PAYMENT-201', 'answers 201'),
  createsPayment('V2-PAYMENT-201', 'answers 201 to a payment of one order', 'minimal'),
  createsPayment('V2-PAYMENT-CALL', 'takes the request', 'minimal'),
  createsPayment('V2-PAYMENT-TYPE', 'types the form STANDALONE_PAYMENT'),
  createsPayment('V2-NO-LOCATION', 'sends no location header'),
  createsPayment('V2-NO-WEB-FORM-REQUIRED', 'does not speak of WEB_FORM_REQUIRED'),
  {
    ...createsPayment('V2-FORM-ID-UNIQUE', 'gives the form of the same payment an id of its own'),
    first: [{ when: 'createStandalonePayment', send: example('createStandalonePayment', 'full'), then: 201 }],
    also: [differs('id', 0), differs('url', 0, 'V2-FORM-URL')],
    needs: 'memory',
  },
  createsPayment('V2-FORM-STATUS', 'creates the form with the status NOT_YET_OPENED'),
  createsPayment('V2-FORM-VALIDITY', 'expires after it was created'),
]);
