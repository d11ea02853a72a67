/** Switches faults of a running sandbox on and off: those of the catalogue by their ids, and those of a user's modules. */
import { pathToFileURL } from 'node:url';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { isObject } from '../../contracts/src/base/json-value.ts';
import { kindOf } from '../../contracts/src/base/text.ts';
import { despiteAnyError, InputError, moduleError, UsageError } from '../base/errors.ts';
import { nearest } from '../base/words.ts';
import { FaultError, type FaultHooks, type FaultSwitch, noHooks } from '../sandbox/fault-hooks.ts';
import { unsendable } from '../sandbox/http-server.ts';
import { type JsonResponse, responseOf, type SandboxResponse } from '../sandbox/request-and-response.ts';
import { composeHooks, type Fault, touched, wrapped } from './fault.ts';

/** Makes a switch with no fault on; `load` is called when the first is chosen. */
export function faultSwitch(load: () => Promise<readonly Fault[]>): FaultSwitch {
  let loaded: Promise<readonly Fault[]> | undefined;
  let chosen = noHooks;
  let inUse: readonly { readonly fault: Fault; used: number }[] = [];
  let changing = new Set<string>();
  const hooks = wrapped(
    noHooks,
    (_, name) =>
      (...given) =>
        (chosen[name] as (...all: unknown[]) => unknown)(...given),
  );
  return {
    hooks,
    chosen: () =>
      inUse.map(({ fault: { id, says = 'is a fault of your own', clause }, used }) => {
        return { id, says, ...(clause !== undefined && { clause }), used };
      }),
    watched: (work) => {
      changing = new Set();
      return [work(), [...changing]];
    },
    choose: async (ids) => {
      loaded ??= load();
      const faults = new Map((await loaded).map((fault) => [fault.id, fault]));
      const unknown = ids.find((id) => !faults.has(id));
      if (unknown !== undefined) return problemWith(unknown, [...faults.values()]);
      inUse = [...new Set(ids)].flatMap((id) => faults.get(id) ?? []).map((fault) => ({ fault, used: 0 }));
      chosen = composeHooks(
        inUse.map((one) =>
          touched(one.fault.hooks(), () => {
            one.used++;
            changing.add(one.fault.id);
          }),
        ),
      );
      return undefined;
    },
  };
}

function problemWith(id: string, faults: readonly Fault[]): string {
  const clause = ledger.clauses.find((one) => one.id === id.toUpperCase())?.id;
  if (clause !== undefined) {
    const breaking = faults.filter((fault) => fault.clause === clause).map((fault) => fault.id);
    const more = breaking.length > 3 ? ` and ${breaking.length - 3} more` : '';
    const few = `what breaks it is ${breaking.slice(0, 3).join(', ')}${more}; explain ${clause} says more`;
    return `${clause} is a clause, not a fault: ${breaking.length > 0 ? few : 'no fault of a provider breaks it'}`;
  }
  const ids = faults.map((fault) => fault.id);
  const part = id.length > 2 ? id.toUpperCase() : undefined;
  const meant = nearest(id, ids) ?? ids.find((one) => part !== undefined && one.includes(part));
  const help = /[\s,]/.test(id) ? 'separate several by blanks' : 'explain --faults lists them';
  const hint = meant ? `did you mean ${meant}?` : help;
  return `unknown fault ${JSON.stringify(id)}; ${hint}`;
}

/** Recognises the path of a module. */
const PATH = /[./\\]/;

/** `named` has ids and paths of modules that export a Fault. Throws InputError for another module, UsageError for another id. */
export async function chosenSwitch(
  named: readonly string[],
  place: (path: string) => string,
): Promise<FaultSwitch> {
  const own = await Promise.all(
    named.filter((name) => PATH.test(name)).map((path) => ownFault(path, place(path))),
  );
  const ids = [...named.filter((name) => !PATH.test(name)), ...own.map(({ id }) => id)];
  // Loads the catalogue only when a fault is chosen: a sandbox without faults starts sooner.
  const made = faultSwitch(async () => withOwn((await import('./row-hooks.ts')).switchableFaults(), own));
  const problem = ids.length > 0 ? await made.choose(ids) : undefined;
  if (problem !== undefined) throw new UsageError(`--fault: ${problem}`);
  return made;
}

/** Why the import of a module fails, by the codes of Node. */
const UNLOADABLE: readonly (readonly [codes: RegExp, why: string])[] = [
  [/^ERR_MODULE_NOT_FOUND$/, 'it is not there, or what it imports'],
  [/^ERR_UNSUPPORTED_DIR_IMPORT$/, 'it is a folder'],
  [/^ERR_UNKNOWN_FILE_EXTENSION$|^ERR_IMPORT_A/, 'it is not a JavaScript module, such as fault.mjs'],
];

async function ownFault(path: string, absolute: string): Promise<Fault> {
  const loading = import(pathToFileURL(absolute).href) as Promise<{ default?: Partial<Fault> }>;
  const { default: fault } = await despiteAnyError(
    () => loading,
    (error) => {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const why = UNLOADABLE.find(([codes]) => codes.test(code))?.[1] ?? (code || message);
      throw new InputError(`The fault ${path} cannot be loaded (${why}).`);
    },
  );
  const problem = faultProblem(fault);
  if (problem !== undefined)
    throw new InputError(`The default export of ${path} is not a fault: ${problem}.`);
  return namingModule(fault as Fault, path);
}

/** Hooks that may get or return undefined. */
const OF_NOTHING = ['request', 'apiVersion', 'ruleMatches'];

/** Says what is wrong with a hook's result, if the sandbox cannot use it. */
function unusable(hook: keyof FaultHooks, result: unknown, given: unknown): string | undefined {
  const kind = (value: unknown) => (typeof value === 'boolean' ? 'a boolean' : kindOf(value));
  const wanted = kind(hook === 'posts' ? [] : given);
  if (!OF_NOTHING.includes(hook) && kind(result) !== wanted) return `${kind(result)}, not ${wanted}`;
  if (hook !== 'answer' && hook !== 'response') return undefined;
  const why = unsendable(
    hook === 'answer' ? responseOf(result as JsonResponse) : (result as SandboxResponse),
  );
  return why && `a response that cannot be sent (${why})`;
}

/**
 * Turns errors and unusable results of hooks into a FaultError that names the module. An error in a fault of the catalogue is
 * our own.
 */
function namingModule(fault: Fault, path: string): Fault {
  const name = `The fault ${path}`;
  const named = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw new FaultError(moduleError(name, error).message);
    }
  };
  const hooks = () =>
    wrapped(
      named(() => fault.hooks()),
      (hook, at) =>
        (...given) => {
          const result = named(() => hook(...given));
          const problem = unusable(at, result, given[0]);
          if (problem !== undefined) throw new FaultError(`${name} returns ${problem} from its hook ${at}.`);
          return result;
        },
    );
  return { ...fault, hooks };
}

/** What is wrong with an exported fault: one without effect would make every test green. */
function faultProblem(fault: Partial<Fault> | undefined): string | undefined {
  if (typeof fault?.id !== 'string' || typeof fault.hooks !== 'function') return 'it has no id or no hooks()';
  if (!ledger.clauses.some(({ id }) => id === fault.clause)) return 'its clause is unknown';
  const hooks: unknown = fault.hooks();
  const names = isObject(hooks) ? Object.keys(hooks) : [];
  if (names.length === 0) return 'its hooks() returns no hook';
  const unknown = names.find((name) => !(name in noHooks));
  return unknown === undefined ? undefined : `it has the unknown hook ${JSON.stringify(unknown)}`;
}

/** Throws InputError for an id that two faults have. */
function withOwn(known: readonly Fault[], own: readonly Fault[]): Fault[] {
  const all = [...known, ...own];
  const twice = own.find(({ id }) => all.filter((fault) => fault.id === id).length > 1);
  if (twice) throw new InputError(`The fault ${twice.id} of your own has the id of another one.`);
  return all;
}
