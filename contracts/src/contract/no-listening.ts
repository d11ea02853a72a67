/** Why nothing can listen at an address, in one line that names what to change. */

/** As node:net reports it. */
export interface ListenError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly hostname?: string;
}

/** `host` is the address that was asked for, `flag` the one that chooses the port. Without a full stop. */
export function noListening(error: ListenError, host: string, port: number, flag: string): string {
  const address = error.address ?? error.hostname ?? host;
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} of ${address} is in use; pass another one with ${flag} (0 = any)`;
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine; pass one that is with --host (0.0.0.0 = all)`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${address}; pass an address of this machine with --host (0.0.0.0 = all)`;
    case 'EACCES':
      return `port ${port} of ${address} needs more rights; pass one above 1023 with ${flag} (0 = any)`;
    default:
      return `port ${port} of ${address} cannot be listened on (${error.code ?? error.message})`;
  }
}
