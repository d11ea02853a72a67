/** Makes a message readable: decrypts one that travels, or takes one that is in plain text. */
import type { JsonText } from '../../contract/exact-json.ts';
import type { Cipher } from '../../messages/cipher.ts';
import { decryptMessage } from '../../messages/decrypt-message.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { member } from '../exchange.ts';
import type { Settings } from '../settings.ts';
import { documentedViews } from './documented-views.ts';
import { encryptedBankNames, mayBeEncrypted } from './encrypted-bank-names.ts';
import { eventLayouts } from './event-layout.ts';
import { isFields, listOf, type OpenedMessage } from './read-message.ts';

/** `sent` is as the documentation writes it. */
export async function decryptedMessage(
  sent: JsonText,
  event: TriggerEvent,
  cipher: Cipher,
  settings: Settings,
): Promise<OpenedMessage> {
  const { plain, problems } = await decryptMessage(sent, cipher);
  const list = listOf(sent.value, eventLayouts[event]);
  return {
    event,
    sent,
    plain: documentedViews(plain, settings, event),
    problems,
    encryptedBankNames: list?.some(mayBeEncrypted) ? await encryptedBankNames(list, cipher) : [],
  };
}

/** `plain` is as the documentation writes it, its details objects; it stands for the message that would travel. */
export function plainMessage(plain: JsonText, event: TriggerEvent): OpenedMessage {
  const { list = '' } = eventLayouts[event];
  const items = listOf(plain.value, eventLayouts[event]) ?? [];
  const opened = { event, plain, encryptedBankNames: undefined };
  if (!items.some((item) => member(item, 'details') !== undefined))
    return { ...opened, sent: plain, problems: [] };
  const seal = (message: unknown) => ({
    ...(message as object),
    [list]: (listOf(message, eventLayouts[event]) ?? []).map(sealed),
  });
  const value = seal(plain.value);
  const problems = items.flatMap((item, index) => {
    if (typeof member(item, 'details') !== 'string') return [];
    return { pointer: `/${list}/${index}/details`, reason: 'it is text', isContent: true } as const;
  });
  const exact = plain.exact === plain.value ? value : seal(plain.exact);
  return { ...opened, sent: { value, exact }, problems };
}

/** Any text will do for details that would travel. */
function sealed(item: unknown): unknown {
  return isFields(item) && isFields(item['details']) ? { ...item, details: '' } : item;
}
