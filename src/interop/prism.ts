/** Whether Prism, fed with the OpenAPI documents, answers the fixture of every operation as documented. */
import { exchanges } from '../../contracts/generated/exchanges.ts';
import { operations } from '../../contracts/generated/operations.ts';
import type { ExchangeFixture } from '../../contracts/src/contract/exchange-fixture.ts';
import { toMatchContract } from '../../contracts/src/matchers/to-match-contract.ts';
import { type Mock, startMock } from '../drive/targets/mock.ts';
import type { InteropCheck } from './check.ts';
import { tool } from './tool.ts';

export const prismCheck: InteropCheck = {
  tool: tool('@stoplight/prism-http-server'),
  says: 'a mock of both OpenAPI documents answers one call an operation, each as documented',
  run: async () => {
    const mock = await startMock({ port: 0, webFormPort: 0 });
    try {
      const wrong = [];
      for (const fixtures of Object.values(exchanges)) {
        const [fixture] = Object.values(fixtures);
        if (fixture) wrong.push(...(await wrongWith(mock, fixture)));
      }
      return wrong;
    } finally {
      await mock.stop();
    }
  },
};

async function wrongWith(
  mock: Mock,
  { operationId, documented, request }: ExchangeFixture,
): Promise<string[]> {
  const { document, encoding } = operations[operationId as keyof typeof operations];
  const { method, path, headers, body } = request;
  const answer = await fetch((document === 'access' ? mock.accessUrl : mock.webFormUrl) + path, {
    method,
    headers,
    body:
      encoding === 'form'
        ? new URLSearchParams(body as Record<string, string>)
        : (JSON.stringify(body) ?? null),
  });
  const { pass, message } = await toMatchContract(answer, operationId, documented);
  return pass ? [] : [message()];
}
