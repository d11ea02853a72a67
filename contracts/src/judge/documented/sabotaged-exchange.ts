/** A good exchange with one thing changed, and the findings that are due: how the tables of sabotages are written. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { Exchange } from '../exchange.ts';
import type { Finding } from '../finding.ts';
import type { OperationId } from '../operation.ts';
import type { Settings } from '../settings.ts';
import { pointerOf } from './documented-field.ts';
import { goodExchanges } from './good-exchanges.ts';
import { edited } from './sabotages.ts';

export interface SabotagedExchange {
  readonly operation: OperationId;
  readonly exchange: Exchange;
  readonly settings?: Partial<Settings>;
  readonly finding: Finding;
}

/** What takes the place of a value that is taken away. */
export const GONE = Symbol('gone');

/** A pointer into the answer, and what is set there. */
export type Edit = readonly [pointer: string, to: unknown];
type Due = readonly [clause: ClauseId, pointer: string, message: string];

/** A good exchange of the operation with another answer. */
export function answered(
  operation: OperationId,
  edits: readonly Edit[],
  [clause, pointer, message]: Due,
  settings?: Partial<Settings>,
): SabotagedExchange {
  const exchange = edits.reduce(
    (value, [at, to]) => set(value, `/response${at}`, to),
    goodExchanges[operation][0],
  );
  return { operation, exchange, finding: { clause, pointer, message }, ...(settings ? { settings } : {}) };
}

/** A field of the answer that holds something else; the message is "<field> is <found>". */
export function answeredField(
  operation: OperationId,
  field: string,
  to: unknown,
  clause: ClauseId,
  is: string,
): SabotagedExchange {
  const pointer = pointerOf(field);
  return answered(
    operation,
    [[`/body/json${pointer}`, to]],
    [clause, `/response/body${pointer}`, `${field} is ${is}`],
  );
}

/** A field of the request that holds something else, while the answer stays the same. */
export function sentField(
  operation: OperationId,
  good: Exchange,
  field: string,
  to: unknown,
  clause: ClauseId,
  is: string,
): SabotagedExchange {
  const pointer = pointerOf(field);
  const exchange = set(good, `/request/body/json${pointer}`, to);
  const message = `${field} is ${is}, and the call is answered with ${good.response.status}`;
  return { operation, exchange, finding: { clause, pointer: `/request/body${pointer}`, message } };
}

function set(exchange: Exchange, pointer: string, to: unknown): Exchange {
  return to === GONE ? edited(exchange, pointer) : edited(exchange, pointer, to);
}
