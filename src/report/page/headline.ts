/** The verdict of a page in one sentence, and how good it is. */
import { andList, count } from '../../../contracts/src/base/text.ts';
import type { TargetReport } from '../run-json.ts';
import { failureWords, outcomeOf, verdictSentence } from '../run-outcome.ts';
import { strengthCounts, strengthOutcome } from '../strength/strength-counts.ts';
import { runTone, type Tone } from './badges.ts';
import type { PageContent } from './page-content.ts';

export interface Headline {
  readonly tone: Tone;
  readonly text: string;
}

/** Each kind of result adds its sentence; the worst gives the tone. */
export function headline(content: PageContent): Headline {
  const all = [...ofTargets(content), ...ofChecks(content), ...ofComparisons(content)];
  const told = all.length > 0 ? all : ofStrength(content);
  const tones: readonly Tone[] = ['bad', 'unsure', 'good'];
  const tone = tones.find((one) => told.some((it) => it.tone === one)) ?? 'faint';
  return { tone, text: told.map(({ text }) => text).join(' ') };
}

/** What fails is told alone: nobody opens the page to learn what else holds. */
function ofTargets({ targets, ending }: PageContent): Headline[] {
  if (targets.length === 0) return [];
  const failing = targets.filter((target) => outcomeOf([target], ending) !== 'upheld');
  const [told, ...others] = failing.length > 0 ? failing : targets;
  if (told && others.length === 0)
    return [{ tone: runTone(told, ending), text: verdictSentence(told, ending) }];
  if (failing.length > 0)
    return failing.map((target, at) => ({
      tone: runTone(target, ending),
      text: `${ofFailing(target, ending)}${at < failing.length - 1 ? ';' : '.'}`,
    }));
  const names = andList(targets.map(({ target }) => target));
  return [
    { tone: 'good', text: `As far as ${names} can show it, the migration holds: no clause is violated.` },
  ];
}

/** Of one target among several; its card says more. */
function ofFailing(report: TargetReport, ending: PageContent['ending']): string {
  const { target } = report;
  if (outcomeOf([report], ending) === 'unproven') return `${target} is unproven`;
  return failureWords(report) || `${target} does not reach every clause`;
}

function ofChecks({ checks }: PageContent): Headline[] {
  return checks.map(({ records }) => {
    const violated = records.filter(({ verdict }) => verdict === 'violated').length;
    const upheld = records.filter(({ verdict }) => verdict === 'upheld').length;
    const tone = violated > 0 ? 'bad' : upheld > 0 ? 'good' : 'unsure';
    const kept = `${upheld} of ${count(records.length, 'recorded exchange or message', 'recorded exchanges and messages')}`;
    const keep = records.length === 1 ? 'keeps' : 'keep';
    const broken =
      violated === 0 ? 'none breaks it' : `${violated} ${violated === 1 ? 'breaks' : 'break'} it`;
    return { tone, text: `${kept} ${keep} the contract, ${broken}.` };
  });
}

function ofComparisons({ comparisons }: PageContent): Headline[] {
  return comparisons.map(({ verdict, fields }) =>
    verdict === 'equivalent'
      ? {
          tone: 'good',
          text: `The V2 request carries all that V1 asks for: ${count(fields.length, 'field')}.`,
        }
      : { tone: 'bad', text: 'The V2 request does not carry what V1 asks for.' },
  );
}

function ofStrength({ strength, since }: PageContent): Headline[] {
  const nothing: Headline[] = [{ tone: 'unsure', text: 'Nothing was judged.' }];
  if (!strength) return since ? [] : nothing;
  const { untried } = strength;
  const outcome = strengthOutcome(strength, { isPartial: false });
  if (outcome === 'unproven') return nothing;
  const { observable, caught, alarms } = strengthCounts(strength);
  const tone = outcome === 'upheld' ? 'good' : 'bad';
  const falsely =
    alarms === 0 ? 'and nothing is alarmed at for nothing' : `with ${count(alarms, 'false alarm')}`;
  const open =
    untried.length === 0 ? '' : ` The own cases of ${count(untried.length, 'clause')} catch no fault.`;
  const share = `Of ${count(observable, 'observable fault')} ${caught} are caught`;
  return [{ tone, text: `${share}, ${falsely}.${open}` }];
}
