/** What cases check of a web form beside the answer that names it: its page, and its times by the clock of the target. */
import type { ClauseId } from '../contracts/generated/clause-id.ts';
import { webFormInstant } from '../contracts/src/base/formats.ts';
import { member } from '../contracts/src/base/json-value.ts';
import { is2xx } from '../contracts/src/base/status.ts';
import { type Exchange, jsonOf } from '../contracts/src/judge/exchange.ts';
import type { ResponseCheck } from '../src/runner/case.ts';

/** Where the answer says the web form is. */
export type FormPlace = 'url' | 'location';

function addressIn({ response }: Exchange, place: FormPlace): string | undefined {
  const found = place === 'url' ? member(jsonOf(response.body), 'url') : response.headers['location'];
  return typeof found === 'string' ? found : undefined;
}

function pointerOf(place: FormPlace): string {
  return place === 'url' ? '/response/body/url' : '/response/headers/location';
}

/** A page that is not there or not any more. A single page of scripts may decide in the browser what it shows. */
function isGone({ status, text }: { readonly status: number; readonly text: string }): boolean {
  return (status === 404 || status === 410) && !/<script/i.test(text);
}

/** The end user opens the address (What the service does 5): right after its creation there is a page. */
export function opens(place: FormPlace, clause: ClauseId): ResponseCheck {
  const check: ResponseCheck = async (exchange, _, { open }) => {
    const address = addressIn(exchange, place);
    if (address === undefined) return { lacks: place };
    const page = await open(address);
    if (!isGone(page)) return undefined;
    return { clause, pointer: pointerOf(place), expected: 'a URL that opens', found: `${page.status}` };
  };
  return Object.assign(check, { pages: 1 });
}

/**
 * The form of the payment that this earlier call created: its page does not show the purpose of another one in place of its
 * own. A page that shows neither decides elsewhere what it shows.
 */
export function showsPayment(call: number): ResponseCheck {
  const check: ResponseCheck = async (exchange, earlier, { open }) => {
    const address = addressIn(exchange, 'location');
    if (address === undefined) return { lacks: 'location' };
    const { text } = await open(address);
    const isShown = ({ request }: Exchange) => {
      const [order] = (member(jsonOf(request.body), 'moneyTransfers') ?? []) as unknown[];
      const purpose = member(order, 'purpose');
      return typeof purpose === 'string' && text.includes(purpose);
    };
    const own = earlier[call];
    if ((own && isShown(own)) || !earlier.some(isShown)) return undefined;
    return { pointer: pointerOf('location'), expected: 'its purpose', found: 'that of another payment' };
  };
  return Object.assign(check, { pages: 1 });
}

/**
 * A form whose page holds what was asked for, `shown`, is not the same page after expiresAt. A page that shows nothing of
 * it decides elsewhere what it shows.
 */
export function endsWithIt(shown: string): ResponseCheck {
  const check: ResponseCheck = async (exchange, earlier, { open, until }) => {
    const first = earlier.at(-1);
    const [address, other, end] = [
      addressIn(exchange, 'url'),
      first && addressIn(first, 'url'),
      endOf(exchange),
    ];
    if (address === undefined || other === undefined) return { lacks: 'url' };
    if (end === undefined) return undefined;
    const before = await open(other);
    if (!is2xx(before.status) || !before.text.includes(shown)) return undefined;
    await until(end + 1000);
    const after = await open(address);
    const isSame = after.status === before.status && withoutIds(after.text) === withoutIds(before.text);
    if (!isSame) return undefined;
    return { pointer: '/response/body/expiresAt', expected: 'no form after it', found: 'it as before' };
  };
  return Object.assign(check, { pages: 2 });
}

function endOf({ response }: Exchange): number | undefined {
  return webFormInstant(member(jsonOf(response.body), 'expiresAt'));
}

/** Times and ids differ from form to form. */
function withoutIds(text: string): string {
  return text.replace(/[0-9a-f-]{8,}|\d+/gi, '');
}

const MINUTE = 60_000;

/** createdAt is the present by the clock of the target; a minute is let pass. */
export const isCreatedNow: ResponseCheck = async ({ response }, _, { now }) => {
  const [created, present] = [webFormInstant(member(jsonOf(response.body), 'createdAt')), await now()];
  if (created === undefined || present === undefined || Math.abs(present - created) <= MINUTE)
    return undefined;
  const seconds = Math.round((created - present) / 1000);
  return {
    clause: 'V2-FORM-CREATED-AT',
    pointer: '/response/body/createdAt',
    expected: 'the present time of the target',
    found: `${seconds} s after it`,
  };
};
