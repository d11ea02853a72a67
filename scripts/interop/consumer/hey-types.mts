// The clients that hey-api makes know the envelope of a 451 and the form of a 201. Each line marked as an error has to be one.
import type { ImportBankConnectionV1Errors } from './hey-access';
import { createStandalonePayment } from './hey-web-form';

export const code = (errors: ImportBankConnectionV1Errors): string | undefined => errors[451].errors[0]?.code;
export async function url(): Promise<string | undefined> {
  const { data } = await createStandalonePayment({
    body: { orders: [{ amount: { value: 1, currency: 'EUR' } }] },
  });
  // @ts-expect-error a URL is text
  const wrong: number | undefined = data?.url;
  return wrong === undefined ? undefined : data?.url;
}
