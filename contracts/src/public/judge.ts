/** Judges HTTP exchanges and notification messages by what the documentation says. */
export type { ClauseId } from '../../generated/clause-id.ts';
export type { Body, Exchange, Headers, Request, Response } from '../judge/exchange.ts';
export type { Finding } from '../judge/finding.ts';
export { judge } from '../judge/judge.ts';
export {
  type JudgeMessageOptions,
  type JudgePlainOptions,
  judgeMessage,
  judgePlainMessage,
} from '../judge/message/judge-message.ts';
export type { JudgedMessage } from '../judge/message/judged-message.ts';
export { type OperationId, operationOf } from '../judge/operation.ts';
export { defaultSettings, type Settings } from '../judge/settings.ts';
export { undocumentedFields } from '../judge/undocumented.ts';
