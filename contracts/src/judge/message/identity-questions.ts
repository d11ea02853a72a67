/** Whose message it is: the id, the trigger event and the callback handle are those of its rule (Events 2). */
import { triggerEvents } from '../../../generated/operations.ts';
import { sameDecimal } from '../../contract/decimal.ts';
import { isNumber, show } from '../../contract/show.ts';
import type { QuestionOnRule } from './message-question.ts';

export const identityQuestions: QuestionOnRule[] = [
  {
    clause: 'MESSAGE-RULE-ID',
    events: triggerEvents,
    needs: 'rule',
    question: ({ exact }, { rule }) => {
      const [id, due] = [exact['notificationRuleId'], rule.notificationRuleId];
      if (due === undefined || !isNumber(id)) return 'silent';
      if (sameDecimal(id, due)) return 'held';
      const message = `notificationRuleId is ${show(id, false)}, not ${due}, the id of its rule`;
      return [{ pointer: '/notificationRuleId', message }];
    },
  },
  {
    clause: 'MESSAGE-TRIGGER-EVENT',
    events: triggerEvents,
    needs: 'rule',
    question: ({ event }, { rule }) => {
      if (event === rule.triggerEvent) return 'held';
      const message = `triggerEvent is "${event}", not "${rule.triggerEvent}", that of its rule`;
      return [{ pointer: '/triggerEvent', message }];
    },
  },
  {
    clause: 'MESSAGE-CALLBACK-HANDLE',
    events: triggerEvents,
    needs: 'rule',
    question: ({ sent }, { rule }) => {
      const handle = sent['callbackHandle'];
      // A handle of another kind is a finding of the schema already.
      if (typeof handle !== 'string') return 'silent';
      if (handle === rule.callbackHandle) return 'held';
      // Whoever creates a rule may choose somebody's e-mail address.
      const message = `callbackHandle is another ${show(handle, true)}, not that of its rule`;
      return [{ pointer: '/callbackHandle', message }];
    },
  },
];
