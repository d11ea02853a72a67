/** How `listen` writes what it heard: one line a message, for people or as JSON. */
import { oneLine } from '../contract/show.ts';
import type { HeardMessage } from './heard-message.ts';

const LONGEST_HANDLE = 80;

/** Of several findings the first; --json has them all. */
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

/** The promised fields and no other. */
export function jsonLine({ triggerEvent, callbackHandle, verdict, findings }: HeardMessage): string {
  return `${harmless(JSON.stringify({ triggerEvent, callbackHandle, verdict, findings }))}\n`;
}

/** The same JSON without a sign that could steer a terminal: JSON itself escapes only some of them. */
function harmless(json: string): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => sign.split('').map(escaped).join(''));
}
