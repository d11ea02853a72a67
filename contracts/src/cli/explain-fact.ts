/** What there is to say of a fact that is not shown: the fact, where it is left open, the setting and what leans on it. */
import type { OpenFact } from '../contract/ledger.ts';
import { settingText } from '../contract/setting-text.ts';
import { choicesText } from './choices-text.ts';
import { leaningText } from './leaning-text.ts';
import { tenLines } from './ten-lines.ts';
import { type ToldRow, toldRows } from './told-rows.ts';

/** At most ten lines; ends with a newline. */
export function explainFact({
  id,
  fact,
  source,
  setting,
  leans = [],
  outOfContract,
  ...rest
}: OpenFact): string {
  if (setting === undefined) {
    const rows: ToldRow[] = [
      ['left open', source],
      ['no check', outOfContract ?? ''],
    ];
    return toldRows(`${id}, a fact that is not shown, out of contract`, fact, rows);
  }
  const { choices, default: assumed } = rest;
  const example = typeof choices === 'string' ? assumed : choices?.find((choice) => choice !== assumed);
  return tenLines((most) =>
    toldRows(`${setting}, the setting of ${id}`, fact, [
      ['left open', source],
      ['default', settingText(assumed)],
      ['choices', choicesText(rest)],
      ['leaning', leaningText(leans, most + 2)],
      ['target file', `settings: { ${setting}: ${settingText(example)} }`],
    ]),
  );
}
