/** What `listen` makes of one call: the judgement of its message, or why there is nothing to judge. */
import type { Received } from '../callback/receiver.ts';
import { JsonError, readJson } from '../contract/exact-json.ts';
import { kindOf } from '../contract/show.ts';
import { type JudgeMessageOptions, judgeMessage } from '../judge/message/judge-message.ts';
import type { JudgedMessage } from '../judge/message/judged-message.ts';

export type HeardMessage = Pick<JudgedMessage, 'triggerEvent' | 'callbackHandle' | 'verdict' | 'findings'> & {
  /** Why it is not judged; absent for a message that is. */
  readonly reason?: string;
};

/** Never throws: whatever comes, the listener goes on. */
export async function heardMessage(
  call: Received | { readonly broken: string },
  options: JudgeMessageOptions,
): Promise<HeardMessage> {
  if ('broken' in call) return unheard(call.broken);
  if (call.text.trim() === '') return unheard('the body is empty');
  try {
    const json = readJson(call.text);
    const { triggerEvent, callbackHandle, verdict, findings } = await judgeMessage(json, options);
    const heard = { triggerEvent, callbackHandle, verdict, findings };
    if (verdict !== 'not-judged') return heard;
    const kind = kindOf(json.value);
    const reason =
      kind === 'an object'
        ? 'its triggerEvent is none of the documented ones'
        : `the body is ${kind}, not an object`;
    return { ...heard, reason };
  } catch (error) {
    if (error instanceof JsonError) return unheard(`the body is not JSON: ${error.reason}`);
    // A cipher of somebody else may fail in its own way.
    return unheard(`the message cannot be judged (${error instanceof Error ? error.name : 'unknown error'})`);
  }
}

function unheard(reason: string): HeardMessage {
  return { triggerEvent: null, callbackHandle: null, verdict: 'not-judged', findings: [], reason };
}
