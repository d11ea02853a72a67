/** Judges HTTP exchanges and notification messages by what the documentation says. */
export type { ClauseId } from '../generated/clause-id.ts';
export type { Finding } from './judge/clause-check.ts';
export type { Body, Exchange, Headers, Request, Response } from './judge/exchange.ts';
export { judge, undocumentedFields } from './judge/judge.ts';
export type { JudgedMessage } from './judge/judge-message.ts';
export {
  type JudgeMessageOptions,
  type JudgePlainOptions,
  judgeMessage,
  judgePlainMessage,
} from './judge/judge-message.ts';
export { type OperationId, operationOf } from './judge/operation.ts';
export { defaultSettings, type Settings } from './judge/settings.ts';
