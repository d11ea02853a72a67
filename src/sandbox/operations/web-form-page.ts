/** The page behind the URL of a web form: it shows the stored request as JSON, and takes no input. */
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import type { SandboxResponse } from '../request-and-response.ts';
import { withoutSecrets } from '../request-log.ts';
import type { StoredForm } from '../state.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // Forbids scripts, styles, images, frames and forms.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** `form` is undefined for an id that no form has. `now` is epoch milliseconds, and `secrets` are never shown. */
export function webFormPage(
  form: StoredForm | undefined,
  now: number,
  secrets: readonly string[],
): SandboxResponse {
  if (form === undefined) return formPage(404, 'No such web form', 'There is no web form at this URL.');
  const until = new Date(form.expiresAt).toISOString();
  if (now >= form.expiresAt)
    return formPage(410, 'Web form expired', `This web form was valid until ${until}.`);
  const content = readJson(form.content);
  const shown = withoutSecrets(secrets, [content])(writeJson(content, 2));
  const note = `A web form of the sandbox: it shows the request and takes no input. Valid until ${until}.`;
  return formPage(200, 'Web form', note, `<pre>${escaped(shown)}</pre>\n`);
}

/** Escapes the only text from outside, and invisible characters, which could reorder the rest. */
function escaped(text: string): string {
  const seen = text.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return seen.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function formPage(status: number, title: string, note: string, content = ''): SandboxResponse {
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${note}</p>
${content}</html>
`;
  return { status, headers: HEADERS, body };
}
