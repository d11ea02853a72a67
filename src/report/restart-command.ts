/** The command that starts what a run was against once more, at the same addresses. */
import type { TargetRun } from '../drive/verdict.ts';

/** undefined for a target that the run did not start itself. */
export function restartCommand({ target, accessUrl, webFormUrl }: TargetRun): string | undefined {
  if (target !== 'mock') return undefined;
  return `npm run mock -- --port ${new URL(accessUrl).port} --web-form-port ${new URL(webFormUrl).port}`;
}
