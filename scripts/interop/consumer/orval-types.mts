// The clients that orval makes know the envelope of a 451 and the form of a 201. Each line marked as an error has to be one.
import type { importBankConnectionV1Response451 } from './orval-access.ts';
import type { createStandalonePaymentResponse201 } from './orval-web-form.ts';

export const code = ({ data }: importBankConnectionV1Response451): string | undefined => data.errors[0]?.code;
export const url = ({ data }: createStandalonePaymentResponse201): string => data.url;
// @ts-expect-error a URL is text
export const wrong = ({ data }: createStandalonePaymentResponse201): number => data.url;
