/** The verbs of the program by what they are for, each loaded when it is called. */
import type { Command } from 'commander';

type Loaders = Readonly<Record<string, () => Promise<Command>>>;

export const verbGroups: Readonly<Record<string, Loaders>> = {
  'Verify a provider': {
    verify: async () => (await import('./verify.ts')).verifyCommand(),
    init: async () => (await import('./init.ts')).initCommand(),
    report: async () => (await import('./report.ts')).reportCommand(),
    sandbox: async () => (await import('./sandbox.ts')).sandboxCommand(),
  },
  'Move to V2': {
    record: async () => (await import('./record.ts')).recordCommand(),
    assess: async () => (await import('./assess.ts')).assessCommand(),
    migrate: async () => (await import('./migrate.ts')).migrateCommand(),
    compare: async () => (await import('./compare.ts')).compareCommand(),
    check: async () => (await import('./check.ts')).checkCommand(),
  },
  'Test your code': {
    fire: async () => (await import('./fire.ts')).fireCommand(),
    listen: async () => (await import('./listen.ts')).listenCommand(),
    mock: async () => (await import('./mock.ts')).mockCommand(),
    export: async () => (await import('./export.ts')).exportCommand(),
  },
  'Look up': {
    explain: async () => (await import('./explain.ts')).explainCommand(),
  },
};

/** What runs in a clone alone: the package has no sources to run faults against. */
export const cloneGroups: Readonly<Record<string, Loaders>> = {
  'Maintain this project': {
    faults: async () => (await import('./faults.ts')).faultsCommand(),
  },
};

export const verbs: Loaders = Object.assign({}, ...Object.values(verbGroups), ...Object.values(cloneGroups));
