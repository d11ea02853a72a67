/** Made-up accounts at made-up banks, as the items of messages name them. */
import { checkedIban } from './checked-iban.ts';
import type { Random } from './random.ts';

export interface MadeUpAccount {
  readonly accountId: number;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly accountIban: string;
  readonly bankName: string;
  readonly bankConnectionName: string;
}

export interface MadeUpBank {
  readonly bankName: string;
  /** The name that the user gave to the connection. */
  readonly bankConnectionName: string;
  /** Bank codes that begin with 9 are given to no bank, so no account that really exists is ever named. */
  readonly blz: string;
}

export const MADE_UP_BANKS: readonly MadeUpBank[] = [
  { bankName: 'Testbank', bankConnectionName: 'Meine Hausbank', blz: '90000010' },
  { bankName: 'Beispielkasse Musterstadt', bankConnectionName: 'Beispielkasse', blz: '90050020' },
  { bankName: 'Musterbank eG', bankConnectionName: 'Gemeinsames Konto', blz: '90060030' },
];

const NAMES = [
  'Girokonto',
  'Haushaltskonto',
  'Tagesgeld',
  'Kreditkarte',
  'Gemeinschaftskonto',
  'Urlaubskasse',
];

/** Different accounts of one user, with ascending ids. */
export function madeUpAccounts(random: Random, count: number): MadeUpAccount[] {
  const firstId = random.whole(1000, 900_000);
  const firstName = random.whole(0, NAMES.length - 1);
  return Array.from({ length: count }, (_, index) => {
    const { blz, bankName, bankConnectionName } = random.pick(MADE_UP_BANKS);
    const accountNumber = random.digits(10);
    return {
      accountId: firstId + index,
      accountName: NAMES[(firstName + index) % NAMES.length] ?? 'Konto',
      accountNumber,
      accountIban: checkedIban('DE', blz + accountNumber),
      bankName,
      bankConnectionName,
    };
  });
}
