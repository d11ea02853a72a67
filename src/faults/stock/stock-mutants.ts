/** The stock mutants of the sandbox: StrykerJS' instrumenter makes them, and puts all of them into one copy of its files. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SANDBOX = new URL('../../sandbox/', import.meta.url);

/** The files of the sandbox that decide documented behaviour. */
export const MUTATED = [
  'rules.ts',
  'operations/authorization.ts',
  'operations/handlers.ts',
  'operations/request-and-answer.ts',
  'batch-update/batch-updates.ts',
  'batch-update/item-fields.ts',
  'batch-update/match-rules.ts',
  'batch-update/trigger-events.ts',
  'batch-update/user-update.ts',
  'batch-update/waiting-messages.ts',
] as const;

/** Why no mutant of the other files is counted, and none of some functions and classes of these; a folder is all its files. */
export const NOT_MUTATED: Readonly<Record<string, string>> = {
  'batch-update/outbox.ts': 'how messages are delivered is not documented',
  'batch-update/waiting-messages.ts MessageQuota': 'bounds of memory',
  'batch-update/waiting-messages.ts WaitingMessages.mergesInto':
    'only with a setting (SECOND-UPDATE-WHILE-WAITING)',
  'batch-update/waiting-messages.ts merged': 'only with a setting (SECOND-UPDATE-WHILE-WAITING)',
  'batch-update/waiting-messages.ts mergedAccounts': 'only with a setting (SECOND-UPDATE-WHILE-WAITING)',
  'batch-update/read-update.ts': 'checks what the control plane is sent',
  'clock.ts': 'the virtual clock and the source of random ids',
  'control/': 'the control plane is no part of the documentation',
  'create-sandbox.ts': 'starts the parts',
  'exact-numbers.ts': 'arithmetic, with tests of its own',
  'fault-hooks.ts': 'exists for faults alone',
  'generated/': 'made from the documents',
  'http-server.ts': 'the socket, which the runs go without',
  'operations/read-request.ts': 'reads a body; its shape is checked by the generated schemas',
  'operations/request-and-answer.ts pathOf':
    'absolute addresses and addresses without a path, which no case sends',
  'operations/service.ts':
    'takes a request to its handler and logs it; who may call and what is answered is decided elsewhere',
  'operations/web-form-page.ts': 'the page of a form is not documented',
  'request-log.ts': 'what the control plane lists',
  'rules.ts namesUnknownIds': 'only with a setting (RULE-UNKNOWN-IDS)',
  'ring.ts': 'a bounded store',
  'sandbox-settings.ts': 'settings, each of which a variant tries',
  'state.ts': 'what is remembered, as the control plane sets it',
};

/** A mutant by the text that it changes, so that edits elsewhere in its file leave its name as it is. */
export interface StockMutant {
  /** Its number in the instrumented files. */
  readonly id: string;
  /** A path below src/sandbox. */
  readonly file: string;
  /** The function, or the class or object and its member. */
  readonly within: string;
  /** `original → replacement`, cut where it is long; a repeated one within the same function ends with ` (2)`. */
  readonly edit: string;
}

/** What is used of `@stryker-mutator/instrumenter`, whose types are not installed for the compiler. */
export interface StockInstrumenter {
  readonly Instrumenter: new (
    logger: object,
  ) => {
    instrument(
      files: readonly { name: string; content: string; mutate: true }[],
      options: { ignorers: []; excludedMutations: []; plugins: null },
    ): Promise<{
      files: readonly { name: string; content: string }[];
      mutants: readonly {
        id: string;
        fileName: string;
        replacement: string;
        location: Record<'start' | 'end', Position>;
      }[];
    }>;
  };
}

/** Both count from 0. */
interface Position {
  readonly line: number;
  readonly column: number;
}

export interface InstrumentedSandbox {
  readonly mutants: readonly StockMutant[];
  /** The text of each file with all of its mutants, by the URL of the file. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Asked for every kind of message, which none is printed of. */
const SILENT = new Proxy({}, { get: () => () => false });

export async function instrumentedSandbox({ Instrumenter }: StockInstrumenter): Promise<InstrumentedSandbox> {
  const given = MUTATED.map((file) => {
    const name = fileURLToPath(new URL(file, SANDBOX));
    return { name, content: readFileSync(name, 'utf8'), mutate: true } as const;
  });
  const { files, mutants } = await new Instrumenter(SILENT).instrument(given, {
    ...{ ignorers: [], excludedMutations: [], plugins: null },
  });
  const texts = new Map(given.map(({ name, content }, at) => [name, { content, file: MUTATED[at] ?? name }]));
  const seen = new Map<string, number>();
  const named = mutants.flatMap(({ id, fileName, replacement, location: { start, end } }): StockMutant[] => {
    const { content = '', file = fileName } = texts.get(fileName) ?? {};
    const lines = content.split('\n');
    const original = lines.slice(start.line, end.line + 1);
    original.push((original.pop() ?? '').slice(0, end.column));
    original[0] = (original[0] ?? '').slice(start.column);
    const within = enclosing(lines, start.line);
    if ([within, within.replace(/\..*/, '')].some((name) => `${file} ${name}` in NOT_MUTATED)) return [];
    const edit = `${short(original.join(' '))} → ${short(replacement)}`;
    const key = `${file} ${within} ${edit}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return [{ id, file, within, edit: count > 1 ? `${edit} (${count})` : edit }];
  });
  const sources = files.map(({ name, content }, at) => [new URL(MUTATED[at] ?? name, SANDBOX).href, content]);
  return { mutants: named, sources: Object.fromEntries(sources) };
}

const LONGEST = 70;

function short(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** The formatter indents a declaration by nothing and a member by two spaces. */
function enclosing(lines: readonly string[], line: number): string {
  let member = '';
  for (let at = line; at >= 0; at--) {
    const text = lines[at] ?? '';
    const [, name] = /^(?:export )?(?:async )?(?:function|class|const) (\w+)/.exec(text) ?? [];
    if (name !== undefined) return /^(export )?(class|const)/.test(text) ? name + member : name;
    const [, own] = /^ {2}(?:readonly |async |get )?(#?\w+)(?:<.*?>)?[(:;]/.exec(text) ?? [];
    if (own !== undefined && member === '') member = `.${own}`;
  }
  return '';
}
