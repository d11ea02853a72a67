/** The call or message in which something was found. */
import open from '../../contracts/generated/validators/open.js';
import { member } from '../../contracts/src/base/json-value.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { exchangeChecks } from '../../contracts/src/judge/exchange-checks.ts';
import {
  clausesOfCall,
  clausesOfSchemas,
  type OperationId,
  operationOf,
} from '../../contracts/src/judge/operation.ts';
import type { CaseFinding, CaseResult, Played } from '../runner/verdict.ts';

type Calls = readonly Pick<Exchange, 'request'>[];

/** The operation of the call, or the trigger event of the message; undefined where neither is known. */
export function callOf(finding: CaseFinding, of: Pick<CaseResult, 'exchanges' | 'played'>) {
  const { exchanges, played } = of;
  if (played) return eventOf(finding.pointer, played);
  const request = exchanges[exchangeOf(finding, exchanges)]?.request;
  return request && operationOf(request);
}

/** Of the message at the place, else that of all rules. */
function eventOf(pointer: string, { rules, story }: Played): string | undefined {
  const [, step, message] = /^\/story\/(\d+)\/received(?:\/(\d+))?/.exec(pointer) ?? [];
  const seen = story[Number(step)];
  const found = seen && 'received' in seen && seen.received[Number(message)]?.message;
  const event = member(found, 'triggerEvent');
  if (typeof event === 'string') return event;
  const events = new Set(Object.values(rules).map(({ triggerEvent }) => triggerEvent));
  return events.size === 1 ? [...events][0] : undefined;
}

/** Where the last exchange is that can break the clause: a case is about its last call, a flow about each of its calls. */
export function exchangeOf({ clause, exchange }: CaseFinding, exchanges: Calls): number {
  if (exchange !== undefined) return exchange;
  const at = exchanges.findLastIndex(({ request }) => {
    const id = operationOf(request);
    return id !== undefined && clausesOf(id).has(clause);
  });
  return at === -1 ? exchanges.length - 1 : at;
}

const clausesOfOperations = new Map<OperationId, ReadonlySet<string>>();

/** The clauses that an exchange of the operation can break: of its schemas, its call, its answers and its checks. */
function clausesOf(id: OperationId): ReadonlySet<string> {
  const known = clausesOfOperations.get(id);
  if (known) return known;
  const found = new Set<string>([
    ...clausesOfSchemas(Object.keys(open).filter((name) => name.startsWith(`${id}.`))),
    ...clausesOfCall(id),
    ...exchangeChecks[id].map(({ clause }) => clause),
  ]);
  clausesOfOperations.set(id, found);
  return found;
}
