/** Compares the calls of a run with the earlier ones of the same user, as `check` compares those of a recording. */

import { isError } from '../../contracts/src/base/status.ts';
import { judge } from '../../contracts/src/judge/judge.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import { callName } from '../base/call-text.ts';
import { History } from '../evidence/history.ts';
import { byName, countName } from '../evidence/undocumented-calls.ts';
import type { SentExchange } from './call.ts';
import type { CaseResult, TargetRun } from './verdict.ts';

/** How much of a response is kept, in characters. */
const LONGEST_BODY = 10_000;

export class RunHistory {
  readonly #exchanges: SentExchange[] = [];
  /** The first result that breaks each clause, with the earlier exchange before its own. */
  readonly #found = new Map<string, CaseResult>();
  readonly #history: History;
  readonly #settings: Settings;
  readonly #reported: Record<string, number> = byName();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#history = new History((source, findings) => {
      for (const { earlier, ...finding } of findings) {
        const { about, clause } = finding;
        // What a run sends is wrong on purpose.
        if (about === 'client' || this.#found.has(clause)) continue;
        const exchanges = [earlier, source].flatMap((each) => (each && this.#exchanges[each.index]) ?? []);
        this.#found.set(clause, {
          clause,
          says: 'two calls of the run, compared',
          file: 'src/evidence/history.ts',
          verdict: 'violated',
          findings: [{ ...finding, exchange: 1 }],
          shown: [],
          exchanges,
        });
      }
    }, settings);
  }

  add(operation: OperationId, { sent, request, response }: SentExchange): void {
    const source = { file: 'run', index: this.#exchanges.length };
    const isLong = JSON.stringify(response.body ?? null).length > LONGEST_BODY;
    const { status, headers } = response;
    this.#exchanges.push({
      request,
      response: isLong ? { status, headers } : response,
      ...(sent && { sent }),
    });
    const call = { kind: 'call', operation, request, response, time: Date.now(), record: undefined } as const;
    this.#history.addCall(call, source);
    for (const field of isError(status) ? judge(operation, call, this.#settings).missing : [])
      countName(this.#reported, `${callName(operation)} → ${status} without ${field}`);
  }

  /** What the calls of the run break together, and what is reported of them. */
  end(): { readonly beside: CaseResult[] } & Pick<TargetRun, 'reported'> {
    const { sharedUrls } = this.#history.end();
    if (sharedUrls > 0) this.#reported['V1 web form with the URL of a form of another user'] = sharedUrls;
    return { beside: [...this.#found.values()], reported: this.#reported };
  }
}
