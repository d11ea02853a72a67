/** Values that stand for a secret or for somebody's data, each so odd that its bytes are found wherever they come out. */

export const canaries = {
  clientId: 'canaryClientId7Q',
  clientSecret: 'canaryClientSecret7Q',
  accessToken: 'canaryAccessToken7Q',
  dataDecryptionKey: 'c0ffee7c0ffee7c0ffee7c0ffee7c0ff',
  userId: 'canaryUserId7Q',
  password: 'canaryPassword7Q',
  email: 'canary.mail7q@mail.example',
  phone: '+49 30 7017017017',
  name: 'Canary Person-7Q',
  accountName: 'Canary Account-7Q',
  accountNumber: '7017017701',
  iban: 'DE42700170177017701770',
  counterpartName: 'Canary Counterpart-7Q',
  counterpartIban: 'DE78717171717171717171',
  bic: 'CANADE7QXXX',
  street: 'Canary Street-7Q',
  houseNumber: '7017q',
  city: 'Canary City-7Q',
  postCode: 'PC-7Q701',
  country: 'Canaria-7Q',
  purpose: 'canary purpose-7Q',
  reference: 'canaryReference7Q',
  endToEndId: 'canaryEndToEnd7Q',
  connectionName: 'Canary Connection-7Q',
  errorMessage: 'canary error message-7Q',
  authContext: 'canaryContext7Q',
  formId: '7c7c7c7c-c7c7-4c7c-8c7c-7c7c7c7c7c7c',
  formTicket: 'canaryFormTicket7Q',
  amount: '70177017.71',
  balance: '71177117.17',
} as const;

export type Canary = keyof typeof canaries;

/** Those that stand in the text, each with what is around it: as they are, as addresses and base64 write them, in any case. */
export function canariesIn(text: string): Partial<Record<Canary, string>> {
  const lower = text.toLowerCase();
  const found = (Object.keys(canaries) as Canary[]).flatMap((name) => {
    const at = spellings(canaries[name]).map((spelling) => lower.indexOf(spelling.toLowerCase()));
    const first = Math.max(...at);
    return first === -1 ? [] : [[name, text.slice(Math.max(0, first - 60), first + 60)]];
  });
  return Object.fromEntries(found);
}

function spellings(value: string): string[] {
  const encoded = encodeURIComponent(value);
  const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '');
  // IBANs and phone numbers are grouped in many ways.
  return [value, value.replaceAll(' ', ''), encoded, encoded.replaceAll('%20', '+'), base64];
}
