/** Compares the calls of a run with the earlier ones of the same user, as `check` compares those of a recording. */

import type { Finding } from '../../contracts/src/judge/clause-check.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import { History } from '../evidence/history.ts';

/** Of a response that is kept, in characters. */
const LONGEST_BODY = 10_000;
const NO_RECORD = { value: undefined, exact: undefined };

/** What two calls of a run show beside each other: the earlier one, and that which breaks the clause at the pointer. */
export interface BrokenBeside extends Pick<Finding, 'clause' | 'pointer' | 'message'> {
  readonly exchanges: readonly Exchange[];
}

export class RunHistory {
  readonly #exchanges: Exchange[] = [];
  /** By clause, the first that breaks it. */
  readonly #found = new Map<string, BrokenBeside>();
  readonly #history: History;

  constructor(settings: Settings) {
    this.#history = new History((source, findings) => {
      for (const { about, clause, pointer, message, earlier } of findings) {
        // What a run sends is wrong on purpose.
        if (about === 'client' || this.#found.has(clause)) continue;
        const exchanges = [earlier, source].flatMap(({ index }) => this.#exchanges[index] ?? []);
        this.#found.set(clause, { clause, pointer, message, exchanges });
      }
    }, settings);
  }

  add(operation: OperationId, { request, response }: Exchange): void {
    const source = { file: 'run', index: this.#exchanges.length };
    const isLong = JSON.stringify(response.body ?? null).length > LONGEST_BODY;
    const { status, headers } = response;
    this.#exchanges.push({ request, response: isLong ? { status, headers } : response });
    const call = { kind: 'call', operation, request, response, time: Date.now(), record: NO_RECORD } as const;
    this.#history.addCall(call, source);
  }

  end(): BrokenBeside[] {
    this.#history.end();
    return [...this.#found.values()];
  }
}
