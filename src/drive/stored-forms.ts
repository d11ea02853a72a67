/** Compares what the web forms of both flows hold: what V1 would have asked for, V2 asks for too. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Exchange, jsonOf, member } from '../../contracts/src/judge/exchange.ts';
import type { Finding } from '../../contracts/src/judge/finding.ts';
import { compareImport, comparePayment } from '../../contracts/src/migration/compare.ts';
import { isFailing } from '../../contracts/src/migration/compared-fields.ts';
import type { Control } from './control.ts';
import type { FlowRequest } from './flow.ts';

/** Findings on every field that the stored V2 form lost, changed or made up; none when both hold the same. */
export async function storedFormFindings(
  control: Pick<Control, 'storedForm'>,
  clause: ClauseId,
  request: FlowRequest,
  exchanges: readonly Exchange[],
): Promise<Finding[]> {
  const addresses = exchanges.flatMap(({ response }) => addressOf(response) ?? []);
  const [v1, v2] = await Promise.all(addresses.map((address) => control.storedForm(address)));
  if (!isBody(v1) || !isBody(v2)) {
    return [
      { clause, pointer: '/stored', message: 'the stored web forms are missing, not one of each flow' },
    ];
  }
  const { fields } =
    request.flow === 'import'
      ? compareImport(v1, v2)
      : comparePayment(v1, v2, { currency: request.currency });
  return fields.filter(isFailing).map(({ from, to, verdict, message }) => ({
    clause,
    pointer: `/stored${to ?? from}`,
    message: `the field of the stored web form is ${verdict}${message === '' ? '' : `: ${message}`}`,
  }));
}

function addressOf({ headers, body }: Exchange['response']): string | undefined {
  const url = headers['location'] ?? member(jsonOf(body), 'url');
  return typeof url === 'string' && URL.canParse(url) ? url : undefined;
}

function isBody(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
