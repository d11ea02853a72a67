/** The case that shows a broken clause best. */
import type { CaseResult } from '../drive/verdict.ts';

/** A case of the clause itself says more than one that met it by the way; undefined where none breaks it. */
export function bestCase<Result extends Pick<CaseResult, 'clause' | 'findings'>>(
  cases: readonly Result[],
  clause: string,
): Result | undefined {
  const showing = cases.filter(({ findings }) => findings.some((finding) => finding.clause === clause));
  return showing.find((it) => it.clause === clause) ?? showing[0];
}
