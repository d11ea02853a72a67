/** What a setting may be, in words. */
import type { OpenFact } from '../contract/ledger.ts';
import { settingText } from '../contract/setting-text.ts';

export function choicesText({ choices = '' }: Pick<OpenFact, 'choices'>): string {
  return typeof choices === 'string' ? choices : choices.map(settingText).join(', ');
}
