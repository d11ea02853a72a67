// A callback URL that no message can go to is refused when it is set, and the one before it stays.
import { expect, test } from 'vitest';
import { Visitor } from '../visitor.ts';

const GOOD = 'http://127.0.0.1:9/hook';

for (const [url, says] of [
  ['http://', 'it is no http or https address'],
  ['https://[::1', 'it is no http or https address'],
  ['http://169.254.169.254/', '169.254.169.254 is a link-local or metadata address'],
  ['http://[fd00:ec2::254]/', 'fd00:ec2::254 is a link-local or metadata address'],
  ['http://metadata.google.internal/', 'metadata.google.internal is a link-local or metadata address'],
  ['http://user:secret@client.example/', 'it carries credentials'],
] as const) {
  test(`"${url}" is refused in a client configuration and in a world: ${says}`, async () => {
    const visitor = new Visitor();
    await visitor.control('PUT', '/client-configuration', { userNotificationCallbackUrl: GOOD });
    const client = { userNotificationCallbackUrl: url, batchUpdates: false };
    const changed = await visitor.control('PUT', '/client-configuration', client);
    const error = `userNotificationCallbackUrl is refused: ${says}`;
    expect([changed.status, changed.json]).toEqual([400, { error }]);
    const replaced = await visitor.control('PUT', '/world', { client, categories: [], users: [] });
    expect([replaced.status, replaced.json]).toEqual([400, { error: `the world cannot be used: ${error}` }]);
    expect((await visitor.control('PUT', '/client-configuration', {})).json).toMatchObject({
      userNotificationCallbackUrl: GOOD,
      batchUpdates: true,
    });
  });
}

test('none, and a name that is not known yet, are taken', async () => {
  const visitor = new Visitor();
  for (const url of [null, 'https://client.example/notifications']) {
    const client = { userNotificationCallbackUrl: url };
    const changed = await visitor.control('PUT', '/client-configuration', client);
    expect([changed.status, changed.json]).toEqual([200, expect.objectContaining(client)]);
  }
});
