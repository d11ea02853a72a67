/** What a case may show of itself: its findings, and each exchange redacted, with the command that makes it again. */
import { type Exchange, jsonOf, member } from '../../contracts/src/judge/exchange.ts';
import type { CaseResult } from '../drive/verdict.ts';
import { curl } from './curl.ts';
import { inWords } from './mark.ts';
import { redact } from './redact.ts';
import { redaction, redactText } from './redact-text.ts';
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
export function evidence({ exchanges, reason, ...result }: CaseResult, chosenBy: string): Evidence {
  return {
    ...result,
    ...(reason !== undefined && { reason: redactText(reason, redaction(inWords)) }),
    repeat: repeatCommand(result.clause, chosenBy),
    exchanges: exchanges.map(exchangeEvidence),
  };
}

function exchangeEvidence(exchange: Exchange): ExchangeEvidence {
  const redacted = redact(exchange);
  const requestId = member(jsonOf(redacted.response.body), 'requestId');
  return {
    ...redacted,
    ...(typeof requestId === 'string' && { requestId }),
    curl: curl(exchange),
  };
}
