/** The errors that end a case without a verdict on its clause: unproven, or out of reach of the target. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { TargetSettings } from '../../contracts/generated/settings.ts';
import { withoutCredentials } from '../base/call-text.ts';
import { certificateHint, NoResponse, UnreadAnswer } from '../http/http-sender.ts';

/** Thrown where a check cannot run though the target should allow it: no response, a refused set-up, a lost message. */
export class Unproven extends Error {
  /** The clause that is broken and without which the check cannot run. */
  readonly needs?: ClauseId;

  constructor(reason: string, needs?: ClauseId) {
    super(reason);
    if (needs !== undefined) this.needs = needs;
  }
}

/** Why no further call is made. */
export const INTERRUPTED = 'the run was interrupted';

/** What of a target may be otherwise than a case takes for granted, where the documentation leaves it open. */
type DependsOnSetting = keyof TargetSettings | 'testData' | 'access tokens' | 'words of an error response';

/** Thrown where the target cannot show what a check is about, such as a control plane that lacks the operation. */
export class OutOfReach extends Unproven {
  /** Where the target chooses otherwise and the documentation leaves the choice. */
  readonly dependsOnSetting?: DependsOnSetting;

  constructor(reason: string, dependsOnSetting?: DependsOnSetting) {
    super(reason);
    if (dependsOnSetting !== undefined) this.dependsOnSetting = dependsOnSetting;
  }
}

/** The verdict of a case or clause that shows nothing while another clause is violated. */
export function needing(clause: ClauseId) {
  return { verdict: 'unproven', reason: `depends on ${clause}, which is violated`, needs: clause } as const;
}

/** To be thrown by such a case. */
export function dependsOn(clause: ClauseId): Unproven {
  return new Unproven(needing(clause).reason, clause);
}

/** Thrown for a call without a response. */
export class NotAnswered extends Unproven {
  /** What to ask of the URL, which may be wrong; undefined where the reason itself says what is. */
  readonly askOfUrl?: string;

  constructor(reason: string, askOfUrl?: string) {
    super(reason);
    if (askOfUrl !== undefined) this.askOfUrl = askOfUrl;
  }
}

/** A server that is called no more. */
export class NotCalled extends NoResponse {
  override readonly name = 'NotCalled';
}

/** A call without a response: who was called, where, and why there is none. `timeLimit` is in milliseconds. */
export function unanswered(who: string, url: string, error: NoResponse, timeLimit: number): NotAnswered {
  const at = withoutCredentials(url);
  if (/^(ECONNRESET|EPIPE)$/.test(error.code ?? '')) {
    const asked = url.startsWith('http:') ? ': is it https and not http?' : '.';
    const reason = `${who} closed the connection at ${at} (${error.code})${error.hint}`;
    return new NotAnswered(reason, error.hint === '' ? asked : undefined);
  }
  if (error instanceof UnreadAnswer) return new NotAnswered(`${who} responds at ${at}, but ${error.message}`);
  const hint = hintOf(error);
  const asked = error instanceof NotCalled || hint !== undefined ? undefined : '.';
  const why = [reasonOf(error, timeLimit), hint].filter(Boolean).join(': ');
  return new NotAnswered(`${who} does not respond at ${at} (${why})`, asked);
}

const HINTS: readonly (readonly [codes: RegExp, hint: string])[] = [
  [/^EPROTO$|^ERR_SSL_/, 'TLS fails there; is the URL http and not https?'],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    'its certificate is not trusted; NODE_EXTRA_CA_CERTS or tls.ca in the target file names your own',
  ],
  [/^HPE_/, 'the response is not HTTP; is the URL https and not http?'],
];

function hintOf({ code = '' }: NoResponse): string | undefined {
  return certificateHint(code) ?? HINTS.find(([codes]) => codes.test(code))?.[1];
}

function reasonOf(error: NoResponse, timeLimit: number): string {
  if (error instanceof NotCalled) return error.message;
  if (error.code === 'TIME_LIMIT') return `no response within ${timeLimit / 1000} s`;
  // Only the code: the message of a call that could not be sent may repeat its token.
  return error.code ?? 'no code';
}
