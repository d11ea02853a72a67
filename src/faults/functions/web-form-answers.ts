/** The answers that hand out a web form as V1 and V2 write them, whatever the sandbox has answered. */
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../sandbox/answer.ts';
import { webFormTime } from '../../sandbox/clock.ts';
import { pathOf } from '../../sandbox/door.ts';
import type { SeamContext } from '../../sandbox/seams.ts';

/** 451, the envelope, and the address of the form in the location header. */
export function answerOfV1({ body }: Answer, { request }: SeamContext): Answer {
  const error = {
    message: '4711',
    code: 'WEB_FORM_REQUIRED',
    type: 'BUSINESS',
    multiStepAuthentication: null,
  };
  const { url = address() } = (body ?? {}) as { url?: string };
  return {
    status: 451,
    headers: { location: url },
    body: {
      errors: [error],
      date: '2026-03-02 09:00:00.000',
      requestId: randomUUID(),
      endpoint: `${request.method} ${pathOf(request.url)}`,
      authContext: 'sandbox-client',
      bank: 'Bank of the sandbox',
    },
  };
}

/** 201, and the web form in the body. */
export function answerOfV2({ headers = {} }: Answer): Answer {
  const now = Date.UTC(2026, 2, 2, 8);
  return {
    status: 201,
    body: {
      id: randomUUID(),
      url: headers['location'] ?? address(),
      createdAt: webFormTime(now),
      expiresAt: webFormTime(now + 1_200_000),
      type: 'BANK_CONNECTION_IMPORT',
      status: 'NOT_YET_OPENED',
    },
  };
}

function address(): string {
  return `http://forms.example/forms/${randomUUID()}`;
}
