/** The addresses of web forms have another shape, in V1 and V2 alike. */
import type { FaultySeams } from '../fault.ts';

export function formAddressesOtherwise(write: (address: URL) => URL): FaultySeams {
  return {
    answer: (answer) => {
      const { headers = {}, body } = answer;
      const { location } = headers;
      if (location !== undefined)
        return { ...answer, headers: { ...headers, location: write(new URL(location)).href } };
      if (typeof body !== 'object' || body === null || !('url' in body)) return answer;
      return { ...answer, body: { ...body, url: write(new URL(String(body.url))).href } };
    },
  };
}
