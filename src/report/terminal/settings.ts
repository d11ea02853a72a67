/** What the verdicts leaned on where the documentation shows nothing: the settings that a target file gives. */

import { settingText } from '../../../contracts/src/contract/setting-text.ts';
import { count } from '../../../contracts/src/contract/show.ts';
import { wrap } from '../../../contracts/src/contract/wrap.ts';
import type { TargetRun } from '../../drive/verdict.ts';
import { isDefault, leanedSettings } from '../leaned-settings.ts';
import type { Look } from './look.ts';

/** A line for each setting that is not at its default, and one for all the others; without the former no title. */
export function settingsText(run: Pick<TargetRun, 'settings' | 'clauses'>, { width, paint }: Look): string {
  const settings = leanedSettings(run);
  const given = settings.filter((setting) => !isDefault(setting));
  const leaned = given.filter(({ clauses }) => clauses.length > 0);
  const column = Math.max(0, ...leaned.map(({ setting }) => setting.length)) + 2;
  const lines = leaned.map(({ setting, value, clauses }) => {
    const leaning = `${count(clauses.length, 'verdict')} ${clauses.length === 1 ? 'leans' : 'lean'} on it`;
    const start = `  ${setting.padEnd(column)}`;
    return wrap(`${settingText(value)}: ${leaning}`, width, start, ' '.repeat(start.length));
  });
  const idle = given.filter((setting) => !leaned.includes(setting)).map(({ setting }) => setting);
  if (idle.length > 0) lines.push(wrap(`no verdict leans on ${idle.join(', ')}`, width, '  ', '    '));
  const others = settings.length - given.length;
  const rest = `${count(others, 'setting')} at ${others === 1 ? 'its' : 'their'} default: see run.json`;
  const title = given.length === 0 ? [] : [paint('strong', 'Settings'), ''];
  return [...title, ...lines, paint('faint', `  ${rest}`), '', ''].join('\n');
}
