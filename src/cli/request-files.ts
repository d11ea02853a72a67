/** The request files of `migrate` and `compare`: which requests they hold, and the currency of V2 amounts. */
import { InvalidArgumentError, Option } from 'commander';
import { CheckFailed, InputError } from '../../contracts/src/base/errors.ts';
import { isObject, valueAt } from '../../contracts/src/base/json-value.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import { refusesCurrency } from '../../contracts/src/migration/converters.ts';
import type { MigrationDecisions } from '../../contracts/src/migration/mapping-engine.ts';
import { type FlowKind, recognise, type Version } from '../../contracts/src/migration/mapping-table.ts';
import { migrateImport, migratePayment } from '../../contracts/src/migration/migrate-request.ts';
import { readJsonFile } from './input-files.ts';

export function dropOption(): Option {
  return new Option(
    '--drop <field...>',
    'undocumented V1 fields that may be lost, as the table names them: /note, or moneyTransfers[].note',
  );
}

export function currencyOption(description: string): Option {
  return new Option('--currency <code>', description).argParser((value: string) => {
    const reason = refusesCurrency(value);
    if (reason !== undefined) throw new InvalidArgumentError(`It ${reason}, such as EUR.`);
    return value;
  });
}

export interface FoundRequest {
  readonly body: object;
  /** JSON Pointer of the body in its file. */
  readonly at: string;
  /** Its name in messages: the file, and in an array the number of the request. */
  readonly name: string;
}

/** What becomes of a V1 request; `at` is the JSON Pointer of its body in its file. */
export function migrated(kind: FlowKind, body: object, decisions: MigrationDecisions, at = '') {
  return (kind === 'import' ? migrateImport : migratePayment)(body, decisions, at);
}

/** One bare body or an array of them. Throws InputError when the file holds anything but an object or a filled array of objects. */
export async function requestsOf(path: string) {
  const { exact: json } = await readJsonFile(path);
  const isArray = Array.isArray(json);
  const bodies: unknown[] = isArray ? json : [json];
  if (bodies.length === 0) throw new InputError(`${path} is an empty array: it holds no request.`);
  const requests = bodies.map((body, index): FoundRequest => {
    const name = isArray ? `${path}, request ${index + 1}` : path;
    if (!isObject(body))
      throw new InputError(`${name} is not a JSON object: pass the request body as it is sent.`);
    return { body, at: isArray ? `/${index}` : '', name };
  });
  return { isArray, requests };
}

/** Throws CheckFailed for a submit, which no V2 request replaces alone, and InputError for anything else that is unclear. */
export function v1Kind({ body, name }: FoundRequest, wanted: FlowKind | undefined): FlowKind {
  const { kinds, isOtherVersion } = recognise(body, 'V1');
  if (isOtherVersion)
    throw new InputError(`${name} is a Web Form V2 request already: pass the V1 request it replaces.`);
  if (kinds.length === 0)
    throw new InputError(`${name} is ${named({ kinds, isOtherVersion }, 'V1')}: it has no field of either.`);
  // A submit always names its payment.
  const possible = Object.keys(body).length === 0 ? kinds.filter((kind) => kind !== 'submit') : kinds;
  const [only, second] = wanted !== undefined && kinds.includes(wanted) ? [wanted] : possible;
  if (second !== undefined) {
    const either = possible.join(' or a V1 ');
    throw new InputError(`${name} can be a V1 ${either}: pass --operation import or --operation payment.`);
  }
  if (only === 'submit') throw new CheckFailed(submit(name, body));
  if (wanted !== undefined && only !== wanted)
    throw new InputError(`${name} is a V1 ${only} by its fields, not the ${wanted} that --operation says.`);
  return only as FlowKind;
}

/** The kind of both requests, one in V1 and one in V2. Throws InputError where they cannot be compared. */
export function pairKind(v1: FoundRequest, v2: FoundRequest): FlowKind {
  const [one, two] = [recognise(v1.body, 'V1'), recognise(v2.body, 'V2')];
  const [kind, second] = one.kinds.filter((each) => two.kinds.includes(each));
  if (kind !== undefined && second === undefined && !one.isOtherVersion && !two.isOtherVersion)
    return kind as FlowKind;
  if (one.kinds.join() === 'submit') throw new InputError(submit(v1.name, v1.body));
  const what = `${v1.name} is ${named(one, 'V1')}, and ${v2.name} ${named(two, 'V2')}`;
  throw new InputError(`${what}: pass a V1 request, and then the V2 request that replaces it.`);
}

function named({ kinds, isOtherVersion }: ReturnType<typeof recognise>, version: Version): string {
  if (isOtherVersion) return `a ${version === 'V1' ? 'V2' : 'V1'} request`;
  const none = `neither a ${version} import nor a ${version} payment`;
  return kinds.length === 0 ? none : `a ${version} ${kinds.join(' or ')}`;
}

/** Names the payment, so that its create can be found. */
function submit(name: string, body: object): string {
  const id = valueAt(body, '/paymentId');
  const payment = id.found ? `payment ${oneLine(String(id.value)).slice(0, 40)}` : 'its payment';
  return `${name} is a V1 submit: it belongs to the create that made ${payment}, and V2 needs that create alone.`;
}
