// A client of openapi-fetch knows the envelope of a 451. Each line marked as an error has to be one.
import createClient from 'openapi-fetch';
import type { paths } from './access.ts';

const client = createClient<paths>({ baseUrl: 'https://sandbox.example' });
export async function codeOf(): Promise<string | undefined> {
  const { error } = await client.POST('/api/v1/bankConnections/import', { body: { bankId: 280001 } });
  // @ts-expect-error the envelope has errors, and no code of its own
  error?.code;
  return error?.errors[0]?.code;
}
