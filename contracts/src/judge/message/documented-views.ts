/** Both views of a JSON text, read as the documentation writes it. */
import type { JsonText } from '../../contract/exact-json.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { asDocumented } from '../as-documented.ts';
import type { Settings } from '../settings.ts';

/** The same object where no setting of the target changes anything. */
export function documentedViews(json: JsonText, settings: Settings, event?: TriggerEvent): JsonText {
  const value = asDocumented(json.value, settings, event);
  if (value === json.value) return json;
  return { value, exact: json.exact === json.value ? value : asDocumented(json.exact, settings, event) };
}
