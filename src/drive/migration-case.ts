/** A migration case: a V1 request, the V2 request that loses nothing of it, written by hand, and the clause it proves. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Finding } from '../../contracts/src/judge/finding.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import type { BodyOf } from './call.ts';
import { projectPath } from './case.ts';
import { type FlowRequest, type FlowRun, runFlow } from './flow.ts';
import { NoAnswer } from './no-answer.ts';
import { NotOffered } from './not-offered.ts';
import { storedFormFindings } from './stored-forms.ts';
import type { Target } from './target.ts';
import type { CaseResult, FlowPair } from './verdict.ts';

export type MigrationCase = {
  readonly clause: ClauseId;
  /** What becomes of the request, in the present tense. */
  readonly says: string;
} & (
  | {
      readonly flow: 'import';
      readonly v1: BodyOf<'importBankConnectionV1'>;
      readonly v2: BodyOf<'createBankConnectionImport'>;
    }
  | {
      readonly flow: 'payment';
      readonly v1: BodyOf<'createMoneyTransferV1'>;
      readonly currency: string;
      readonly v2: BodyOf<'createStandalonePayment'>;
    }
);

export interface MigrationCases {
  readonly file: string;
  readonly cases: readonly MigrationCase[];
}

export function migrationCases(url: string, list: readonly MigrationCase[]): MigrationCases {
  return { file: projectPath(url), cases: list };
}

export async function runMigrationCase(
  target: Target,
  row: MigrationCase,
  file: string,
): Promise<CaseResult> {
  const base = { clause: row.clause, says: migrationSentence(row), file };
  try {
    const run = await runFlow(target, row);
    const seen = [...mappingFindings(row, run), ...outcomeFindings(row, run.pair), ...run.findings];
    const findings = [...seen, ...(await storedFindings(target, row, run, seen))];
    const verdict = findings.length > 0 ? 'violated' : 'upheld';
    return { ...base, verdict, findings, shown: [], exchanges: run.exchanges };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const verdict = error instanceof NotOffered ? 'out of reach' : 'unproven';
    return { ...base, verdict, reason: error.message, findings: [], shown: [], exchanges: [] };
  }
}

/** The case as a sentence. */
export function migrationSentence({ flow, says }: MigrationCase): string {
  return `given a V1 ${flow}, the migration ${says}`;
}

/** Throws NotOffered where the control plane shows no web forms and nothing else is wrong: what is wrong is told. */
async function storedFindings(
  { control }: Target,
  row: MigrationCase,
  { exchanges }: FlowRun,
  seen: readonly Finding[],
): Promise<Finding[]> {
  if (!control) return [];
  try {
    return await storedFormFindings(control, row.clause, row, exchanges);
  } catch (error) {
    if (!(error instanceof NotOffered)) throw error;
    if (seen.length > 0) return [];
    // The words of the control plane name the form, which is another one in every case.
    throw new NotOffered('the control plane shows no stored web forms');
  }
}

/** The mapping makes the request that was written by hand, whatever the order of its fields. */
function mappingFindings(row: MigrationCase, { v2 }: FlowRun): Finding[] {
  const pointer = differenceAt(v2, row.v2, '');
  return pointer === undefined
    ? []
    : [
        {
          clause: row.clause,
          pointer: `/request/body${pointer}`,
          message: 'the mapped V2 request is another one there',
        },
      ];
}

/** V1 ends in a web form, V2 in the same with one call. */
function outcomeFindings(row: MigrationCase & FlowRequest, { v1, v2 }: FlowPair): Finding[] {
  const reached = [...v1, ...v2].filter(
    ({ operation, status }) => status && isSuccess(operation, status),
  ).length;
  const due = row.flow === 'import' ? 2 : 3;
  const pointer = '/response/status';
  return reached === due
    ? []
    : [{ clause: row.clause, pointer, message: `${reached} of ${due} calls succeed, not all of both flows` }];
}

/** The JSON Pointer of the first difference between two JSON values; undefined when they are equal. */
function differenceAt(found: unknown, wanted: unknown, at: string): string | undefined {
  if (Object.is(found, wanted)) return undefined;
  const objects = [found, wanted].every((value) => typeof value === 'object' && value !== null);
  if (!objects || Array.isArray(found) !== Array.isArray(wanted)) return at;
  const [a, b] = [found as Record<string, unknown>, wanted as Record<string, unknown>];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names]
    .map((name) => differenceAt(a[name], b[name], `${at}/${name}`))
    .find((it) => it !== undefined);
}
