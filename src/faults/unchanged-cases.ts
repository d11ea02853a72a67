/** Finds the cases that a fault or variant cannot change, and their results from a run against the service without it. */
import type { FaultRow, VariantRow } from '../../contracts/src/base/fault-row.ts';
import type { PlannedCase } from '../runner/planned-cases.ts';
import { startSandboxInProcess } from '../runner/targets/sandbox-target.ts';
import type { CaseResult } from '../runner/verdict.ts';
import { type FaultHooks, type HookContext, noHooks } from '../sandbox/fault-hooks.ts';
import type { State, StoredUser } from '../sandbox/state.ts';
import { touched } from './fault.ts';
import { functions, rowHooks } from './row-hooks.ts';

/** The result of the case; undefined where what differs may change it, so that it has to run. */
export type UnchangedResult = (row: PlannedCase) => Promise<CaseResult | undefined>;

/**
 * Runs each case once, alone, against a service as documented, and notes each call of a hook and each setting that the
 * service reads. As long as the hooks of a fault give back what they are given there, its service does the same.
 */
export function documentedRuns(): (difference: FaultRow | VariantRow) => UnchangedResult {
  const runs = new Map<PlannedCase, Promise<DocumentedRun>>();
  const runOf = (row: PlannedCase): Promise<DocumentedRun> => {
    const run = runs.get(row) ?? documentedRun(row);
    runs.set(row, run);
    return run;
  };
  return (difference) => {
    const hooks = isEdit(difference) ? Object.keys(rowHooks(difference)) : [];
    if (hooks.some((name) => UNNOTED.includes(name))) return async () => undefined;
    const provider = Object.keys((difference as VariantRow).provider ?? {});
    const isExact = isRepeatable(difference);
    return async (row) => {
      const run = await runOf(row);
      // What hooks do that remember is not known, but they do nothing where they are not called.
      const isChanged = isExact
        ? isChangedBy(difference, run)
        : run.calls.some(({ hook }) => hooks.includes(hook));
      return isChanged || provider.some((name) => run.settings.has(name)) ? undefined : run.result;
    };
  };
}

/** Called when the sandbox is made, for all that it does later. */
const UNNOTED: readonly string[] = ['settings', 'clock'] satisfies (keyof FaultHooks)[];

/** The hooks that can be called again with what they were given. The others need the state as it was. */
const NOTED = [
  'decide',
  'answer',
  'response',
  'rules',
  'matches',
  'plainMessage',
  'message',
  'messageText',
  'posts',
] as const satisfies readonly (keyof FaultHooks)[];
type Noted = (typeof NOTED)[number];

interface HookCall {
  readonly hook: Exclude<keyof FaultHooks, 'settings' | 'clock'>;
  readonly given: readonly unknown[];
}

interface DocumentedRun {
  readonly result: CaseResult;
  readonly calls: readonly HookCall[];
  /** The names of the settings that the service reads. */
  readonly settings: ReadonlySet<string>;
}

async function documentedRun(row: PlannedCase): Promise<DocumentedRun> {
  const calls: HookCall[] = [];
  const settings = new Set<string>();
  const { target, stop } = await startSandboxInProcess({ hooks: notingHooks(calls, settings) });
  const result = await row.run(target);
  await stop();
  return { result, calls, settings };
}

/** For the state and users that a hook was given: they have changed since then, so a fault that reads them has to run. */
const gone = new Proxy(
  {},
  {
    get: () => {
      throw new Error('the state of the service is gone');
    },
  },
) as State & StoredUser;

function notingHooks(calls: HookCall[], settings: Set<string>): FaultHooks {
  const noted = <Value>(hook: Noted, ...given: readonly [Value, ...unknown[]]): Value => {
    calls.push({ hook, given });
    return given[0];
  };
  const callOf = ({ operationId, request }: HookContext) => ({ operationId, request, state: gone });
  const hooks: Pick<FaultHooks, Noted> = {
    decide: (name, outcome, context) => {
      calls.push({ hook: 'decide', given: [name, outcome, callOf(context)] });
      return outcome;
    },
    answer: (answer, context) => noted('answer', answer, callOf(context)),
    response: (response, context) => noted('response', response, callOf(context)),
    rules: (rules) => {
      // A user gets further rules later.
      calls.push({ hook: 'rules', given: [[...rules], gone, gone] });
      return rules;
    },
    matches: (matches) => noted('matches', matches, gone),
    plainMessage: (message, match) => noted('plainMessage', message, match),
    message: (message, plain, match) => noted('message', message, plain, match),
    messageText: (text, match) => noted('messageText', text, match),
    posts: (post) => [noted('posts', post)],
  };
  return {
    ...noHooks,
    ...hooks,
    updates: (isUpdated) => {
      calls.push({ hook: 'updates', given: [] });
      return isUpdated;
    },
    ruleMatches: (counted) => {
      calls.push({ hook: 'ruleMatches', given: [] });
      return counted;
    },
    settings: (all) =>
      new Proxy(all, {
        get: (of, name) => {
          settings.add(String(name));
          return Reflect.get(of, name);
        },
        ownKeys: (of) => {
          for (const name of Object.keys(of)) settings.add(name);
          return Reflect.ownKeys(of);
        },
      }),
  };
}

/** Whether the row edits what hooks are given; the other rows have settings alone. */
export function isEdit(row: FaultRow | VariantRow): row is FaultRow {
  return row.hook !== undefined;
}

/** Whether the hooks do the same each time they are given the same: they remember no earlier call. */
function isRepeatable(row: FaultRow | VariantRow): boolean {
  if (!isEdit(row)) return true;
  const { edit } = row;
  const make = 'function' in edit ? functions[edit.function] : undefined;
  // `always` gives every sandbox the same hooks, so they remember none.
  const [hooks, others] = [make?.(), make?.()];
  const isForgetful = make ? hooks === others : !('keep' in edit);
  return (
    isForgetful && Object.keys(rowHooks(row)).every((name) => (NOTED as readonly string[]).includes(name))
  );
}

function isChangedBy(row: FaultRow | VariantRow, { calls }: DocumentedRun): boolean {
  if (!isEdit(row)) return false;
  const { hooks, isTouched } = touched(rowHooks(row));
  try {
    return calls.some(({ hook, given }) => {
      (hooks[hook] as ((...all: readonly unknown[]) => unknown) | undefined)?.(...given);
      return isTouched();
    });
  } catch {
    return true;
  }
}
