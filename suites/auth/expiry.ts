/** Cases of the lifetime of a token, on both sides of the second in which it ends. */
import { cases } from '../../src/drive/case.ts';

const rule = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', callbackHandle: 'new-terms' } as const;

export const expiryCases = cases(import.meta.url, [
  {
    clause: 'AUTH-TOKEN-LIFETIME',
    says: 'serves the call',
    given: 'a token one second before the end of its lifetime',
    first: [{ secondsAfterExpiry: -1 }],
    when: 'createNotificationRule',
    send: rule,
    then: '2XX',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call',
    given: 'a token one second after the end of its lifetime',
    first: [{ secondsAfterExpiry: 1 }],
    when: 'createNotificationRule',
    send: rule,
    then: 'refused',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call on Web Form V2',
    given: 'a token one second after the end of its lifetime',
    first: [{ secondsAfterExpiry: 1 }],
    when: 'createBankConnectionImport',
    send: { bank: { id: 280001 } },
    then: 'refused',
    needs: 'clock',
  },
]);
