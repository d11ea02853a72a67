/** Compares what the web forms of both flows hold: what V1 would have asked for, V2 asks for too. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { type Exchange, jsonOf, member } from '../../../contracts/src/judge/exchange.ts';
import type { Finding } from '../../../contracts/src/judge/finding.ts';
import { compareImport, comparePayment } from '../../../contracts/src/migration/compare.ts';
import { isFailing } from '../../../contracts/src/migration/compared-fields.ts';
import type { Control } from '../calls/control.ts';
import { NoAnswer } from '../calls/no-answer.ts';
import type { FlowRequest } from './flow.ts';

/** Findings on every field that the stored V2 form lost, changed or made up; NoAnswer where there is no form of each flow. */
export async function storedFormFindings(
  control: Pick<Control, 'storedForm'>,
  clause: ClauseId,
  request: FlowRequest,
  exchanges: readonly Exchange[],
): Promise<Finding[]> {
  const v1At = exchanges.flatMap(({ response }) => addressIn(response.headers['location'])).at(-1);
  const v2At = exchanges.flatMap(({ response }) => addressIn(member(jsonOf(response.body), 'url'))).at(-1);
  if (v1At === undefined || v2At === undefined) {
    const flow = v1At === undefined ? 'V1' : 'V2';
    throw new NoAnswer(`the ${flow} flow gives no address by which its web form could be looked at`);
  }
  const [v1, v2] = await Promise.all([control.storedForm(v1At), control.storedForm(v2At)]);
  if (!isBody(v1) || !isBody(v2)) throw new NoAnswer('the control plane holds no form of each flow');
  const { fields } =
    request.flow === 'import'
      ? compareImport(v1, v2)
      : comparePayment(v1, v2, { currency: request.currency });
  return fields.filter(isFailing).map(({ from, to, verdict, message, clause: broken }) => ({
    clause: (broken as ClauseId | undefined) ?? clause,
    pointer: `/stored${to ?? from}`,
    message: `the field of the stored web form is ${verdict}${message === '' ? '' : `: ${message}`}`,
  }));
}

function addressIn(value: unknown): string[] {
  return typeof value === 'string' && URL.canParse(value) ? [value] : [];
}

function isBody(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
