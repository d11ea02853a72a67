/** Why something is unproven or out of reach, as a report may say it: what a target said may stand in it. */
import { inWords } from './redaction/mark.ts';
import { redaction, redactText } from './redaction/redact-text.ts';

export function reasonText(reason: string): string {
  return redactText(reason, redaction(inWords));
}
