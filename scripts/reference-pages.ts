/** What the reference pages show beyond the documents: decrypted details, the sentences of clauses, and each other. */
import ledger from '../contracts/generated/clauses.json' with { type: 'json' };
import {
  type Document,
  type DocumentName,
  mapped,
  messagesOf,
  type Schema,
} from './generate/openapi-documents.ts';

/** In the order in which they are drawn. */
export const PAGES: readonly DocumentName[] = ['access', 'web-form'];

const OTHER: Readonly<Record<DocumentName, string>> = {
  access: 'The other page: [Web Form V2](web-form.html), which replaces the V1 flows.',
  'web-form':
    'The other page: [Banking data access API](access.html), which has tokens, users, rules and the V1 flows.',
};

/** A document as Redoc draws it: the clauses of a place are links, and the details of messages have a chapter. */
export function pageDocument(name: DocumentName, document: Document): object {
  const { info, tags = [], components, ...rest } = document;
  const description = `${info?.description}\n\n${OTHER[name]} [All clauses](clauses.html).`;
  const details = name === 'access' ? detailsOf(document) : {};
  const chapter = { name: 'details', 'x-displayName': 'Decrypted details', description: DETAILS };
  return {
    ...(withLinks(rest, document) as object),
    info: { ...info, description },
    tags: [...tags, ...(name === 'access' ? [chapter] : [])],
    components: withLinks({ ...components, schemas: { ...components.schemas, ...details } }, document),
  };
}

const DETAILS =
  'What the encrypted `details` of an item decrypt to: one schema for the messages of each event that has some.';

/** The schemas of details, each in their chapter of the page. */
function detailsOf({ components: { schemas = {} }, ...document }: Document): Record<string, Schema> {
  const messages = Object.values(messagesOf({ components: { schemas }, ...document }));
  const names = messages.flatMap(({ 'x-details': details }) => details?.['$ref'] ?? []) as string[];
  return Object.fromEntries(
    names.map((reference) => {
      const title = reference.replace(/.*\//, '');
      return [title, { title, ...schemas[title], 'x-tags': ['details'] }];
    }),
  );
}

/** Data, which is no part of a schema. */
const DATA = ['example', 'examples', 'x-examples', 'enum', 'const'];

/** A copy in which each description ends with links to the clauses of its place. */
function withLinks(part: unknown, document: Document): unknown {
  if (Array.isArray(part)) return part.map((item) => withLinks(item, document));
  if (typeof part !== 'object' || part === null) return part;
  const copy = mapped(part as Schema, (inner, name) =>
    DATA.includes(name) ? inner : withLinks(inner, document),
  );
  const {
    'x-clauses': clauses,
    allOf: [base] = [],
    description = described(base, document),
  } = part as Schema;
  const details = String((part as Schema)['x-details']?.['$ref'] ?? '').replace(/.*\//, '');
  const links = [
    ...(details === '' ? [] : [`Its details hold [${details}](#/details/${details.toLowerCase()}).`]),
    ...(Array.isArray(clauses) ? clauses.map((id) => `[${id}](clauses.html#${id})`) : []),
  ];
  if (links.length === 0) return copy;
  return { ...copy, description: `${description} ${links.join(' ')}` };
}

function described(base: Schema | undefined, { components: { schemas = {} } }: Document): string {
  return base?.description ?? schemas[String(base?.['$ref']).replace(/.*\//, '')]?.description ?? '';
}

/** Each clause with its sentence, source and anchor. */
export function clausesPage(): string {
  const rows = ledger.clauses.map(({ id, says, source }) => {
    return `<tr id="${id}"><th scope="row"><a href="#${id}">${id}</a></th><td>${escaped(says)}</td><td>${escaped(source)}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Clauses</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1a1a1a; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
th { font: 14px/1.5 ui-monospace, monospace }
tr:target { background: #fff3c4 }
a { color: #0b57d0 }
@media (max-width: 600px) { thead { display: none } tr, th, td { display: block; border: 0; padding: .1rem 0 } tr { border-bottom: 1px solid #ddd; padding: .6rem 0 } }
</style>
</head>
<body>
<h1>Clauses</h1>
<p>What the documentation promises, one statement each, and where it says so. Pages:
<a href="access.html">Banking data access API</a>, <a href="web-form.html">Web Form V2</a>.</p>
<table>
<thead><tr><th scope="col">Clause</th><th scope="col">Says</th><th scope="col">Source</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
