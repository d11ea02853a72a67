/** The control plane of a target, as far as cases use it: the clock, and what a web form would ask for. */
import { readJson } from '../../contracts/src/contract/exact-json.ts';
import { member } from '../../contracts/src/judge/exchange.ts';
import { NoAnswer } from './no-answer.ts';

export interface Control {
  /** Lets whole seconds pass on the clock of the target. */
  advance(seconds: number): Promise<void>;
  /** The request body behind the address of a web form, numbers digit for digit. */
  storedForm(address: string): Promise<unknown>;
}

/** Both throw NoAnswer when the control plane does not do as it is told. */
export function httpControl(controlUrl: string, timeLimit: number): Control {
  const call = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(controlUrl + path, {
      signal: AbortSignal.timeout(timeLimit),
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    }).catch((error) => {
      throw new NoAnswer(
        `the control plane gives no answer on ${controlUrl} (${error.cause?.code ?? error.name})`,
      );
    });
    const text = await response.text();
    if (!response.ok) throw new NoAnswer(`the control plane answers ${response.status} to ${path}`);
    return readJson(text, { keepSource: true }).exact;
  };
  return {
    advance: async (seconds) => {
      await call('/clock', { advance: `PT${seconds}S` });
    },
    // The last step of the path is the id of the form.
    storedForm: async (address) => {
      const id = new URL(address).pathname.split('/').at(-1) ?? '';
      return member(await call(`/web-forms/${encodeURIComponent(id)}`), 'content');
    },
  };
}
