/** Runs every case and scenario of a catalogue against one target, tells each result as it comes, and brings them together. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import type { BodyOf } from './call.ts';
import { type Catalogue, chosenCases, plannedCases } from './chosen-cases.ts';
import { clauseResults, type Ran, withDeviations } from './clause-results.ts';
import { runFlow } from './migration-case.ts';
import type { PlannedTarget } from './targets/start-target.ts';
import type { Target } from './targets/target.ts';
import { type CaseResult, type FlowPair, NoAnswer, NotOffered, type TargetRun } from './verdict.ts';

export interface RunOptions {
  /** Runs only the cases of these clauses, or those that show them; all without it. */
  readonly only?: (clause: ClauseId) => boolean;
  /** Hears every result as soon as it is there. */
  readonly onCase?: (result: CaseResult, done: number, total: number) => void;
  /** Ends the run after the current case. */
  readonly signal?: AbortSignal;
}

export async function runTarget(
  target: Target,
  catalogue: Catalogue,
  options: RunOptions = {},
): Promise<TargetRun> {
  const { only = () => true, onCase, signal } = options;
  const chosen = chosenCases(plannedCases(target, catalogue), only);
  const flows = showsFlows(target.traces !== undefined, chosen) ? await flowPairs(target) : [];
  const ran: Ran[] = [];
  let isReplaced = false;
  const watched = watching(target, () => {
    isReplaced = true;
  });
  for (const { run, interrupted, foreseen } of chosen) {
    const result = signal?.aborted ? interrupted : await run(watched);
    ran.push({ result, foreseen });
    onCase?.(result, ran.length, chosen.length);
  }
  const cases = ran.map(({ result }) => result);
  if (isReplaced) await putBack(target);
  const { name, chosenBy, accessUrl, webFormUrl } = target;
  const today = new Date().toISOString().slice(0, 10);
  const isAsked = chosen.some(({ isScenario }) => isScenario);
  const offers = isAsked && !signal?.aborted ? await target.messaging?.offers() : undefined;
  const results = clauseResults(ran, { ...target.lacks, ...offers?.lacks }).filter(({ clause }) =>
    only(clause),
  );
  const clauses = withDeviations(results, target.deviations, today);
  const leftBehind = target.traces?.leftBehind();
  return {
    ...{ target: name, chosenBy, accessUrl, webFormUrl, flows, cases, clauses, settings: target.wire },
    ...(leftBehind && { leftBehind }),
  };
}

/** The target, telling of its world whenever it may have been replaced: also by a call that got no answer. */
function watching(target: Target, onReplaced: () => void): Target {
  const { control } = target;
  if (!control) return target;
  const replaceWorld: typeof control.replaceWorld = async (world) => {
    try {
      await control.replaceWorld(world);
      onReplaced();
    } catch (error) {
      if (!(error instanceof NotOffered)) onReplaced();
      throw error;
    }
  };
  return { ...target, control: { ...control, replaceWorld } };
}

/** Leaves the target in the world that it was started with; one that cannot be put back keeps that of the last scenario. */
async function putBack({ control, traces }: Target): Promise<void> {
  try {
    await control?.reset();
    traces?.clear();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
}

/** The two flows as the side-by-side view shows them: the full examples of the documents, through the mapping. */
async function flowPairs(target: Target): Promise<FlowPair[]> {
  const { importBankConnectionV1, createMoneyTransferV1 } = examples.requests;
  const v1Import = importBankConnectionV1.full as BodyOf<'importBankConnectionV1'>;
  try {
    return [
      (await runFlow(target, { flow: 'import', v1: v1Import })).pair,
      (await runFlow(target, { flow: 'payment', v1: createMoneyTransferV1.full, currency: 'EUR' })).pair,
    ];
  } catch (error) {
    // The cases say what is unreachable, each for its clause.
    if (error instanceof NoAnswer) return [];
    throw error;
  }
}

/** What a run comes to where its target could not be started: every case is unproven, and none was run. */

export function unstartedRun(
  target: PlannedTarget,
  catalogue: Catalogue,
  only: (clause: ClauseId) => boolean,
  reason: string,
): TargetRun {
  const { name, chosenBy, accessUrl, webFormUrl, wire, lacks } = target;
  const ran = chosenCases(plannedCases(target, catalogue), only).map(({ interrupted, foreseen }) => ({
    result: { ...interrupted, reason },
    foreseen,
  }));
  return {
    ...{ target: name, chosenBy, accessUrl, webFormUrl, settings: wire, flows: [] },
    cases: ran.map(({ result }) => result),
    clauses: clauseResults(ran, lacks).filter(({ clause }) => only(clause)),
  };
}

/** Whether a run shows both flows side by side. */

const OF_FLOWS = new Set(
  ledger.clauses.filter(({ area }) => ['v1', 'v2', 'migration'].includes(area)).map(({ id }) => id),
);

/** The flows leave a payment and web forms: a target that outlives the run gets them when a chosen case is about them. */
export function showsFlows(outlives: boolean, chosen: readonly { readonly clause: ClauseId }[]): boolean {
  return !outlives || chosen.some(({ clause }) => OF_FLOWS.has(clause));
}
