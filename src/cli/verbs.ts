/** The verbs of the program, each loaded when it is called. */
import type { Command } from 'commander';

export const verbs = {
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  init: async () => (await import('./init.ts')).initCommand(),
  report: async () => (await import('./report.ts')).reportCommand(),
  assess: async () => (await import('./assess.ts')).assessCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  compare: async () => (await import('./compare.ts')).compareCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  listen: async () => (await import('./listen.ts')).listenCommand(),
  fire: async () => (await import('./fire.ts')).fireCommand(),
  record: async () => (await import('./record.ts')).recordCommand(),
  explain: async () => (await import('./explain.ts')).explainCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  mock: async () => (await import('./mock.ts')).mockCommand(),
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommand(),
  faults: async () => (await import('./faults.ts')).faultsCommand(),
} satisfies Readonly<Record<string, () => Promise<Command>>>;
