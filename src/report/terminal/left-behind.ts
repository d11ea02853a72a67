/** What a run created on a target that outlives it, and how to find it there. */
import { count } from '../../../contracts/src/contract/show.ts';
import { wrap } from '../../../contracts/src/contract/wrap.ts';
import type { Created, LeftBehind } from '../../drive/created.ts';
import type { TargetRun } from '../../drive/verdict.ts';
import type { Look } from './look.ts';

/** Empty for a target that ended with the run. */
export function leftBehindText({ target, leftBehind }: TargetRun, { width, paint }: Look): string {
  if (!leftBehind) return '';
  const title = paint('strong', `Left behind on ${target}`);
  return `${title}\n\n${wrap(sentence(leftBehind), width, '  ')}\n\n`;
}

/** 3 users, 1 rule and 2 web forms. */
export function createdText({ users, rules, payments, webForms }: Created): string {
  const kinds = [
    [users, 'user'],
    [rules, 'rule'],
    [payments, 'payment'],
    [webForms, 'web form'],
  ] as const;
  const parts = kinds.filter(([n]) => n > 0).map(([n, noun]) => count(n, noun));
  return parts.join(', ').replace(/, (?=[^,]*$)/, ' and ') || 'nothing';
}

function sentence(created: LeftBehind): string {
  const { prefix, isPutBack, users } = created;
  if (isPutBack) return 'Nothing: the control plane put the target back to where it started.';
  // Whatever else is created belongs to a user of the run.
  if (users === 0) return 'Nothing: no user was created.';
  return `${createdText(created)}; the users are named ${prefix}-…, and all the rest is theirs. The documentation shows no deletion.`;
}
