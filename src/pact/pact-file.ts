/** Reads pact files, and says where those of this project are. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, only, SystemError } from '../../contracts/src/base/errors.ts';
import { PROJECT } from '../build/project.ts';

export interface PactFile {
  readonly path: string;
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: readonly Interaction[];
}

/** An HTTP interaction has a request, and a message has none. */
interface Interaction {
  readonly description: string;
  readonly states: readonly string[];
  readonly request?: object;
}

/** Throws InputError for a file that cannot be read or is no pact. */
export function readPact(path: string): PactFile {
  const content = parsed(path);
  const { consumer, provider, interactions, messages } = (content ?? {}) as Record<string, unknown>;
  const found = interactions ?? messages;
  const [from, to] = [nameOf(consumer), nameOf(provider)];
  if (from === undefined || to === undefined)
    throw new InputError(`${path} is no pact: it names no consumer and provider.`);
  if (!Array.isArray(found) || found.length === 0 || !found.every(isInteraction))
    throw new InputError(`${path} is no pact: it has no interactions, each with a description.`);
  const all = found.map((one) => ({ ...one, states: statesOf(one) }));
  return { path, consumer: from, provider: to, interactions: all };
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    only(error, SystemError);
    throw new InputError(`${path} cannot be read (${error.code}).`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    only(error, SyntaxError);
    throw new InputError(`${path} is no pact: it is not JSON.`);
  }
}

function nameOf(party: unknown): string | undefined {
  const name = (party as { name?: unknown } | undefined | null)?.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function isInteraction(value: unknown): value is Omit<Interaction, 'states'> {
  return typeof (value as Interaction | null)?.description === 'string';
}

/** Version 2 has one state at most, under another name. */
function statesOf(interaction: object): string[] {
  const { providerStates, providerState } = interaction as Record<string, unknown>;
  if (typeof providerState === 'string') return [providerState];
  return Array.isArray(providerStates) ? providerStates.flatMap((state) => nameOf(state) ?? []) : [];
}

/** From the root of the project. */
export const PACTS = 'contracts/pacts';

/** The paths of the pacts there. */
export function pactPaths(): string[] {
  const folder = join(PROJECT, PACTS);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.map((name) => join(folder, name));
}
