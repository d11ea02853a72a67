/** Cases of GET /clientConfiguration. */
import { cases } from '../../src/drive/case.ts';

export const configurationCases = cases(import.meta.url, [
  {
    clause: 'CONFIG-RESPONSE',
    says: 'answers with the client configuration',
    given: 'a client',
    when: 'getClientConfiguration',
    then: '2XX',
  },
]);
