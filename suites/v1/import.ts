/** Cases of the V1 import: 451, the address in the location header, and the envelope. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { example } from '../../src/drive/calls/call.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';
import { headerDiffers } from '../../src/drive/cases/check.ts';

function answers451(clause: ClauseId, says: string, name: 'minimal' | 'full' = 'full'): Case {
  return {
    clause,
    says,
    given: 'a bank that needs a web form',
    when: 'importBankConnectionV1',
    send: example('importBankConnectionV1', name),
    then: 451,
  };
}

export const importV1Cases = cases(import.meta.url, [
  answers451('V1-IMPORT-451', 'answers 451'),
  answers451('V1-IMPORT-451', 'answers 451 to a request that names a bank and nothing else', 'minimal'),
  answers451('V1-451-LOCATION', 'carries the address of the web form in the location header'),
  answers451('V1-451-CODE', 'has the error WEB_FORM_REQUIRED'),
  answers451('V1-451-TYPE', 'types the error BUSINESS'),
  answers451('V1-451-MESSAGE', 'gives the error a numeric message'),
  answers451('V1-451-MULTI-STEP', 'leaves multiStepAuthentication null'),
  answers451('V1-ENVELOPE', 'answers with the whole error envelope'),
  answers451('V1-ENVELOPE-DATE', 'writes date with a space, milliseconds and no offset'),
  { ...answers451('V1-ENVELOPE-ENDPOINT', 'names the method and path of the call'), needs: 'judgement' },
  answers451('V1-PREFIX', 'stands under /api/v1'),
  answers451('V1-IMPORT-CALL', 'takes the request', 'minimal'),
  {
    ...answers451('V1-IMPORT-BANK-ID', 'gives the form of another bank an address of its own'),
    first: [{ when: 'importBankConnectionV1', send: { bankId: 280002 }, then: 451 }],
    also: [headerDiffers('location', 0, 'V1-451-LOCATION')],
    needs: 'memory',
  },
]);
