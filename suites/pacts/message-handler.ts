/** A message handler as a client of the service has one: it decrypts a message, refuses a wrong one, and names what it is about. */
import { readJson } from '../../contracts/src/contract/exact-json.ts';
import { judgeMessage } from '../../contracts/src/judge/message/judge-message.ts';
import type { Cipher } from '../../contracts/src/messages/cipher.ts';

/** A message before it is read, in plain text. */
type Plain = Readonly<Record<string, unknown>>;
type Item = { readonly accountName?: string; readonly bankConnectionName?: string | null };

/** The names of the accounts or bank connections that the message tells of. Throws for a message that breaks a clause. */
export async function handleMessage(text: string, cipher: Cipher): Promise<string[]> {
  const judged = await judgeMessage(readJson(text), { cipher });
  const [finding] = judged.findings;
  if (finding) throw new Error(`${finding.message} (${finding.clause})`);
  if (!judged.decrypted) throw new Error('the message is of no documented trigger event');
  return Object.values(judged.decrypted.value as Plain)
    .filter((field): field is Item[] => Array.isArray(field))
    .flat()
    .map(({ accountName, bankConnectionName }) => accountName ?? bankConnectionName ?? '');
}
