/** Runs every consumer test and writes the pacts: the same bytes each time. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessInteractions } from './access.ts';
import { writeHttpPact } from './http-interaction.ts';
import { messageInteractions } from './message-interactions.ts';
import { writeMessagePact } from './message-pact.ts';
import { v1Interactions } from './v1-flows.ts';
import { v2Interactions } from './v2-flows.ts';

const ACCESS = 'bank-access-api';
const WEB_FORM = 'bank-access-web-form';
const NOTIFICATIONS = 'bank-access-notifications';

const CLIENT = 'bank-access-client';
const HANDLER = 'bank-access-message-handler';

/** The texts of the pact files by their names. Throws when a consumer test fails. */
export async function writtenPacts(): Promise<Map<string, string>> {
  process.env['PACT_DO_NOT_TRACK'] = 'true';
  // Pact adds to a file that is there, so it writes into an empty folder.
  const dir = mkdtempSync(join(tmpdir(), 'pacts-'));
  try {
    await writeHttpPact({ consumer: CLIENT, provider: ACCESS, dir }, [
      ...accessInteractions,
      ...v1Interactions,
    ]);
    await writeHttpPact({ consumer: CLIENT, provider: WEB_FORM, dir }, v2Interactions);
    await writeMessagePact({ consumer: HANDLER, provider: NOTIFICATIONS, dir }, messageInteractions);
    const names = readdirSync(dir).sort();
    return new Map(names.map((name) => [name, settled(readFileSync(join(dir, name), 'utf8'))]));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

type Described = readonly { readonly description: string }[];

/** In the order of the descriptions, and with a word on where it comes from. */
function settled(text: string): string {
  const pact: { interactions?: Described; messages?: Described; metadata: object } = JSON.parse(text);
  const { interactions, messages, metadata } = pact;
  const ordered = {
    ...pact,
    ...(interactions && { interactions: inOrder(interactions) }),
    ...(messages && { messages: inOrder(messages) }),
    metadata: { ...metadata, generated: 'by npm run pact from suites/pacts; do not edit.' },
  };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

function inOrder(all: Described): Described {
  return all.toSorted((a, b) => (a.description < b.description ? -1 : 1));
}
