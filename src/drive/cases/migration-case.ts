/** A migration case: a V1 request, the V2 request that loses nothing of it, written by hand, and the clause it proves. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import type { Finding } from '../../../contracts/src/judge/finding.ts';
import { isSuccess } from '../../../contracts/src/judge/operation.ts';
import type { BodyOf } from '../calls/call.ts';
import { NoAnswer } from '../calls/no-answer.ts';
import { NotOffered } from '../calls/not-offered.ts';
import type { Target } from '../targets/target.ts';
import type { CaseResult } from '../verdict.ts';
import { projectPath } from './case.ts';
import { type FlowRun, runFlow } from './flow.ts';
import { storedFormFindings } from './stored-forms.ts';

export type MigrationCase = {
  readonly clause: ClauseId;
  /** What becomes of the request, in the present tense. */
  readonly says: string;
  /** What the flows are asked beside what the mapping makes of the request. */
  readonly also?: (flow: FlowRun) => string | undefined;
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
  let exchanges: readonly Exchange[] = [];
  try {
    const run = await runFlow(target, row);
    exchanges = run.exchanges;
    const seen = [...mappingFindings(row, run), ...askedFindings(row, run), ...run.findings];
    const findings = [...seen, ...(await storedFindings(target, row, run, seen))];
    const verdict = findings.length > 0 ? 'violated' : 'upheld';
    return { ...base, verdict, findings, shown: [], exchanges };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const verdict = error instanceof NotOffered ? 'out of reach' : 'unproven';
    return { ...base, verdict, reason: error.message, findings: [], shown: [], exchanges };
  }
}

/** The case as a sentence. */
export function migrationSentence({ flow, says }: MigrationCase): string {
  return `given a V1 ${flow}, the migration ${says}`;
}

/**
 * Where something is wrong already, the forms would only say it again. Throws NoAnswer where the flows made no form each,
 * and NotOffered where the control plane shows none.
 */
async function storedFindings(
  { control }: Target,
  row: MigrationCase,
  { exchanges, pair }: FlowRun,
  seen: readonly Finding[],
): Promise<Finding[]> {
  if (seen.length > 0) return [];
  const failed = [...pair.v1, ...pair.v2].find(
    ({ operation, status }) => status && !isSuccess(operation, status),
  );
  if (failed)
    throw new NoAnswer(`${failed.operation} is answered with ${failed.status}, and the flow ends there`);
  if (!control) return [];
  try {
    return await storedFormFindings(control, row.clause, row, exchanges);
  } catch (error) {
    // The words of the control plane name the form, which is another one in every case.
    if (error instanceof NotOffered) throw new NotOffered('the control plane shows no stored web forms');
    throw error;
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

function askedFindings({ clause, also }: MigrationCase, run: FlowRun): Finding[] {
  const message = also?.(run);
  return message === undefined ? [] : [{ clause, pointer: '/response', message }];
}

/** A V1 payment takes two calls, its V2 counterpart one. */
export function inOneCall({ pair: { v1, v2 } }: FlowRun): string | undefined {
  const calls = v2.filter(({ operation, status }) => status && isSuccess(operation, status)).length;
  return v1.length === 2 && calls !== 1 ? `the V2 flow is done by ${calls} calls, not one` : undefined;
}

/** The address that V1 gives in location stands in url. */
export function addressInUrl({ pair: { v1, v2 } }: FlowRun): string | undefined {
  if (v1.at(-1)?.address !== 'location') return undefined;
  const [found = 'nowhere'] = v2.map(({ address = 'nowhere' }) => address);
  return found === 'url' ? undefined : `the address of the V2 web form is ${found}, not in url`;
}

/** No answer of V2 speaks of the error by which V1 asks for a web form. */
export function withoutErrorCode({ exchanges, pair }: FlowRun): string | undefined {
  const [answer] = exchanges.slice(pair.v1.length);
  return JSON.stringify(answer?.response.body)?.includes('WEB_FORM_REQUIRED')
    ? 'the V2 answer holds WEB_FORM_REQUIRED'
    : undefined;
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
