/** What a case may show of itself: its findings, and what was exchanged and received, redacted, with the commands that repeat it. */
import { type Exchange, jsonOf, member } from '../../contracts/src/judge/exchange.ts';
import type { CaseResult } from '../drive/verdict.ts';
import { curl } from './curl.ts';
import { playedEvidence } from './played-evidence.ts';
import { reasonText } from './reason-text.ts';
import { redactor } from './redaction/redact.ts';
import { repeatCommand } from './repeat-command.ts';

export interface ExchangeEvidence extends Exchange {
  /** The id that the V1 error envelope gives the request: what to tell the provider. */
  readonly requestId?: string;
  readonly curl: string;
}

export interface Evidence extends Omit<CaseResult, 'exchanges'> {
  /** Runs the case again. */
  readonly repeat: string;
  readonly exchanges: readonly ExchangeEvidence[];
}

/** `chosenBy` is what `--target` was given. */
export function evidence({ exchanges, reason, played, ...result }: CaseResult, chosenBy: string): Evidence {
  return {
    ...result,
    ...(reason !== undefined && { reason: reasonText(reason) }),
    repeat: repeatCommand(result.clause, chosenBy),
    exchanges: exchanges.map(exchangeEvidence),
    ...(played && { played: playedEvidence(played) }),
  };
}

function exchangeEvidence(exchange: Exchange): ExchangeEvidence {
  const redactedBy = redactor(exchange);
  const redacted = redactedBy.exchange();
  const requestId = member(jsonOf(redacted.response.body), 'requestId');
  return {
    ...redacted,
    ...(typeof requestId === 'string' && { requestId }),
    curl: curl(exchange, redactedBy),
  };
}
