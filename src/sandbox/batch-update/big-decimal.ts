/** A BigDecimal of a message. */
import { amountOf } from '../amount.ts';
import type { Settings } from '../settings.ts';

/** As the number that it is or as a string (BIG-DECIMAL-FORM); the types know only the number. */
export function bigDecimal(amount: number, { bigDecimalForm }: Pick<Settings, 'bigDecimalForm'>): number {
  return bigDecimalForm === 'number' ? amount : (amountOf(amount).toFixed() as unknown as number);
}
