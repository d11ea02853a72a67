/** One defect breaks one clause: findings that a simpler violation explains say nothing of their own clause. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { CaseFinding, CaseResult } from './verdict.ts';

/** Fields that the transactions of several events have: where NEW_TRANSACTIONS has one wrong, the others have it from there. */
const SHARED_FIELDS = [
  'ID',
  'SERVICE-DATE',
  'BANK-DATE',
  'AMOUNT',
  'NAME',
  'IBAN',
  'PURPOSE',
  'ADJUSTING',
  'LIST',
];
const OF_TRANSACTIONS = ['FOREIGN', 'HIGH', 'CATEGORY'];

/** The clauses that say which transactions count for an event. */
const DEFINED_BY: Readonly<Record<string, readonly ClauseId[]>> = {
  FOREIGN: ['MESSAGE-FOREIGN-OUTGOING', 'MESSAGE-FOREIGN-COUNTRY'],
  HIGH: ['MESSAGE-HIGH-QUALIFYING'],
};
/** Those that say it of sub-categories and of payments abroad, in whatever surroundings. */
const WHAT_COUNTS: readonly ClauseId[] = [
  'MESSAGE-CATEGORY-SUB',
  'MESSAGE-CATEGORY-SUB-OFF',
  'MESSAGE-CATEGORY-SUB-INERT',
  'MESSAGE-FOREIGN-OUTGOING',
  'MESSAGE-FOREIGN-COUNTRY',
];
const OF_DUPLICATES: readonly ClauseId[] = ['RULE-UNIQUE-BALANCE', 'RULE-DUPLICATE-REFUSED'];

/** The clauses whose violation explains that of another one, in any order and without a circle. */
const SIMPLER: Readonly<Partial<Record<ClauseId, readonly ClauseId[]>>> = {
  'AUTH-USERNAME-IS-ID': ['AUTH-USER-GRANT', 'AUTH-USER-VALID'],
  'RULE-LOW-PARAMS-REQUIRED': ['RULE-LOW-THRESHOLD'],
  'RULE-HIGH-PARAMS-REQUIRED': ['RULE-HIGH-THRESHOLD'],
  'RULE-CATEGORY-PARAMS-REQUIRED': ['RULE-CATEGORY-ID'],
  'RULE-MAX-COUNT-DEFAULT': ['MESSAGE-LIST-CAP', 'MESSAGE-TRANSACTIONS-COUNT', 'MESSAGE-HIGH-COUNT'],
  'AUTH-TOKEN-EXPIRED': ['AUTH-TOKEN-NEEDED'],
  'AUTH-TOKEN-LIFETIME': ['RULE-OWNED-BY-USER'],
  'V1-ENVELOPE': ['V1-ENVELOPE-DATE', 'V1-ENVELOPE-REQUEST-ID', 'V1-ENVELOPE-ENDPOINT', 'V1-ENVELOPE-ERRORS'],
  'V2-FORM-URL': ['V2-FORM-ID-UNIQUE'],
  'V2-FORM-CREATED-AT': ['V2-FORM-ID-UNIQUE'],
  'V2-FORM-VALIDITY': ['V2-FORM-URL', 'V2-FORM-CREATED-AT', 'V2-FORM-ID-UNIQUE'],
  'MESSAGE-WAITS': ['MESSAGE-ONE-PER-RULE'],
  'MESSAGE-FOREIGN-COUNTRY': ['MESSAGE-DETAILS-ONLY-ASKED', 'MESSAGE-DETAILS-PRESENT'],
  'RULE-DUPLICATE-SAYS': OF_DUPLICATES,
  'RULE-OWNED-BY-USER': OF_DUPLICATES,
  'AUTH-USER-TOKEN-CONTEXT': OF_DUPLICATES,
  'RULE-CATEGORY-CHILDREN-DEFAULT': ['MESSAGE-CATEGORY-SUB'],
  'RULE-MAX-TRANSACTIONS-COUNT': ['RULE-OWNED-BY-USER'],
  'MESSAGE-RULE-ID': ['MESSAGE-CALLBACK-HANDLE'],
  'MESSAGE-LIST-CAP': ['MESSAGE-CALLBACK-HANDLE'],
  'MESSAGE-EACH-RULE': ['MESSAGE-EMITTED', 'MESSAGE-CALLBACK-HANDLE', ...WHAT_COUNTS],
  'MESSAGE-USERS-RULES': [
    'AUTH-USER-TOKEN-CONTEXT',
    'MESSAGE-EMITTED',
    'MESSAGE-CALLBACK-HANDLE',
    'MESSAGE-EACH-RULE',
    ...WHAT_COUNTS,
  ],
  'MESSAGE-BALANCE-DETAILS-OLD': ['MESSAGE-BALANCE-FIRES'],
  'MESSAGE-BALANCE-DETAILS-CHANGE': [
    'MESSAGE-BALANCE-FIRES',
    'MESSAGE-BALANCE-DETAILS-OLD',
    'MESSAGE-BALANCE-DETAILS-NEW',
  ],
  'MESSAGE-TRANSACTIONS-COUNT': ['MESSAGE-CALLBACK-HANDLE'],
  'MESSAGE-LISTED-ANY': ['MESSAGE-EMITTED', 'MESSAGE-CALLBACK-HANDLE'],
  'MESSAGE-LISTED-ONLY': ['MESSAGE-EMITTED', 'MESSAGE-CALLBACK-HANDLE', 'MESSAGE-LISTED-ANY'],
  'MESSAGE-LOW-FIRES': ['MESSAGE-BALANCE-FIRES', 'MESSAGE-EMITTED'],
  'MESSAGE-CATEGORY-NAME-ONLY-DETAILS': ['MESSAGE-DETAILS-ONLY-ASKED'],
  'MESSAGE-LOW': ['MESSAGE-BALANCE-CHANGES', 'MESSAGE-LOW-FIRES'],
  'MESSAGE-TRANSACTIONS': ['MESSAGE-BALANCE-CHANGES'],
  'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME': ['MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID'],
  'MESSAGE-CATEGORY-DETAILS-CATEGORY-NAME': ['MESSAGE-CATEGORY-DETAILS-CATEGORY-ID'],
  ...Object.fromEntries(
    OF_TRANSACTIONS.flatMap((event) => [
      [
        `MESSAGE-${event}`,
        [
          'MESSAGE-TRANSACTIONS',
          'MESSAGE-BALANCE-CHANGES',
          `MESSAGE-${event}-FIRES`,
          ...(DEFINED_BY[event] ?? []),
        ],
      ],
      [`MESSAGE-${event}-FIRES`, ['MESSAGE-TRANSACTIONS-FIRES', 'MESSAGE-EMITTED', 'MESSAGE-ONE-PER-RULE']],
      ...['COUNT', ...SHARED_FIELDS.map((field) => `DETAILS-${field}`)].map((what) => [
        `MESSAGE-${event}-${what}`,
        [
          `MESSAGE-TRANSACTIONS-${what}`,
          ...(what === 'COUNT' ? [`MESSAGE-${event}-FIRES`] : []),
          ...(DEFINED_BY[event] ?? []),
        ],
      ]),
    ]),
  ),
};

/** A clause on every part of something: what so many parts have in common breaks it, and what fewer have breaks theirs. */
interface Whole {
  readonly whole: ClauseId;
  readonly parts: readonly ClauseId[];
  readonly from: number;
}

const WHOLES: readonly Whole[] = [
  {
    // What belongs to several rules is mixed up: a message has the handle of another one.
    whole: 'MESSAGE-CALLBACK-HANDLE',
    from: 4,
    parts: [
      'MESSAGE-LOW-THRESHOLD',
      'MESSAGE-HIGH-THRESHOLD',
      'MESSAGE-CATEGORY-ID',
      'MESSAGE-DETAILS-PRESENT',
      'MESSAGE-DETAILS-ONLY-ASKED',
    ],
  },
  {
    whole: 'MESSAGE-FOREIGN-FIRES',
    from: 2,
    parts: ['MESSAGE-FOREIGN-OUTGOING', 'MESSAGE-FOREIGN-COUNTRY'],
  },
  {
    whole: 'MESSAGE-CATEGORY-FIRES',
    from: 3,
    parts: [
      'MESSAGE-CATEGORY-SUB',
      'MESSAGE-CATEGORY-SUB-OFF',
      'MESSAGE-CATEGORY-SUB-INERT',
      'RULE-CATEGORY-CHILDREN-DEFAULT',
    ],
  },
  {
    whole: 'RULE-DUPLICATE-REFUSED',
    from: 2,
    parts: [
      'RULE-UNIQUE-BALANCE',
      'RULE-UNIQUE-TRANSACTIONS',
      'RULE-UNIQUE-LOGIN',
      'RULE-UNIQUE-FOREIGN',
      'RULE-UNIQUE-LOW',
      'RULE-UNIQUE-HIGH',
      'RULE-UNIQUE-CATEGORY',
    ],
  },
  {
    whole: 'RULE-ACCOUNT-IDS',
    from: 2,
    parts: [
      'RULE-BALANCE-ACCOUNT-IDS',
      'RULE-TRANSACTIONS-ACCOUNT-IDS',
      'RULE-FOREIGN-ACCOUNT-IDS',
      'RULE-LOW-ACCOUNT-IDS',
      'RULE-HIGH-ACCOUNT-IDS',
      'RULE-CATEGORY-ACCOUNT-IDS',
    ],
  },
  {
    whole: 'MESSAGE-EMITTED',
    from: 2,
    parts: [
      'MESSAGE-BALANCE-FIRES',
      'MESSAGE-TRANSACTIONS-FIRES',
      'MESSAGE-LOGIN-FIRES',
      'MESSAGE-TERMS-FIRES',
    ],
  },
  {
    whole: 'MESSAGE-GERMAN-TIME',
    from: 3,
    parts: ['TRANSACTIONS', 'FOREIGN', 'HIGH', 'CATEGORY'].flatMap((event) => [
      `MESSAGE-${event}-DETAILS-SERVICE-DATE` as ClauseId,
      `MESSAGE-${event}-DETAILS-BANK-DATE` as ClauseId,
    ]),
  },
];

/**
 * The results without findings that a simpler violation explains: that a message of a listed account is missing breaks no
 * clause on lists while the event sends none at all. What is left of such a case is unproven.
 */
export function withoutConsequences<Result extends CaseResult>(results: readonly Result[]): Result[] {
  const explained = new Map<CaseFinding, ClauseId>();
  const broken = brokenByFindings(results, explained);
  const moved = movedToWholes(results, broken, explained);
  const found = new Set(broken);
  for (const clause of found) {
    const causes = SIMPLER[clause]?.filter((each) => found.has(each)) ?? [];
    // One that nothing explains, for the words of the verdict.
    const cause = causes.find((each) => !SIMPLER[each]?.some((other) => found.has(other))) ?? causes[0];
    if (cause !== undefined) explain(results, clause, cause, explained);
  }
  return results.map((result) => {
    const left = result.findings
      .filter((finding) => !explained.has(finding))
      .map((finding) => ({ ...finding, clause: moved.get(finding) ?? finding.clause }));
    if (left.length === result.findings.length && !result.findings.some((finding) => moved.has(finding)))
      return result;
    if (left.some(({ clause }) => clause === result.clause)) return { ...result, findings: left };
    const [cause] = result.findings.flatMap((finding) => explained.get(finding) ?? moved.get(finding) ?? []);
    return { ...result, findings: left, verdict: 'unproven', reason: `needs ${cause}, which is broken` };
  });
}

/** From the simple to the complex: only what nothing simpler explains can explain something itself. */
function brokenByFindings(
  results: readonly CaseResult[],
  explained: Map<CaseFinding, ClauseId>,
): Set<ClauseId> {
  const broken = new Set<ClauseId>();
  const findings = results.flatMap((result) => result.findings);
  for (const finding of findings.toSorted((a, b) => complexity(a) - complexity(b))) {
    const cause = finding.unless?.find((clause) => broken.has(clause));
    if (cause === undefined) broken.add(finding.clause);
    else explained.set(finding, cause);
  }
  return broken;
}

/** Several users and several rules are simpler than whatever else a scenario has beside them. */
function complexity({ clause, unless = [] }: CaseFinding): number {
  const isSimpler = clause === 'MESSAGE-USERS-RULES' ? 0.6 : clause === 'MESSAGE-EACH-RULE' ? 0.5 : 0;
  return unless.length - isSimpler;
}

/** The findings of parts that are one defect of the whole, each with the clause of the whole. */
function movedToWholes(
  results: readonly CaseResult[],
  broken: Set<ClauseId>,
  explained: Map<CaseFinding, ClauseId>,
): Map<CaseFinding, ClauseId> {
  const moved = new Map<CaseFinding, ClauseId>();
  for (const { whole, parts, from } of WHOLES) {
    const [first, ...others] = parts.filter((part) => broken.has(part));
    if (first === undefined) continue;
    const unknown = new Set(
      results.filter(({ verdict }) => verdict === 'unproven').map(({ clause }) => clause),
    );
    const open = broken.has(whole) ? parts.filter((part) => unknown.has(part) && !broken.has(part)) : [];
    if (1 + others.length + open.length < from) {
      if (broken.delete(whole)) explain(results, whole, first, explained);
      continue;
    }
    for (const part of [first, ...others]) {
      broken.delete(part);
      if (broken.has(whole)) explain(results, part, whole, explained);
      else for (const finding of findingsOf(results, part)) moved.set(finding, whole);
    }
    broken.add(whole);
  }
  return moved;
}

function explain(
  results: readonly CaseResult[],
  clause: ClauseId,
  cause: ClauseId,
  explained: Map<CaseFinding, ClauseId>,
): void {
  for (const finding of findingsOf(results, clause)) explained.set(finding, cause);
}

function findingsOf(results: readonly CaseResult[], clause: ClauseId): CaseFinding[] {
  return results.flatMap(({ findings }) => findings.filter((finding) => finding.clause === clause));
}
