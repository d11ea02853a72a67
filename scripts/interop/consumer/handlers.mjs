// A handler of messages and a view of what it stored, with a web framework, while a command runs: handlers.mjs FRAMEWORK KIND COMMAND…
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { readJson, writeJson } from 'bank-access-contracts/json';
import { decryptMessage, defaultCipher, TEST_KEY } from 'bank-access-contracts/messages';
import express from 'express';
import fastify from 'fastify';

const cipher = await defaultCipher(TEST_KEY);
const [framework, kind, command, ...args] = process.argv.slice(2);
const rows = new Map();

/** What each kind of handler stores of the text that is posted. */
const HANDLERS = {
  exact: async (body) => void rows.set(body, (await decryptMessage(readJson(body), cipher)).plain.exact),
  // One table for each event with a row for each rule, and the time of its last change.
  tables: async (body) => {
    const { triggerEvent, ...row } = (await decryptMessage(readJson(body), cipher)).plain.exact;
    rows.set(`${triggerEvent} ${row.notificationRuleId}`, { ...row, updatedAt: new Date() });
  },
  doubles: async (body) => void rows.set(body, (await decryptMessage(readJson(body), cipher)).plain.value),
  swallows: async (body) => {
    try {
      rows.set(body, JSON.parse(JSON.parse(body).balanceChanges[0].details));
    } catch {
      // Some public handlers ignore the error and go on with "Success".
    }
  },
  twice: async (body) => void rows.set(rows.size, (await decryptMessage(readJson(body), cipher)).plain.exact),
};
const handle = HANDLERS[kind];
const view = () => writeJson([...rows.values()]);

const SERVERS = {
  plain: () => {
    const server = createServer(async (request, response) => {
      if (request.method === 'POST') await handle(await text(request));
      response
        .setHeader('content-type', 'application/json')
        .end(request.method === 'POST' ? 'Success' : view());
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
  },
  express: () => {
    const app = express();
    app.post('/hook', express.text({ type: () => true, limit: '10mb' }), async (request, response) => {
      await handle(request.body);
      response.sendStatus(204);
    });
    app.get('/rows', (_, response) => response.type('json').send(view()));
    return new Promise((resolve) => {
      const server = app.listen(0, '127.0.0.1', () => resolve(server.address().port));
    });
  },
  fastify: async () => {
    const app = fastify({ bodyLimit: 10_000_000 });
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body));
    app.post('/hook', async (request, reply) => {
      await handle(request.body);
      return reply.code(202).send();
    });
    app.get('/rows', (_, reply) => reply.type('application/json').send(view()));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server.address().port;
  },
};

const url = `http://127.0.0.1:${await SERVERS[framework]()}`;
const child = spawn(command, [...args, '--to', `${url}/hook`, '--proof', `${url}/rows`], {
  stdio: 'inherit',
});
child.on('close', (code) => process.exit(code));
