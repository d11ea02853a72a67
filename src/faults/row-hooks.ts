/** Makes a row of the catalogue into the hooks of a sandbox that carry it out. */

import type { FaultHooks, HookContext } from '../sandbox/fault-hooks.ts';
import { Refusal } from '../sandbox/refusal.ts';
import type { JsonResponse } from '../sandbox/request-and-response.ts';
import type { Rule } from '../sandbox/rules.ts';
import { editTree, firstValueAt, type Place, valuesAt } from './edit-tree.ts';
import { composeHooks, type Fault, type FaultFunctions, type FaultyHooks, wrapped } from './fault.ts';
import type { DecisionEdit, Edit, EditRow, FaultRow, HookName } from './fault-row.ts';
import { callFunctions } from './functions/call-functions.ts';
import { jsonFunctions } from './functions/json-functions.ts';
import { messageFunctions } from './functions/message-functions.ts';
import { strictFunctions } from './functions/strict-functions.ts';
import { requestBody, tokenFunctions } from './functions/token-functions.ts';
import { readRules, updateFunctions } from './functions/update-functions.ts';
import { variantFunctions } from './functions/variant-functions.ts';
import { faultRows } from './generated/fault-rows.ts';
import { variantRows } from './generated/variant-rows.ts';
import { PastCalls } from './past-calls.ts';

export const functions: FaultFunctions = {
  ...callFunctions,
  ...tokenFunctions,
  ...updateFunctions,
  ...messageFunctions,
  ...variantFunctions,
  ...jsonFunctions,
  ...strictFunctions,
};

/** The hooks of a row. Throws RangeError for an unknown function, and for hooks that cannot use its edit or its `of`. */
export function rowHooks(row: EditRow): FaultyHooks {
  const { id, edit, hook, on } = row;
  if (isSeveral(edit)) return composeHooks(edit.map((one) => rowHooks({ ...row, edit: one })));
  if ('function' in edit) {
    const made = functions[edit.function];
    if (made === undefined) throw new RangeError(`${id} names the unknown function ${edit.function}`);
    const history = new PastCalls();
    // Only functions with a parameter need a history.
    const hooks = onlyOf(row, made(history));
    return made.length > 0 ? history.noting(hooks) : hooks;
  }
  if ('accept' in edit || 'refuse' in edit) return onlyOf(row, decisionHook(id, edit));
  if (hook === 'decision') throw new RangeError(`${id} edits a decision as if it were a tree`);
  const memory = new Map<Place, unknown>();
  // Typed as unchanged, though the fault may be that it is not.
  const edited: EditTree = (tree) => editTree(tree, edit, memory) as typeof tree;
  return onlyOf(row, HOOKS_OF[hook](edited, on));
}

/** The edit of the row, with a memory of its own. */
type EditTree = <Tree>(tree: Tree) => Tree;
type EditedHook = Exclude<HookName, 'decision'>;

const HOOKS_OF: Readonly<Record<EditedHook, (edit: EditTree, on: FaultRow['on']) => FaultyHooks>> = {
  answer: (edit, on) =>
    editedResponses(on, (answer) => {
      const body = edit(answer.body);
      return body === answer.body ? answer : { ...answer, body };
    }),
  response: (edit, on) =>
    editedResponses(on, (answer) => {
      const whole = { headers: {}, ...answer };
      const edited = edit(whole);
      return edited === whole ? answer : edited;
    }),
  rule: (edit) => readRules((rule) => edit(rule)),
  match: (edit) => ({ matches: (matches) => edit(matches) }),
  message: (edit) => ({ plainMessage: (message) => edit(message) }),
  'encrypted message': (edit) => ({ message: (message) => edit(message) }),
  delivery: (edit) => ({ posts: (post) => edit([post]) }),
};

/** Whether it is neither a success nor a 451 that returns a web form. */
function isRefusal({ status }: JsonResponse): boolean {
  return status > 299 && status !== 451;
}

function editedResponses(on: FaultRow['on'], edit: (answer: JsonResponse) => JsonResponse): FaultyHooks {
  return { answer: (answer) => (isRefusal(answer) === (on === 'refusal') ? edit(answer) : answer) };
}

function isSeveral(edit: FaultRow['edit']): edit is readonly Edit[] {
  return Array.isArray(edit);
}

/** Accepts what must be refused, or refuses what is allowed. */
function decisionHook(id: string, edit: DecisionEdit): FaultyHooks {
  const decision = 'accept' in edit ? edit.accept : edit.refuse;
  const refused = decision === 'duplicate' || new Refusal(400, `the fault ${id} refuses it`);
  const accepted = decision === 'duplicate' ? false : undefined;
  const decided = 'accept' in edit ? accepted : refused;
  const decide = (outcome: unknown, context: HookContext) => (isAbout(context, edit) ? decided : outcome);
  return { [decision]: decide };
}

function isAbout({ request }: HookContext, { where, like, without }: DecisionEdit): boolean {
  const body = requestBody(request);
  if (without !== undefined) {
    const holders = valuesAt(body, without.slice(0, without.lastIndexOf('/')));
    if (valuesAt(body, without).length >= holders.length) return false;
  }
  if (where === undefined) return true;
  const values = valuesAt(body, where);
  if (like === undefined) return values.length > 0;
  const pattern = new RegExp(like);
  return values.some((value) => typeof value !== 'object' && pattern.test(String(value)));
}

type Named = { readonly triggerEvent: string };

const ofDecision = ([, context]: readonly unknown[]) => namesOf(context as HookContext);

/** The operation or trigger event of a hook's call. */
const CALLED_FOR: Readonly<Partial<Record<keyof FaultHooks, (given: readonly unknown[]) => string[]>>> = {
  credentials: ofDecision,
  authorization: ofDecision,
  request: ofDecision,
  apiVersion: ofDecision,
  duplicate: ofDecision,
  answer: ([, context]) => [(context as HookContext).operationId],
  ruleMatches: ([, rule]) => [(rule as Named).triggerEvent],
  plainMessage: ([message]) => [(message as Named).triggerEvent],
  message: ([message]) => [(message as Named).triggerEvent],
};

function namesOf({ operationId, request }: HookContext): string[] {
  return [operationId, String(firstValueAt(requestBody(request), '/triggerEvent'))];
}

/** Limits hooks on lists of rules or matches to those of the row's events. */
function amongOthers(row: Pick<FaultRow, 'of'>, { rules, matches }: FaultyHooks): FaultyHooks {
  const isOwn = ({ triggerEvent }: Rule) => isOf(row, triggerEvent);
  return {
    ...(rules && {
      rules: (all, ...about) => {
        const changed = [...rules(all.filter(isOwn), ...about)];
        return all.map((rule) => (isOwn(rule) && changed.shift()) || rule);
      },
    }),
    ...(matches && {
      matches: (all, state) => {
        const own = all.filter(({ rule }) => isOwn(rule));
        const changed = matches(own, state);
        return changed === own ? all : [...all.filter((match) => !own.includes(match)), ...changed];
      },
    }),
  };
}

/** Limits hooks to the operations or trigger events of the row; throws RangeError for a hook that has neither. */
export function onlyOf(row: Pick<FaultRow, 'id' | 'of'>, hooks: FaultyHooks): FaultyHooks {
  if (row.of === undefined) return hooks;
  const heeding = { ...hooks, ...amongOthers(row, hooks) };
  const wrong = Object.keys(hooks).find(
    (name) => !(name in CALLED_FOR || name === 'rules' || name === 'matches'),
  );
  if (wrong !== undefined) throw new RangeError(`${row.id} has \`of\`, which its hook ${wrong} cannot use`);
  return wrapped(heeding, (hook, name) => (...given) => {
    const about = CALLED_FOR[name]?.(given);
    const isAsked = about?.some((one) => isOf(row, one)) ?? true;
    return isAsked ? hook(...given) : given[0];
  });
}

function isOf({ of }: Pick<FaultRow, 'of'>, name: string): boolean {
  return of === undefined || (of as readonly string[]).includes(name);
}

function faultOf(row: FaultRow) {
  const { id, clause, says, of } = row;
  return { id, clause, says, ...(of && { of }), hooks: () => rowHooks(row) };
}

/** The faults of the catalogue that a sandbox can have. */
export function providerFaults() {
  return faultRows.map(faultOf) satisfies Fault[];
}

/** The benign variants that are not settings of the sandbox. */
export const benignVariants = variantRows.flatMap(({ hook, edit, ...row }) =>
  hook && edit ? { ...row, hook, edit } : [],
);

/** The faults and variants that a sandbox can switch on. */
export function switchableFaults(): Fault[] {
  const benign = benignVariants.map((row) => ({ id: row.id, says: row.says, hooks: () => rowHooks(row) }));
  return [...providerFaults(), ...benign];
}
