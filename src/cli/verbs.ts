/** The verbs of the program, each loaded when it is called. */
import type { Command } from 'commander';

export interface Verb {
  /** What the list of verbs says of it. */
  readonly says: string;
  readonly load: () => Promise<Command>;
  /** It needs the sources of the project. */
  readonly isOfClone?: true;
}

export const verbs = {
  verify: {
    says: 'run the V1 and V2 flows and every case against a provider, and write the reports',
    load: async () => (await import('./verify.ts')).verifyCommand(),
  },
  init: {
    says: 'write the target file that describes a provider',
    load: async () => (await import('./init.ts')).initCommand(),
  },
  report: {
    says: 'draw a page from the results of other verbs',
    load: async () => (await import('./report.ts')).reportCommand(),
  },
  assess: {
    says: 'say what a recording still sends to V1, and what becomes of it in Web Form V2',
    load: async () => (await import('./assess.ts')).assessCommand(),
  },
  migrate: {
    says: 'write the Web Form V2 request that replaces a V1 request',
    load: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  compare: {
    says: 'judge a Web Form V2 request against the V1 request it replaces',
    load: async () => (await import('./compare.ts')).compareCommand(),
  },
  check: {
    says: 'judge recorded exchanges and messages',
    load: async () => (await import('./check.ts')).checkCommand(),
  },
  listen: {
    says: 'receive notification messages and judge each as it arrives',
    load: async () => (await import('./listen.ts')).listenCommand(),
  },
  fire: {
    says: 'send realistic, encrypted messages to your own handler',
    load: async () => (await import('./fire.ts')).fireCommand(),
  },
  record: {
    says: 'pass calls on to a provider and write them as a recording',
    load: async () => (await import('./record.ts')).recordCommand(),
  },
  explain: {
    says: 'print what the contract says of a clause, a field, a fault or a setting',
    load: async () => (await import('./explain.ts')).explainCommand(),
  },
  export: {
    says: 'write the documented calls for Postman and WireMock',
    load: async () => (await import('./export.ts')).exportCommand(),
  },
  mock: {
    says: 'answer every documented call with its documented example',
    load: async () => (await import('./mock.ts')).mockCommand(),
  },
  sandbox: {
    says: 'serve the documented service with memory',
    load: async () => (await import('./sandbox.ts')).sandboxCommand(),
  },
  faults: {
    says: 'run the cases against sandboxes that misbehave',
    isOfClone: true,
    load: async () => (await import('./faults.ts')).faultsCommand(),
  },
} satisfies Readonly<Record<string, Verb>>;
