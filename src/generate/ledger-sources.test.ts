// The ledgers leave nothing of the documentation out: every numbered item, every table, every "not shown".
import { expect, test } from 'vitest';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { clauses, openFacts } from './ledgers.ts';

const facts = openFacts();
const sources = [...clauses(), ...facts].flatMap(({ source }) =>
  source.split(';').map((part) => part.trim()),
);

function numbered(section: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${section} ${index + 1}`);
}

const ITEMS = [
  ...numbered('What the service does', 6),
  ...numbered('Trigger semantics', 10),
  ...numbered('Uniqueness', 5),
  ...numbered('Authentication', 8),
  ...numbered('Events', 5),
  ...numbered('Errors', 7),
  ...numbered('Versioning', 6),
];

const TABLES = [
  'Resources, Token response',
  'Resources, User',
  'Resources, Notification rule',
  'params per triggerEvent',
  'Resources, Web form',
  'Resources, Payment',
  'States and transitions',
  'Endpoints, Authorization',
  'Endpoints, Notification rules',
  'Endpoints, V1 flows',
  'Endpoints, Web Form V2',
  'Migration mapping',
  'Events, common item fields',
  ...triggerEvents.map((event) => `Events, ${event}`),
  'Limits',
];

// What stands below the tables of a section, without a number.
const SECTIONS = ['Resources', 'Endpoints', 'Events'];

for (const place of [...ITEMS, ...TABLES]) {
  test(`a clause or an open fact comes from ${place}`, () => expect(sources).toContain(place));
}

test('every source is a place of the documentation', () => {
  const places = new Set([...ITEMS, ...TABLES, ...SECTIONS]);
  expect(sources.filter((source) => !places.has(source))).toEqual([]);
});

// Every sentence of the documentation that ends in "not shown", and the rows that hold it.
const NOT_SHOWN: [string, string[]][] = [
  ['scheduling of batch updates and the setup for them', ['BATCH-SCHEDULE']],
  ['which fields of a user are required, and length or format constraints', ['USER-REQUIRED-FIELDS']],
  ['further fields of the rule resource', ['RULE-RESPONSE']],
  ['which web form request fields are required', ['WEB-FORM-REQUIRED-FIELDS']],
  ['transitions, and other values of status and statusV2', ['STATUS-VALUES']],
  ['the response of POST /notificationRules', ['RULE-RESPONSE']],
  ['paths and shapes of listing, searching and deleting rules', ['RULE-LIST-SEARCH-DELETE']],
  ['other fields of the client configuration', ['CONFIG-OTHER-FIELDS']],
  ['encoding of the token request parameters', ['TOKEN-ENCODING']],
  ['any path prefix of the access endpoints', ['ACCESS-PREFIX']],
  ['how the access_token is presented', ['AUTHORIZATION-HEADER', 'AUTHORIZATION-SCHEME']],
  ['token refresh, and scopes other than all', ['TOKEN-REFRESH']],
  ['delivery method and headers of callbacks', ['DELIVERY-METHOD']],
  ['signing of callbacks', ['DELIVERY-SIGNING']],
  ['the expected response of callbacks', ['CALLBACK-RESPONSE']],
  ['retries of callbacks', ['DELIVERY-RETRIES']],
  ['the encryption algorithm', ['CIPHER-ALGORITHM']],
  ['how the data decryption key is obtained', ['KEY-DISTRIBUTION']],
  ['events of web forms or payments, callbacks and redirects of web forms', ['WEB-FORM-EVENTS']],
  ['status codes of error cases other than 451', ['REFUSAL-STATUS']],
  ['error codes other than WEB_FORM_REQUIRED', ['ERROR-CODES']],
  ['rate limits, request size limits and the number of rules per user', ['RATE-LIMITS']],
  ['how the API version is selected for the rule endpoint', ['RULE-API-VERSION']],
  ['contents of aspect styling and of the theme', ['STYLING-CONTENTS']],
];

// Silences that a check could trip over.
const SILENCES: [string, string[]][] = [
  ['the meaning of amount beside several orders', ['V1-PAYMENT-AMOUNT-MEANING']],
  ['the order within accountIds', ['ACCOUNT-IDS-ORDER']],
  ['whether rules without a list of accounts clash', ['RULES-WITHOUT-ACCOUNTS', 'RULES-TERMS-TWICE']],
  ['whether a count exceeds a capped list', ['COUNT-OVER-CAP']],
  ['a user token on GET /clientConfiguration', ['CONFIG-TOKEN']],
  ['a null bankConnectionName of a login error', ['LOGIN-CONNECTION-NAME-NULL']],
  ['a second update while a message waits for categorization', ['SECOND-UPDATE-WHILE-WAITING']],
  ['how executionDate is written in V1', ['V1-EXECUTION-DATE-FORMAT']],
  ['which date a payment without executionDate has', ['V1-PAYMENT-EXECUTION-DATE']],
  ['further interfaces of V1', ['V1-INTERFACES']],
  ['a V1 answer without a web form', ['V1-IMPORT-WITHOUT-FORM']],
  ['the envelope of other V1 refusals', ['V1-REFUSAL-BODY']],
  ['the zone of the time in the envelope', ['V1-ENVELOPE-ZONE']],
  ['how endpoint joins method and path', ['V1-ENVELOPE-ENDPOINT-FORM']],
  ['a multiStepAuthentication that is not null', ['MULTI-STEP-AUTHENTICATION']],
  ['how a BigDecimal is written', ['BIG-DECIMAL-FORM']],
  ['whether params are native or text', ['PARAMS-FORM']],
  ['the type of fields that are listed without one', ['FIELD-TYPE']],
  ['the order of transactions of the same time', ['LIST-TIES']],
  ['the order of messages of several rules', ['MESSAGE-ORDER']],
  ['a user who exists already', ['USER-EXISTS']],
  ['a callback address that is not configured', ['CONFIG-CALLBACK-UNSET']],
  ['how the service version is known', ['SERVICE-VERSION']],
  ['the hosts of web forms', ['WEB-FORM-URL']],
  ['the currencies of web forms', ['CURRENCY-CODES']],
  ['null where a detail has no value', ['BALANCE-DETAILS-NULL', 'COUNTERPART-NULL', 'NULL-OR-ABSENT']],
  ['further time formats and names of fields', ['TIME-FORMATS', 'FIELD-ALIASES']],
  ['params of a rule that has none', ['RULE-TERMS-WITH-PARAMS']],
];

const known = new Set(facts.map(({ id }) => id));

for (const [fact, ids] of [...NOT_SHOWN, ...SILENCES]) {
  test(`an open fact holds ${fact}`, () => expect(ids.filter((id) => !known.has(id))).toEqual([]));
}
