/** Why something is unproven or out of reach, as a report may say it: what a target said may stand in it. */
import { inWords } from './mark.ts';
import { redaction, redactText } from './redact-text.ts';

export function reasonText(reason: string): string {
  return redactText(reason, redaction(inWords));
}
