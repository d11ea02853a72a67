/** Compares the calls of a run with the earlier ones of the same user, as `check` compares those of a recording. */
import { History } from '../../contracts/src/evidence/history.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { CaseResult } from './verdict.ts';

const FILE = 'contracts/src/evidence/compare-facts.ts';
const NO_RECORD = { value: undefined, exact: undefined };

export class RunHistory {
  readonly #exchanges: Exchange[] = [];
  /** By clause, the first that breaks it. */
  readonly #found = new Map<string, CaseResult>();
  readonly #history: History;

  constructor(settings: Settings) {
    this.#history = new History((source, findings) => {
      for (const { clause, about, pointer, message, earlier } of findings) {
        if (about === 'client' || this.#found.has(clause)) continue;
        const exchanges = [earlier, source].flatMap(({ index }) => this.#exchanges[index] ?? []);
        this.#found.set(clause, {
          ...{ clause, says: 'two calls of the run beside each other', file: FILE, verdict: 'violated' },
          ...{ findings: [{ clause, pointer, message, exchange: 1 }], shown: [], exchanges },
        });
      }
    }, settings);
  }

  add(operation: OperationId, { request, response }: Exchange): void {
    const source = { file: 'run', index: this.#exchanges.length };
    this.#exchanges.push({ request, response });
    const call = { kind: 'call', operation, request, response, time: Date.now(), record: NO_RECORD } as const;
    this.#history.addCall(call, source);
  }

  /** A result for each clause that two calls break, with both. */
  end(): CaseResult[] {
    this.#history.end();
    return [...this.#found.values()];
  }
}
