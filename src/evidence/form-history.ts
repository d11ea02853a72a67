/** Compares the web forms of a recording: their creating hosts, the hosts of their URLs, and their ids. */

import { operations } from '../../contracts/generated/operations.ts';
import { findingOf, type RecordSource } from '../../contracts/src/base/finding.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { CallEvidence } from '../../contracts/src/recordings/read-evidence.ts';
import { hostOf } from '../base/call-text.ts';
import type { FactOf } from './facts.ts';
import { addV2Call, hostsWithoutForms, type V2Hosts } from './recorded-flows.ts';
import { byName } from './undocumented-calls.ts';
import { type Placed, repeatedId, type Seen } from './user-history.ts';

/** The most web forms with a URL on another host, and calls with 404, that are kept. */
const MOST_ELSEWHERE = 1000;

/** A web form with the key of its user. */
interface PlacedForm extends Placed {
  readonly key: string;
  readonly form: FactOf<'form'>;
}

export class FormHistory {
  readonly #seen: Seen;
  readonly #settings: Settings;
  readonly #most: number;
  /** By creating host: a web form with its URL there, and those with their URL elsewhere. */
  readonly #hosts = new Map<
    string,
    { here?: RecordSource; readonly elsewhere: { source: RecordSource; urlHost: string }[] }
  >();
  /** Web forms by host and id. */
  readonly #ids = new Map<string, PlacedForm>();
  /** The key of the first user of each V1 web form URL. */
  readonly #v1Urls = new Map<string, string>();
  /** How many V1 web forms share a URL with another user's: whether they may is not shown (FORM-ADDRESS). */
  sharedUrls = 0;
  readonly #v2Hosts: V2Hosts = byName();
  /** Web Form V2 calls with 404. */
  readonly #notFound: { readonly source: RecordSource; readonly host: string | undefined }[] = [];
  #created: RecordSource | undefined;

  constructor(seen: Seen, settings: Settings, most: number) {
    this.#seen = seen;
    this.#settings = settings;
    this.#most = most;
  }

  addCall({ operation, request, response }: CallEvidence, source: RecordSource): void {
    if (operation === null || operations[operation].document === 'access' || !response) return;
    const host = hostOf(request.url);
    const { status } = response;
    addV2Call(this.#v2Hosts, operation, host, status);
    if (isSuccess(operation, status)) this.#created ??= source;
    if (status === 404 && this.#notFound.length < MOST_ELSEWHERE) this.#notFound.push({ source, host });
  }

  /** `key` is the user of the form; undefined if unknown. */
  addForm(form: FactOf<'form'>, { key, ...placed }: Placed & { readonly key: string | undefined }): void {
    this.#addUrl(form, placed.source);
    if (key !== undefined) this.#compareId({ ...placed, key, form });
  }

  /** `key` is the user. Keys made of tokens are ignored, since several tokens may belong to one user. */
  addV1Call({ operation, response }: CallEvidence, key: string): void {
    if (operation === null || response?.status !== 451 || !isSuccess(operation, 451)) return;
    const { location: url } = response.headers;
    if (url === undefined || !key.startsWith('user ')) return;
    const first = this.#v1Urls.get(url);
    if (first === undefined && this.#v1Urls.size < this.#most) this.#v1Urls.set(url, key);
    if (first !== undefined && first !== key) this.sharedUrls++;
  }

  end(): void {
    for (const { here, elsewhere } of this.#hosts.values()) {
      // All web form URLs have one host (Resources, Web form).
      for (const { source, urlHost: found } of here ? elsewhere : []) {
        const breach = { kind: 'host', pointer: '/response/body/url', found, earlier: here } as const;
        const expected = 'the host that creates web forms, as of others';
        this.#seen(source, [findingOf('V2-FORM-URL-HOST', { ...breach, expected })]);
      }
    }
    const others = hostsWithoutForms(this.#v2Hosts)?.others ?? [];
    const elsewhere = findingOf('V2-SEPARATE-INTERFACE', {
      about: 'client',
      kind: 'host',
      pointer: '/request/url',
      expected: 'a host that creates web forms',
      found: 'one that responds with 404',
      earlier: this.#created,
    });
    for (const { source, host = '' } of this.#notFound)
      if (this.#created && others.includes(host)) this.#seen(source, [elsewhere]);
  }

  /** A called host without any URL may be a proxy, and shows nothing. */
  #addUrl({ host, urlHost }: FactOf<'form'>, source: RecordSource): void {
    if (urlHost === undefined || this.#settings.webFormHosts.length > 0) return;
    const forms = this.#hosts.get(host) ?? { elsewhere: [] };
    this.#hosts.set(host, forms);
    if (urlHost === host) forms.here ??= source;
    else if (forms.elsewhere.length < MOST_ELSEWHERE) forms.elsewhere.push({ source, urlHost });
  }

  /** One user may have several tokens, and may get a form again (FLOW-SENT-AGAIN): only user names show different users. */
  #compareId(placed: PlacedForm): void {
    const { key, form, source, time } = placed;
    const at = `${form.host} ${form.id}`;
    const first = this.#ids.get(at);
    if (!first && this.#ids.size < this.#most) this.#ids.set(at, placed);
    // With equal or unknown times, it may be one call, recorded twice.
    if (!first || first.key === key || first.time === undefined || time === undefined) return;
    const isSent = first.form.sent === form.sent;
    const isOfOther = [first.key, key].every((one) => one.startsWith('user '));
    if (isOfOther ? isSent && first.time === time : isSent || first.form.createdAt === form.createdAt) return;
    const of = `web form of another ${isOfOther ? 'user' : 'request'}`;
    this.#seen(source, [repeatedId('V2-FORM-ID-UNIQUE', first.source, of)]);
  }
}
