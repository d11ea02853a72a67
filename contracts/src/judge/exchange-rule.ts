/** What one exchange can show beyond its schemas: a clause and the question it puts to the exchange. */
import type { ClauseId } from '../../generated/clause-id.ts';
import type { Exchange } from './exchange.ts';
import type { OperationId } from './operation.ts';
import type { Settings } from './settings.ts';

/** Where and how the exchange breaks the clause. */
export interface Breach {
  readonly pointer: string;
  readonly message: string;
}

/** `held`: the exchange shows the clause kept; `silent`: it does not speak of it. */
export type Ruling = 'held' | 'silent' | Breach;

export interface ExchangeRule {
  readonly clause: ClauseId;
  readonly operations: readonly OperationId[];
  /** `request`: the answer is held against the request, so a mock that answers with examples cannot show it. */
  readonly needs: 'answer' | 'request';
  readonly rule: (exchange: Exchange, settings: Settings) => Ruling;
}
