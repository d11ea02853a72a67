/** What a run changes on its target, in lines for the top of the screen. */
import { count } from '../../../contracts/src/contract/show.ts';
import { wrap } from '../../../contracts/src/contract/wrap.ts';
import type { DryRun } from '../../drive/dry-run.ts';
import { createdText } from './left-behind.ts';
import type { Look } from './look.ts';

const LABEL = 13;

/** A line of the top of the screen: a label, and what there is to say. */
export function topLine(label: string, text: string, { width }: Look): string {
  return wrap(text, width, `  ${label.padEnd(LABEL)}`, ' '.repeat(LABEL + 2));
}

export function effectLines({ creates, worlds }: Pick<DryRun, 'creates' | 'worlds'>, look: Look): string[] {
  const created = topLine('creates', `at most ${createdText(creates)}`, look);
  if (worlds === 0) return [created];
  const replaced = `all that the target holds, ${count(worlds, 'time')}, over its control plane, which resets it at the end`;
  return [created, topLine('replaces', replaced, look)];
}
