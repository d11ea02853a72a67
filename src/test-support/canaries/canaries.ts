/** Values that stand for a secret or for somebody's data, each so odd that it is found wherever and however it comes out. */

export const secrets = {
  clientSecret: 'q3/Canary+"Sécret" 7Q\\k==',
  accessToken: 'canary/Access+Token.7Q==',
  dataDecryptionKey: 'c0ffee7c0ffee7c0ffee7c0ffee7c0ff',
  password: 'Canary/Pä55 "wört"-7Q',
  formTicket: 'canaryFormTicket7Q',
};

export const canaries = {
  ...secrets,
  clientId: 'canaryClientId7Q',
  userId: 'canary.Üser/7Q@id',
  email: 'canary.mail7q@mail.example',
  phone: '+49 30 7017017017',
  name: 'Canary & Sons "Pérson"-7Q',
  accountName: 'Canary Accöunt/7Q',
  accountNumber: '8018018801',
  iban: 'DE42700170177017701770',
  bic: 'CANADE7QXXX',
  street: 'Canary Stréet-7Q',
  houseNumber: '7017q 70177',
  city: 'Canary Citý-7Q',
  postCode: 'PC-7Q701 7017',
  country: 'Canaria-7Q',
  purpose: 'canary <purpöse> "7Q"/7',
  reference: 'canaryReference7Q',
  endToEndId: 'canaryEndToEnd7Q',
  errorMessage: 'canary "error" mëssage-7Q',
  authContext: 'canary/Context7Q',
  formId: '7c7c7c7c-c7c7-4c7c-8c7c-7c7c7c7c7c7c',
  amount: '70177017.71',
  balance: '71177117.17',
};

export type Canary = keyof typeof canaries;

type Spell = (value: string) => string;

const json: Spell = (value) => JSON.stringify(value).slice(1, -1);
const slashed: Spell = (value) => json(value).replaceAll('/', '\\/');
const ascii: Spell = (value) =>
  json(value).replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const html: Spell = (value) => value.replace(/[&<>"'é]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const coded = (code: 'hex' | 'base64' | 'base64url', before = ''): Spell => {
  return (value) => Buffer.from(before + value).toString(code);
};

/** How providers repeat a value. */
export const SPELLINGS = {
  'as it is': (value) => value,
  'in capitals': (value) => value.toUpperCase(),
  'with other blanks': (value) => value.replace(/[ -]/g, '').replace(/..../g, '$& - '),
  'as JSON': slashed,
  'as JSON in JSON': (value) => slashed(slashed(value)),
  'as JSON in ASCII': ascii,
  'as HTML': html,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in small letters': (value) => encodeURIComponent(value).toLowerCase(),
  'as a form': (value) => new URLSearchParams({ value }).toString().slice('value='.length),
  'in hex': coded('hex'),
  'in base64': coded('base64'),
  'as Basic': coded('base64', 'i:'),
  'in base64url': coded('base64url', 'i'),
} as const satisfies Record<string, Spell>;

export type Spelling = keyof typeof SPELLINGS;

/** What a search takes for the same: capitals, blanks, hyphens, quotes and how often JSON has escaped a text. */
const alike: Spell = (text) => text.toLowerCase().replace(/[\s"'\\-]/g, '');

const WANTED = (Object.keys(canaries) as Canary[]).flatMap((name) =>
  Object.entries(SPELLINGS).map(([spelling, spell]) => {
    const spelt = alike(spell(canaries[name]));
    // The ends of base64 depend on what is around them.
    return { name, spelt: /base64|Basic/.test(spelling) ? spelt.slice(4, -4) : spelt };
  }),
);

/** Those that are in the text in any spelling, each with what is around it; also escaped once more, as reports do. */
export function canariesIn(
  text: string,
  among: Partial<Record<Canary, unknown>> = canaries,
): Partial<Record<Canary, string>> {
  const unescaped = text
    .replaceAll('%25', '%')
    .replace(/&(amp|#38);/g, '&')
    .replace(/&(quot|lt|gt|#39);/g, (_, name) => ({ lt: '<', gt: '>' })[name as string] ?? '"');
  const found = new Map<Canary, string>();
  for (const reading of [alike(text), alike(unescaped)])
    for (const { name, spelt } of WANTED) {
      const at = among[name] && !found.has(name) ? reading.indexOf(spelt) : -1;
      if (at !== -1) found.set(name, reading.slice(Math.max(0, at - 60), at + 60));
    }
  return Object.fromEntries(found);
}
