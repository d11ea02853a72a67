// The stored web forms of a migration are asked for by their own ids, wherever a provider puts those. The control plane is a server on loopback.
import { expect, test } from 'vitest';
import { served } from '../test-support/served.ts';
import { httpControl } from './control.ts';
import { storedFormFindings } from './play-migration.ts';
import { OutOfReach } from './unproven.ts';

const V1 = '11111111-1111-4111-8111-111111111111';
const V2 = '22222222-2222-4222-8222-222222222222';

/** A control plane that has these forms, the ids that it was asked for, and the findings on the forms. */
async function migrated(forms: object, location: string, answer: object) {
  const paths: string[] = [];
  const controlUrl = await served(({ url = '' }, response) => {
    paths.push(url);
    const content = new Map<string, unknown>(Object.entries(forms)).get(url.replace('/web-forms/', ''));
    response.writeHead(content ? 200 : 404).end(JSON.stringify(content ? { content } : { error: 'none' }));
  });
  const control = httpControl(controlUrl, { timeLimit: 600_000, ending: new AbortController() });
  const request = { method: 'POST', url: '/', headers: {} };
  const exchanges = [
    { request, response: { status: 451, headers: { location } } },
    { request, response: { status: 201, headers: {}, body: { json: answer } } },
  ];
  const findings = storedFormFindings(control, { clause: 'MIGRATION-NAME', flow: 'import' }, exchanges);
  return { paths, findings };
}

const FORMS = { [V1]: { bankId: 1 }, [V2]: { bank: { id: 1 } }, 7: { bankId: 1 } };

test.each([
  [`https://bank.example/form?token=${V1}`, V1],
  [`https://bank.example/forms/${V1}/start`, V1],
  [`https://bank.example/#/forms/${V1}`, V1],
  [`https://bank.example/tenants/${V2}/form?token=${V1}`, V1],
  ['https://bank.example/forms/7', '7'],
  ['https://bank.example/forms/7/', '7'],
])('the id of the V1 form at %s is %s', async (location, id) => {
  const { paths, findings } = await migrated(FORMS, location, { id: V2, url: 'https://bank.example/form' });
  expect(await findings).toEqual([]);
  expect(paths).toEqual([`/web-forms/${id}`, `/web-forms/${V2}`]);
});

test('a field that the stored V2 form lost is found', async () => {
  const forms = { ...FORMS, 7: { bankId: 1, name: 'My bank' } };
  const { findings } = await migrated(forms, 'https://bank.example/7', { id: V2, url: '' });
  expect((await findings).map(({ clause, pointer }) => `${clause} ${pointer}`)).toEqual([
    'MIGRATION-NAME /stored/bankConnectionName',
  ]);
});

test('a V2 response without an id leaves the one in its url', async () => {
  const { findings } = await migrated(FORMS, `https://bank.example/${V1}`, {
    url: `https://bank.example/form?token=${V2}`,
  });
  expect(await findings).toEqual([]);
});

test.each([
  [`https://bank.example/${V2}1`, { [V1]: {} }, '{id}'],
  [`https://bank.example/${V2}`, { [V2]: {} }, 'form'],
])('a form that is not there is named with the address that was asked', async (url, forms, asked) => {
  const location = V2 in forms ? 'https://bank.example/form' : `https://bank.example/${V1}`;
  const { findings } = await migrated(forms, location, { id: V2, url });
  await expect(findings).rejects.toThrow(`/web-forms/${asked}`);
  await expect(findings).rejects.toBeInstanceOf(OutOfReach);
});

test.each([
  ['', { id: V2 }, 'V1-451-LOCATION'],
  [`https://bank.example/${V1}`, {}, 'V2-FORM-URL'],
])('without an id of its form, as in "%s" and %j, a case depends on %s', async (location, answer, needs) => {
  const { findings } = await migrated(FORMS, location, answer);
  await expect(findings).rejects.toMatchObject({ needs });
});
