/** A pact file as it stands: who asks whom for what. */
import { readFileSync } from 'node:fs';
import { Stop } from '../../contracts/src/contract/stop.ts';

export interface PactFile {
  readonly path: string;
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: readonly Interaction[];
  /** Everything that the file holds, for the tools that read pacts themselves. */
  readonly content: object;
}

/** An HTTP interaction has a request and an answer, a message its contents. */
export interface Interaction {
  readonly description: string;
  /** The names of its provider states. */
  readonly states: readonly string[];
  readonly request?: PactRequest;
  readonly response?: object;
  readonly contents?: unknown;
}

interface PactRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Throws Stop(2) for a file that cannot be read or is no pact. */
export function readPact(path: string): PactFile {
  const content = parsed(path);
  const { consumer, provider, interactions, messages } = (content ?? {}) as Record<string, unknown>;
  const found = interactions ?? messages;
  const from = nameOf(consumer);
  const to = nameOf(provider);
  if (from === undefined || to === undefined)
    throw new Stop(2, `${path} is no pact: it names no consumer and provider.`);
  if (!Array.isArray(found) || found.length === 0 || !found.every(isInteraction))
    throw new Stop(2, `${path} is no pact: it holds no interactions, each with a description.`);
  const all = found.map((one) => ({ ...one, states: statesOf(one) }));
  return { path, consumer: from, provider: to, interactions: all, content: content as object };
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Stop(2, `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Stop(2, `${path} is no pact: it is not JSON.`);
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
  const { providerStates, providerState } = interaction as {
    providerStates?: unknown;
    providerState?: unknown;
  };
  if (typeof providerState === 'string') return [providerState];
  return Array.isArray(providerStates) ? providerStates.flatMap((state) => nameOf(state) ?? []) : [];
}
