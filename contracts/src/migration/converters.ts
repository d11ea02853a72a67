/** Converts the value of one field to V2, as the `by` column of its row says. */
import { decimalIn, isNumberAsText, toBig } from '../base/decimal.ts';
import { isCalendarDate, isIban } from '../base/formats.ts';
import { isNumber } from '../base/json-value.ts';
import { kindOf, show, TYPE_NAMES } from '../base/text.ts';
import { type FieldRow, otherSpelling, table } from './mapping-table.ts';

/** The converted value, or why it has no counterpart, as in "is text, not a number". */
type Conversion =
  | {
      readonly becomes: unknown;
      /** What to check although the value is converted. */
      readonly warning?: string | undefined;
    }
  | { readonly refused: string };

export type Converter = (value: unknown) => Conversion;

/** Throws for a name that is neither a converter nor a code table. */
export function converterOf(row: FieldRow): Converter {
  const codeTable = row.by === null ? undefined : table.codes[row.by];
  if (row.by !== null && codeTable !== undefined) return recoded(codeTable);
  switch (row.by) {
    case null:
    case 'one-to-list':
      return (value) => same(value, row);
    case 'number-to-money':
      // A V1 amount is a bare number and becomes the `value` of a V2 amount, digit for digit (MIGRATION-AMOUNT). The
      // `currency` beside it is an added field, which the caller decides.
      return (value) => same(value, row, amountWarning);
    case 'iban':
      return (value) => same(value, row, ibanWarning);
    case 'calendar-date':
      return (value) => {
        if (typeof value !== 'string' || isCalendarDate(value)) return same(value, row);
        return { refused: `is ${show(value, false)}; expected a valid date, yyyy-MM-dd` };
      };
    default:
      throw new Error(`${row.by} is neither a converter nor a code table`);
  }
}

/** Whether the row's list is unordered: a list of one or of codes is a set. */
export function isAnyOrder({ by }: FieldRow): boolean {
  return by !== null && (by === 'one-to-list' || Object.hasOwn(table.codes, by));
}

/** Why the value is not the currency of a V2 amount, three capitals; undefined if it is. */
export function refusesCurrency(value: unknown): string | undefined {
  const isCode = typeof value === 'string' && /^[A-Z]{3}$/.test(value);
  return isCode ? undefined : `is ${show(value, false)}, not three capitals`;
}

/** Carries the value unchanged, digit for digit, if it is one that the row allows. */
function same(value: unknown, row: FieldRow, warningOf?: (value: unknown) => string | undefined): Conversion {
  const isOfType = row.type === 'number' ? isNumber(value) : typeof value === row.type;
  if (!isOfType) return ofAnotherType(value, row);
  if (row.words !== undefined && !row.words.includes(String(value)))
    return { refused: `is ${show(value, row.personal)}, not one of ${row.words.join(', ')}` };
  return { becomes: value, warning: warningOf?.(value) };
}

/** Makes a number of text, with the same digits. If the documentation shows no type, the value is carried unchanged. */
function ofAnotherType(value: unknown, row: FieldRow): Conversion {
  const is = typeof value === 'number' && !isNumber(value) ? `is ${value}` : `is ${kindOf(value)}`;
  if (row.type === 'number' && isNumberAsText(value))
    return { becomes: decimalIn(value), warning: `${is}, and is written as a number` };
  const refused = `${is}, not ${TYPE_NAMES[row.type]}`;
  return row.isTypeOpen && value !== null
    ? { becomes: value, warning: `${refused}, and is carried unchanged` }
    : { refused };
}

function amountWarning(amount: unknown): string | undefined {
  const isPositive = typeof amount === 'number' ? amount > 0 : (toBig(amount)?.gt(0) ?? true);
  return isPositive ? undefined : 'is not above zero';
}

function ibanWarning(iban: unknown): string | undefined {
  return isIban(String(iban)) ? undefined : 'has no valid IBAN check digits';
}

function recoded(pairs: readonly (readonly [string, string])[]): Converter {
  const words = new Map<unknown, string>(pairs);
  const listed = [...words.keys()].join(', ');
  return (value) => {
    const becomes = words.get(value);
    if (becomes !== undefined) return { becomes };
    const v1 = otherSpelling(pairs, value, 'V1');
    if (v1 !== undefined)
      return { becomes: value, warning: `is V2 spelling already (V1 has "${v1}") and is carried unchanged` };
    if (typeof value !== 'string') return { refused: `is ${kindOf(value)}, not text` };
    return { refused: `is ${show(value, false)}, not one of ${listed}` };
  };
}
