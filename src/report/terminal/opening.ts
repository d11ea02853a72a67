/** The first lines: what the run is against, printed before anything is started or called. */
import { withoutCredentials } from '../redact-text.ts';
import type { Look } from './look.ts';

/** Printed at once, before the target is there. */
export function opening(target: string, { paint }: Look): string {
  return `${paint('strong', `The migration from V1 to Web Form V2, verified against ${target}`)}\n`;
}

/** Printed once the target is there. */
export function addresses({ accessUrl, webFormUrl }: { accessUrl: string; webFormUrl: string }): string {
  return [
    `  access API   ${withoutCredentials(accessUrl)}`,
    `  Web Form V2  ${withoutCredentials(webFormUrl)}`,
    '\n',
  ].join('\n');
}
