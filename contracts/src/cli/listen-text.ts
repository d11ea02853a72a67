/** How `listen` writes what it heard: one line a message, with a line below it for every finding; or one JSON line. */
import { oneLine } from '../contract/show.ts';
import type { HeardMessage } from './heard-message.ts';

const LONGEST_HANDLE = 80;

export function textLines({ triggerEvent, callbackHandle, verdict, findings, reason }: HeardMessage): string {
  const name = triggerEvent ?? 'a callback';
  const handle = callbackHandle === null ? '' : `  ${oneLine(callbackHandle).slice(0, LONGEST_HANDLE)}`;
  const why = reason === undefined ? '' : `: ${oneLine(reason)}`;
  const lines = findings.map(
    ({ clause, pointer, message }) => `  ${clause} at ${oneLine(pointer) || '/'}: ${message}\n`,
  );
  return `${verdict.padEnd(10)}  ${name}${handle}${why}\n${lines.join('')}`;
}

export function jsonLine({ triggerEvent, callbackHandle, verdict, findings, reason }: HeardMessage): string {
  return `${JSON.stringify({ triggerEvent, callbackHandle, verdict, findings, reason })}\n`;
}
