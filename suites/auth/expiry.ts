/** Cases of the lifetime of a token, on both sides of the second in which it ends. */
import { example } from '../../src/runner/call.ts';
import { cases } from '../../src/runner/case.ts';

const rule = example('createNotificationRule', 'newTermsAndConditionsFull');
/** A call that may be made twice. */
const serves = {
  when: 'createMoneyTransferV1',
  send: example('createMoneyTransferV1', 'minimal'),
  then: '2XX',
} as const;
/** The same rule twice may be a duplicate (RULES-TERMS-TWICE); web forms are never one. */
const servesToo = { when: 'createBankConnectionImport', send: { bank: { id: 280001 } }, then: 201 } as const;

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
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call',
    given: 'a token at the end of its lifetime',
    first: [{ secondsAfterExpiry: 0 }],
    when: 'createNotificationRule',
    send: rule,
    then: 'refused',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call',
    given: 'a token that was used a second before the end of its lifetime',
    first: [{ secondsAfterExpiry: -1 }, serves, { secondsAfterExpiry: 1 }],
    when: 'createNotificationRule',
    send: rule,
    then: 'refused',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-LIFETIME',
    says: 'serves the call',
    given: 'a client token one second before the end of its lifetime',
    first: [{ secondsAfterExpiry: -1, of: 'client' }],
    when: 'getClientConfiguration',
    then: '2XX',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call',
    given: 'a client token one second after the end of its lifetime',
    first: [{ secondsAfterExpiry: 1, of: 'client' }],
    when: 'getClientConfiguration',
    then: 'refused',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-LIFETIME',
    says: 'serves the call',
    given: 'a token that has served a call already',
    first: [servesToo],
    ...serves,
    needs: 'memory',
  },
  {
    clause: 'AUTH-TOKEN-LIFETIME',
    says: 'serves the call',
    given: 'a token whose user has obtained another one since',
    first: [serves, { ...servesToo, as: 'user anew' }],
    ...servesToo,
    needs: 'memory',
  },
]);
