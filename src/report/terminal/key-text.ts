/** Says once that no message of a run could be read, since every clause says of its own field that it does not decrypt. */
import { isNothingPlain } from '../../../contracts/src/messages/encrypted-places.ts';
import type { TargetRun } from '../../drive/verdict.ts';

/** One line; empty where something could be decrypted, or nothing was to. */
export function keyText({ cases, target }: Pick<TargetRun, 'cases' | 'target'>): string {
  const broken = cases.filter(({ findings }) =>
    findings.some(({ clause }) => clause === 'MESSAGE-ENCRYPTION'),
  );
  const steps = cases.flatMap(({ played }) => played?.story ?? []);
  const messages = steps.flatMap((step) => ('received' in step ? step.received : []));
  if (broken.length === 0 || !messages.every(({ message }) => isNothingPlain(message))) return '';
  return `Nothing that is encrypted in a message of ${target} could be decrypted: the data decryption key, or the cipher, may be another one than it has.`;
}
