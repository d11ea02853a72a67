/** Writes the params of a rule as the target reads them: native or as strings (PARAMS-FORM, BIG-DECIMAL-FORM). */
import { isLosslessNumber } from 'lossless-json';
import { member } from '../../../contracts/src/judge/exchange.ts';
import type { WrittenAs } from '../targets/target-settings.ts';

const THRESHOLDS = ['balanceThreshold', 'absoluteAmountThreshold'];
const NUMBERS = [...THRESHOLDS, 'maxTransactionsCount'];
const BOOLEANS = ['waitForCategorization', 'includeChildCategories'];

/** Only values of the documented kind change: what a case sends in order to be refused stays as wrong as it is. */
export function writtenParams(
  body: unknown,
  { paramsForm, bigDecimalForm }: Pick<WrittenAs, 'paramsForm' | 'bigDecimalForm'>,
): unknown {
  const params = member(body, 'params');
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return body;
  const inText = paramsForm === 'strings' ? NUMBERS : bigDecimalForm === 'string' ? THRESHOLDS : [];
  if (inText.length === 0) return body;
  const written = Object.entries(params).map(([name, value]) => {
    const isNumber = typeof value === 'number' || isLosslessNumber(value);
    const isFlag = paramsForm === 'strings' && BOOLEANS.includes(name) && typeof value === 'boolean';
    return [name, (inText.includes(name) && isNumber) || isFlag ? String(value) : value];
  });
  return { ...(body as object), params: Object.fromEntries(written) };
}
