/** Measures judging messages against bare reading of the same texts: in plain text, and encrypted with the default cipher. */
import { readJson, writeJson } from '../../contracts/src/contract/exact-json.ts';
import { judgeMessage, judgePlainMessage } from '../../contracts/src/judge/message/judge-message.ts';
import type { JudgedMessage } from '../../contracts/src/judge/message/judged-message.ts';
import { type Cipher, TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { defaultCipher } from '../../contracts/src/messages/default-cipher.ts';
import { encryptMessage } from '../../contracts/src/messages/encrypt-message.ts';
import { type Figure, ratioOf } from './figure.ts';
import { benchMessages } from './made-messages.ts';

// Few messages and many runs: the fastest run is one that nothing else on the machine interrupted.
const MESSAGES = 200;
const RUNS = 300;
const FIELDS = ['accountName', 'accountNumber', 'accountIban', 'bankConnectionName', 'details'];

export async function messageFigures(): Promise<Figure[]> {
  const plain = benchMessages(MESSAGES);
  const open = plain.map((message) => writeJson(message));
  const cipher = await defaultCipher(TEST_KEY);
  const sent = await Promise.all(plain.map((message) => encryptMessage(message, cipher)));
  const encrypted = sent.map((message) => writeJson(message));
  return [
    figure(
      'messages in plain text, by the speed of bare JSON.parse of them',
      await ratioOf(
        () => {
          for (const text of open) JSON.parse(text);
        },
        () => {
          for (const text of open) upheld(judgePlainMessage(readJson(text)));
        },
        RUNS,
      ),
    ),
    figure(
      'encrypted messages, by the speed of a bare loop that decrypts and parses them',
      await ratioOf(
        async () => {
          for (const text of encrypted) await decrypted(text, cipher);
        },
        async () => {
          for (const text of encrypted) upheld(await judgeMessage(readJson(text), { cipher }));
        },
        RUNS,
      ),
    ),
  ];
}

function figure(name: string, found: number): Figure {
  return { name: `judging ${name}`, unit: 'ratio', found, limit: 0.5, kind: 'at least' };
}

function upheld({ verdict, findings }: JudgedMessage): void {
  if (verdict !== 'upheld') throw new Error(`a good message breaks ${findings[0]?.clause}`);
}

/** All texts of a message at once, as judging does. */
async function decrypted(text: string, cipher: Cipher): Promise<void> {
  const items = Object.values(JSON.parse(text) as object).find((value) => Array.isArray(value)) ?? [];
  await Promise.all(
    items.flatMap((item: Record<string, string | undefined>) =>
      FIELDS.map(async (field) => {
        const encrypted = item[field];
        if (encrypted === undefined) return;
        const plain = await cipher.decrypt(encrypted);
        if (field === 'details') JSON.parse(plain);
      }),
    ),
  );
}
