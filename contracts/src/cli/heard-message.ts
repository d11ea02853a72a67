/** What `listen` makes of one call: the judgement of its message, or why there is nothing to judge. */
import type { Received } from '../callback/receiver.ts';
import { JsonError, readJson } from '../contract/exact-json.ts';
import { kindOf } from '../contract/show.ts';
import { isUnreadable } from '../judge/message/is-unreadable.ts';
import { type JudgeMessageOptions, judgeMessage } from '../judge/message/judge-message.ts';
import type { JudgedMessage } from '../judge/message/judged-message.ts';
import { MessageBound } from './message-bound.ts';

export type HeardMessage = Pick<JudgedMessage, 'triggerEvent' | 'callbackHandle' | 'verdict' | 'findings'> & {
  /** Why it is not judged; absent for a message that is. */
  readonly reason?: string;
  /** Nothing of what is encrypted in it could be decrypted. */
  readonly isUnreadable?: true;
};

const TOO_LARGE = 'the message holds more than is judged at once, far more than any documented one';

/** Never throws: whatever comes, the listener goes on. */
export async function heardMessage(
  call: Received | { readonly broken: string },
  options: JudgeMessageOptions,
): Promise<HeardMessage> {
  if ('broken' in call) return unheard(call.broken);
  if (call.text.trim() === '') return unheard('the body is empty');
  const bound = new MessageBound();
  bound.add(call.text);
  if (bound.isExceeded) return unheard(TOO_LARGE);
  try {
    const json = readJson(call.text);
    const judged = await judgeMessage(json, { ...options, cipher: bound.around(options.cipher) });
    if (bound.isExceeded) return unheard(TOO_LARGE);
    const { triggerEvent, callbackHandle, verdict, findings } = judged;
    const heard = { triggerEvent, callbackHandle, verdict, findings };
    if (verdict === 'violated' && isUnreadable(judged)) return { ...heard, isUnreadable: true };
    if (verdict !== 'not-judged') return heard;
    const kind = kindOf(json.value);
    const reason =
      kind === 'an object'
        ? 'its triggerEvent is none of the documented ones'
        : `the body is ${kind}, not an object`;
    return { ...heard, reason };
  } catch (error) {
    if (error instanceof JsonError) return unheard(`the body cannot be read as JSON: ${error.reason}`);
    // A cipher of somebody else may fail in its own way.
    return unheard(`the message cannot be judged (${error instanceof Error ? error.name : 'unknown error'})`);
  }
}

function unheard(reason: string): HeardMessage {
  return { triggerEvent: null, callbackHandle: null, verdict: 'not-judged', findings: [], reason };
}
