/** What a run would send to a target and what it could show, from the cases as data: nothing is sent. */
import { callbackCalls } from './callback-preflight.ts';
import { namesIds } from './case.ts';
import { clauseResults } from './clause-results.ts';
import { controlKey } from './control-calls.ts';
import { flowCalls } from './migration-case.ts';
import {
  type Catalogue,
  type Choice,
  callersOf,
  choose,
  expectsMessages,
  type PlannedCall,
  type PlannedCaller,
  type PlannedCase,
  plannedCases,
  showsFlows,
} from './planned-cases.ts';
import { preflightCalls } from './preflight.ts';
import { withoutVerdict } from './run-case.ts';
import type { PlannedTarget } from './targets/start-target.ts';
import { type Called, type Created, createdBy } from './targets/target.ts';
import type { CaseResult, ClauseResult } from './verdict.ts';

export interface DryRun {
  readonly target: PlannedTarget;
  /** How many calls of each operation it makes at most: those of its cases, and some that are made again. */
  readonly calls: ReadonlyMap<Called, number>;
  /** How many further calls of each operation it makes at most where requests with many fields are refused. */
  readonly reserve: ReadonlyMap<Called, number>;
  /** What both create where none is refused. */
  readonly creates: Created;
  /** How many cases may run a second time, with a user of their own. */
  readonly reruns: number;
  /** How often all that the target holds is replaced over its control plane; it is reset at the end then. */
  readonly worlds: number;
  /** How many scenarios may wait for messages. */
  readonly scenarios: number;
  /** Every chosen clause; upheld is one within reach. */
  readonly clauses: readonly ClauseResult[];
}

export function dryRun(target: PlannedTarget, catalogue: Catalogue, choice: Choice = {}): DryRun {
  const { cases: chosen, judges } = choose(plannedCases(target, catalogue), choice);
  const within = chosen.filter(({ whyNot }) => whyNot === undefined);
  const hasControl = target.hasUsers && (target.isOwn || target.controlUrl !== undefined);
  const isGiven = ({ hasBankData }: PlannedCase) => hasControl && hasBankData;
  const isProbed = expectsMessages(target, chosen);
  const prepare = preparing(target);
  const calls: PlannedCall[] = [
    ...(target.isOwn ? [] : preflightCalls),
    ...(isProbed ? callbackCalls : []),
    ...(showsFlows(!target.isOwn, chosen, choice)
      ? Object.values(flowCalls).flatMap((flow) => [
          ...prepare({ callers: ['user'], takesAnyUser: true }),
          ...flow,
        ])
      : []),
  ];
  const controls = new Map<string, PlannedCase['control']>();
  const callsOf = (control: PlannedCase['control']): PlannedCall[] => {
    if (controls.has(controlKey(control))) return [];
    controls.set(controlKey(control), control);
    const callers = control.flatMap(callersOf);
    return [...prepare({ callers, isGiven: hasControl && control.some(namesIds) }), ...control];
  };
  const plannedCalls = (it: PlannedCase) => [
    ...prepare({ ...it, isGiven: isGiven(it) }),
    ...it.calls,
    ...callsOf(it.control),
  ];
  calls.push(...within.flatMap(plannedCalls));
  const ownControls = [...controls.values()];
  const reserve = within.flatMap((it) => it.reserve).filter(({ whyNot }) => whyNot === undefined);
  const further = reserve.flatMap((it) => [...plannedCalls(it), ...callsOf(it.controlIfRefused)]);
  // A busy provider is called again, tokens end, and a case that runs again may need two users.
  const again = target.isOwn ? 0 : Math.max(2, Math.ceil(within.length / 20));
  const counts = new Map<Called, number>(
    [...Map.groupBy(calls, ({ when }) => when)].map(([when, of]) => [when, of.length + again]),
  );
  const pages = within.reduce((sum, it) => sum + it.pages, 0);
  if (pages > 0) counts.set('openWebForm', pages + again);
  const reserved = new Map<Called, number>(
    [...Map.groupBy(further, ({ when }) => when)].map(([when, of]) => [when, of.length]),
  );
  const ran = chosen.map((it) => ({ result: expectedResult(it), foreseen: it.foreseen }));
  return {
    target,
    calls: counts,
    reserve: reserved,
    creates: createdBy(withReserve({ calls: counts, reserve: reserved })),
    reruns: Math.floor(again / 2),
    worlds:
      Number(isProbed) +
      within.filter(({ replacesWorld }) => replacesWorld).length +
      within.filter(isGiven).length +
      within.flatMap(({ callers }) => callers).filter((caller) => caller === 'client anew').length +
      ownControls.filter((control) => hasControl && control.some(namesIds)).length,
    scenarios: within.filter(({ isScenario }) => isScenario).length,
    clauses: clauseResults(ran, target.lacks).filter(judges),
  };
}

/** The calls of both. */
export function withReserve({ calls, reserve }: Pick<DryRun, 'calls' | 'reserve'>): DryRun['calls'] {
  const sum = new Map(calls);
  for (const [called, further] of reserve) sum.set(called, (sum.get(called) ?? 0) + further);
  return sum;
}

/** The result at a conforming provider. */
function expectedResult({ clause, says, file, foreseen, whyNot }: PlannedCase): CaseResult {
  const nothing = { clause, says, file, findings: [], exchanges: [] };
  if (whyNot) return { ...nothing, shown: [], ...withoutVerdict(whyNot) };
  return { ...nothing, verdict: 'upheld', shown: [...foreseen] };
}

const TOKEN: PlannedCall = { when: 'createToken', then: '2XX' };
const USER: PlannedCall = { when: 'createUser', then: '2XX' };

interface Prepared
  extends Pick<PlannedCase, 'callers'>,
    Partial<Pick<PlannedCase, 'takesAnyUser' | 'endsTokens'>> {
  /** Whether the user is given over the control plane, and not created. */
  readonly isGiven?: boolean;
}

/** The calls that create users and tokens, one case after the other, since cases share the token that creates users and a user. */
function preparing({ hasUsers }: PlannedTarget): (prepared: Prepared) => PlannedCall[] {
  let hasCreator = false;
  let hasAnyUser = false;
  const forget = () => {
    hasCreator = false;
    hasAnyUser = false;
  };
  const created = (isToken: boolean): PlannedCall[] => {
    const token = hasCreator ? [] : [TOKEN];
    hasCreator = true;
    return [...token, USER, ...(isToken ? [TOKEN] : [])];
  };
  const anyUser = (): PlannedCall[] => {
    const calls = hasAnyUser ? [] : created(true);
    hasAnyUser = true;
    return calls;
  };
  return ({ callers, takesAnyUser = false, endsTokens, isGiven = false }) => {
    if (!hasUsers) return [];
    if (isGiven || endsTokens?.before) forget();
    const has = (...some: PlannedCaller[]) => some.some((caller) => callers.includes(caller));
    const further = callers.filter((it) => ['user anew', 'known user', 'client anew'].includes(it));
    const calls = [
      ...(has('client') ? [TOKEN] : []),
      ...(has('client again') ? [TOKEN] : []),
      ...(has('user again') ? [TOKEN] : []),
      ...(takesAnyUser
        ? anyUser()
        : isGiven
          ? has('user')
            ? [TOKEN]
            : []
          : has('user', 'user again', 'user anew', 'named')
            ? created(has('user'))
            : []),
      ...(has('other user') ? created(true) : []),
      ...further.map(() => TOKEN),
    ];
    if (endsTokens?.after) forget();
    return calls;
  };
}
