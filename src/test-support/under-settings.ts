/** What the judges find under settings of a target: in an answer, and in a message or its details. */
import { triggerEvents } from '../../contracts/generated/operations.ts';
import open from '../../contracts/generated/validators/open.js';
import { asDocumented } from '../../contracts/src/judge/as-documented.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { judge } from '../../contracts/src/judge/judge.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { schemaFindings } from '../../contracts/src/judge/schema-findings.ts';
import { defaultSettings, type Settings } from '../../contracts/src/judge/settings.ts';
import { edited, findingLines } from './fixtures.ts';

const at = { pointer: '', name: 'it', clause: 'MESSAGE-DETAILS' } as const;

export function clausesBroken(operationId: OperationId, exchange: Exchange, given: Partial<Settings> = {}) {
  return judge(operationId, exchange, { ...defaultSettings, ...given }).findings.map(({ clause }) => clause);
}

/** `clause pointer: words` of each finding; `name` is that of the schema. */
export function messageFindings(name: keyof typeof open, value: unknown, given: Partial<Settings> = {}) {
  const settings = { ...defaultSettings, ...given };
  const event = triggerEvents.find((one) => name.startsWith(`${one}.`));
  return findingLines(schemaFindings(open[name], asDocumented(value, settings, event), at, settings));
}

/** The exchange with another value at a place of the answer's body. */
export function answering(exchange: Exchange, place: string, value: unknown): Exchange {
  return edited(exchange, { [`/response/body/json${place}`]: value });
}
