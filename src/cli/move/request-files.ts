/** The request files of `migrate` and `compare`: which request one holds. */

import { type FlowKind, flowKinds, type Version } from '../../../contracts/src/base/flows.ts';
import { valueAt } from '../../../contracts/src/base/json-value.ts';
import { oneLine } from '../../../contracts/src/base/text.ts';
import { recognise } from '../../../contracts/src/migration/mapping-table.ts';
import { CheckFailed, InputError, only } from '../../base/errors.ts';
import { ENOUGH, refuseOtherBytes, refuseOtherFormat } from '../../evidence/other-recordings.ts';
import { inputBytes, readJsonObject } from '../input-files.ts';

interface FoundRequest {
  readonly body: object;
  readonly file: string;
}

/** The body of one request. Throws InputError. */
export async function requestOf(file: string): Promise<FoundRequest> {
  // The files of other tools are named as by the verbs that read recordings.
  const named = (refuse: () => void) => {
    try {
      refuse();
    } catch (error) {
      only(error, InputError);
      throw new InputError(`${file} cannot be read: ${error.message}.`);
    }
  };
  const bytes = await inputBytes(file);
  named(() => refuseOtherBytes(bytes.subarray(0, ENOUGH)));
  const body = await readJsonObject(file, 'the request body as it is sent');
  named(() => refuseOtherFormat(body));
  return { body, file };
}

/** Throws CheckFailed for a submit, which no V2 request replaces alone, and InputError for anything else that is unclear. */
export function v1Kind({ body, file }: FoundRequest): FlowKind {
  const { kinds, isOtherVersion } = recognise(body, 'V1');
  if (isOtherVersion)
    throw new InputError(`${file} is a Web Form V2 request already: pass the V1 request it replaces.`);
  // A submit always names its payment.
  const [kind, second] = 'paymentId' in body ? kinds : kinds.filter((each) => each !== 'submit');
  if (kind === undefined)
    throw new InputError(
      `${file} is ${nameOfKinds({ kinds: [], isOtherVersion }, 'V1')}: it has no field of either.`,
    );
  if (second !== undefined)
    throw new InputError(`${file} has no field that tells a V1 ${kind} from a V1 ${second}.`);
  if (kind === 'submit') throw new CheckFailed(submit(file, body));
  return kind;
}

/** The kind of both requests, one in V1 and one in V2. Throws InputError where they cannot be compared. */
export function pairKind(v1: FoundRequest, v2: FoundRequest): FlowKind {
  const [one, two] = [recognise(v1.body, 'V1'), recognise(v2.body, 'V2')];
  const [kind, second] = one.kinds.filter((each) => two.kinds.includes(each));
  if (kind !== undefined && second === undefined && !one.isOtherVersion && !two.isOtherVersion)
    return kind as FlowKind;
  if (one.kinds.join() === 'submit') throw new InputError(submit(v1.file, v1.body));
  const what = `${v1.file} is ${nameOfKinds(one, 'V1')}, and ${v2.file} ${nameOfKinds(two, 'V2')}`;
  throw new InputError(`${what}: pass a V1 request, and then the V2 request that replaces it.`);
}

function nameOfKinds({ kinds, isOtherVersion }: ReturnType<typeof recognise>, version: Version): string {
  if (isOtherVersion) return `a ${version === 'V1' ? 'V2' : 'V1'} request`;
  if (kinds.length > 0) return `a ${version} ${kinds.join(' or ')}`;
  return `neither ${flowKinds.map((kind) => `a ${version} ${kind}`).join(' nor ')}`;
}

/** Names the payment, so that its create can be found. */
function submit(file: string, body: object): string {
  const id = valueAt(body, '/paymentId');
  const payment = id.found ? `payment ${oneLine(String(id.value)).slice(0, 40)}` : 'its payment';
  return `${file} is a V1 submit: it belongs to the create that made ${payment}, and V2 needs that create alone.`;
}
