/** Says how many cases state nothing of a target, since it chooses otherwise where the documentation leaves the choice. */
import type { CaseResult } from '../drive/verdict.ts';

/** One sentence that names the settings; empty where every case states something. */
export function leftOpenText({
  cases,
}: {
  readonly cases: readonly Pick<CaseResult, 'leftOpenBy'>[];
}): string {
  const settings = cases.flatMap(({ leftOpenBy }) => leftOpenBy ?? []);
  if (settings.length === 0) return '';
  const state = settings.length === 1 ? 'case states' : 'cases state';
  const names = [...new Set(settings)].sort().join(', ');
  return `${settings.length} ${state} nothing: the documentation leaves it open, and the target chooses otherwise (${names}).`;
}
