/** Made-up counterparts whose bank is in another country than Germany. */
import { checkedIban } from './checked-iban.ts';
import type { Random } from './random.ts';

export interface CounterpartAbroad {
  readonly counterpartName: string;
  readonly counterpartAccountNumber: string;
  readonly counterpartIban: string;
  readonly counterpartBlz: string;
  readonly counterpartBic: string;
  readonly purpose: string;
}

/** Banks that do not exist; `digits` is how long the account number is in the country. */
const BANKS = [
  {
    country: 'AT',
    blz: '99999',
    digits: 11,
    bic: 'TESTATWW',
    name: 'Pension Beispiel',
    purpose: 'Anzahlung',
  },
  {
    country: 'NL',
    blz: 'TEST',
    digits: 10,
    bic: 'TESTNL2A',
    name: 'Voorbeeld B.V.',
    purpose: 'Factuur 2026-11',
  },
  {
    country: 'CH',
    blz: '99999',
    digits: 12,
    bic: 'TESTCHZZ',
    name: 'Muster Treuhand AG',
    purpose: 'Honorar',
  },
  { country: 'LU', blz: '999', digits: 13, bic: 'TESTLULL', name: 'Exemple S.A.', purpose: 'Facture 88' },
] as const;

export function madeUpAbroad(random: Random): CounterpartAbroad {
  const { country, blz, digits, bic, name, purpose } = random.pick(BANKS);
  const counterpartAccountNumber = random.digits(digits);
  return {
    counterpartName: name,
    counterpartAccountNumber,
    counterpartIban: checkedIban(country, blz + counterpartAccountNumber),
    counterpartBlz: blz,
    counterpartBic: bic,
    purpose,
  };
}
