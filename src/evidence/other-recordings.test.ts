/** The files of other tools are named, however their bytes come. */
import { expect, test } from 'vitest';
import { piecesOf } from '../test-support/pieces.ts';
import { recordsIn } from './recording.ts';

const call = 'POST https://access.example/api/v1/bankConnections/import';
const log =
  '198.51.100.7 - mia [04/May/2026:10:00:01 +0200] "POST /api/v1/bankConnections/import HTTP/1.1" 451 312';
const openApi = { openapi: '3.1.0', info: { title: 'A' }, paths: {} };

test.each([
  ['.http file', `### import\n${call}\nContent-Type: application/json\n\n{"bankId": 4711}\n`],
  ['.http file', '@host = https://access.example\r\n\r\nPOST {{host}}/oauth/token HTTP/1.1\r\n'],
  [
    'cassette of VCR',
    `interactions:\n- request:\n    method: POST\n    uri: https://access.example\nversion: 1\n`,
  ],
  ['cassette of VCR', '---\nhttp_interactions:\n- request:\n    method: post\n'],
  ['cassette of VCR', '!tape\nname: import\ninteractions:\n- recorded: 2026-05-04\n'],
  ['cassette of VCR', '-\n    request:\n        method: POST\n'],
  ['cassette of VCR', '{"http_interactions":[{"request":{},"response":{}}],"recorded_with":"betamax/0.9"}'],
  [
    'test case of Keploy',
    'version: api.keploy.io/v1beta1\nkind: Http\nname: test-1\nspec:\n  req:\n    method: POST\n',
  ],
  ['access log', `${log} "-" "demo/1"\n`],
  ['access log', `access.example:443 ${log}\n${log}\n`],
  ['access log', '{"remote_addr":"198.51.100.7","request":"POST /users HTTP/1.1","status":"201"}\n{}'],
  ['access log', '{"requestId":"1","httpMethod":"POST","resourcePath":"/users","status":"201"}\n{}'],
  ['capture of GoReplay', '1 3d4f0a 1462346500000000000 0\nPOST /oauth/token HTTP/1.1\r\nHost: a\r\n'],
  ['ZIP archive, as Fiddler', 'PK\u0003\u0004\u0014\u0000\u0000\u0000raw/1_c.txt'],
  [
    'XML file, as Burp',
    '<?xml version="1.0"?>\n<items burpVersion="2026.1">\n<item><url>https://a</url></item></items>',
  ],
  ['web page, perhaps one to log in', '<!DOCTYPE html>\n<html><body>Sign in</body></html>'],
  ['web page, perhaps one to log in', '<html lang="de"></html>'],
  ['HAR export without its "log"', '{"version":"1.2","entries":[{"request":{}}]}'],
  ['simulation of Hoverfly', '{"data":{"pairs":[]},"meta":{"schemaVersion":"v5.2"}}'],
  ['report of Newman', JSON.stringify({ collection: {}, run: { stats: {}, executions: [] } }, null, 2)],
  ['export of Insomnia', '{"_type":"export","__export_format":4,"resources":[]}'],
  ['export of Insomnia', 'type: collection.insomnia.rest/5.0\nname: Banks\n'],
  ['OpenAPI document', JSON.stringify(openApi)],
  ['OpenAPI document', JSON.stringify(openApi, null, 2)],
  ['OpenAPI document', '# Banks\nopenapi: 3.1.0\ninfo:\n  title: A\n'],
  ['tap of Envoy', '{"http_buffered_trace":{"request":{"headers":[]}}}\n'],
])('%s: %j', async (named, content) => {
  for (const size of [1, 7, 10_000])
    await expect(allRecords(content, size)).rejects.toThrow(
      new RegExp(`^it is an? ${named}.*, not a recording of calls with their responses: `),
    );
});

test.each([
  ['a record is spread over several lines', '{\n  "request": {}\n}\n{\n  "request": {}\n}\n'],
  ['it is several HAR exports', '{"log":{"entries":[]}}\n{"log":{"entries":[]}}\n'],
])('%s: jq writes it as lines', async (named, content) => {
  for (const size of [1, 10_000]) await expect(allRecords(content, size)).rejects.toThrow(named);
});

test.each([
  [
    'a line of a record that quotes one',
    `{"request":{"method":"GET","url":"/"},"note":"\\n${log}\\nopenapi: 3"}\n`,
  ],
  [
    'a record with the fields of a log',
    '{"remote_addr":"a","status":451,"request":{},"response":{"status":451}}\n{}',
  ],
])('%s is read', async (_, content) => {
  expect(await allRecords(content, 7)).not.toHaveLength(0);
});

async function allRecords(content: string, size: number) {
  const batches = await Array.fromAsync(recordsIn(piecesOf(content, size)));
  return batches.flat();
}
