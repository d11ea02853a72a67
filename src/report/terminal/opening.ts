/** The first lines: what the run is against, printed before anything is started or called. */
import type { DryRun } from '../../drive/dry-run.ts';
import { withoutCredentials } from '../redaction/redact-text.ts';
import { effectLines, topLine } from './effects.ts';
import type { Look } from './look.ts';

/** Printed at once, before the target is there. */
export function opening(target: string, { paint }: Look): string {
  return `${paint('strong', `The migration from V1 to Web Form V2, verified against ${target}`)}\n`;
}

/** Printed once the target is there; with what a run changes on a target that outlives it. */
export function addresses(
  { accessUrl, webFormUrl }: { accessUrl: string; webFormUrl: string },
  look: Look,
  plan?: Pick<DryRun, 'creates' | 'worlds'>,
): string {
  return [
    topLine('access API', withoutCredentials(accessUrl), look),
    topLine('Web Form V2', withoutCredentials(webFormUrl), look),
    ...(plan ? effectLines(plan, look) : []),
    '\n',
  ].join('\n');
}
