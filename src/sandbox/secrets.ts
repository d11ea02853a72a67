/** Keeps secrets out of what the sandbox shows of its requests. */
import { striking } from '../../contracts/src/base/known-values.ts';
import { namedSecrets } from '../../contracts/src/base/redact.ts';

/** Strikes these secrets from texts, in any spelling, and what fields of secret names hold in these values. */
export function withoutSecrets(
  secrets: readonly string[],
  values: readonly unknown[],
): (text: string) => string {
  return striking([...secrets, ...namedSecrets(values)], '[secret]');
}
