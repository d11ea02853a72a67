/** How `listen` writes what it heard: one line a message, for people or as JSON. */
import { oneLine } from '../contract/show.ts';
import type { HeardMessage } from './heard-message.ts';

const LONGEST_HANDLE = 80;
/** A message may be wrong in more places than anybody reads. */
const MOST_FINDINGS = 100;

/** Of several findings the first; --json has more of them. */
export function textLine({ triggerEvent, callbackHandle, verdict, findings, reason }: HeardMessage): string {
  const name = triggerEvent ?? 'a callback';
  const handle = callbackHandle === null ? '' : `  ${oneLine(callbackHandle).slice(0, LONGEST_HANDLE)}`;
  const why = reason === undefined ? '' : `  ${oneLine(reason)}`;
  return `${verdict.padEnd(10)}  ${name}${handle}${why}${findingsText(findings)}\n`;
}

function findingsText([first, ...others]: HeardMessage['findings']): string {
  if (first === undefined) return '';
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `  ${first.clause} at ${oneLine(first.pointer) || '/'}: ${first.message}${more}`;
}

/** The promised fields and no other; `moreFindings` counts those that are left out. */
export function jsonLine({ triggerEvent, callbackHandle, verdict, findings: all }: HeardMessage): string {
  const findings = all.slice(0, MOST_FINDINGS);
  const more = all.length - findings.length;
  const line = { triggerEvent, callbackHandle, verdict, findings, ...(more > 0 && { moreFindings: more }) };
  return `${harmless(JSON.stringify(line))}\n`;
}

/** The same JSON without a sign that could steer a terminal: JSON itself escapes only some of them. */
function harmless(json: string): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => sign.split('').map(escaped).join(''));
}
