/** Every question that a message is asked beyond its schemas, and those of one trigger event. */
import { triggerEvents } from '../../../generated/operations.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { absentQuestions } from './absent-questions.ts';
import { accountOfDetailsQuestions } from './account-of-details-questions.ts';
import { balanceQuestions } from './balance-questions.ts';
import { categoryQuestions } from './category-questions.ts';
import { countQuestions } from './count-questions.ts';
import { detailsQuestions } from './details-questions.ts';
import { encryptionQuestions } from './encryption-questions.ts';
import { foreignQuestions } from './foreign-questions.ts';
import { identityQuestions } from './identity-questions.ts';
import { itemQuestions } from './item-questions.ts';
import { listQuestions } from './list-questions.ts';
import { loginQuestions } from './login-questions.ts';
import type { MessageQuestion, QuestionOnMessage, QuestionOnRule } from './message-question.ts';
import { thresholdQuestions } from './threshold-questions.ts';
import { transactionIdQuestions } from './transaction-id-questions.ts';
import { versionQuestions } from './version-questions.ts';

export const messageQuestions: readonly MessageQuestion[] = [
  ...identityQuestions,
  ...encryptionQuestions,
  ...detailsQuestions,
  ...itemQuestions,
  ...countQuestions,
  ...listQuestions,
  ...transactionIdQuestions,
  ...balanceQuestions,
  ...accountOfDetailsQuestions,
  ...thresholdQuestions,
  ...foreignQuestions,
  ...categoryQuestions,
  ...loginQuestions,
  ...absentQuestions,
  ...versionQuestions,
];

interface Questions {
  readonly onMessage: readonly QuestionOnMessage[];
  readonly onRule: readonly QuestionOnRule[];
}

export const questionsOf = Object.fromEntries(
  triggerEvents.map((event): [TriggerEvent, Questions] => {
    const asked = messageQuestions.filter(({ events }) => events.includes(event));
    return [
      event,
      {
        onMessage: asked.filter((each) => each.needs === 'message'),
        onRule: asked.filter((each) => each.needs === 'rule'),
      },
    ];
  }),
) as Readonly<Record<TriggerEvent, Questions>>;
