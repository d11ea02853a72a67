/** The verbs of the program by what they are for, each loaded when it is called. */
import type { Command } from 'commander';

type Loaders = Readonly<Record<string, () => Promise<Command>>>;

export const verbGroups: Readonly<Record<string, Loaders>> = {
  'Verify a provider': {
    verify: async () => (await import('./provider/verify.ts')).verifyCommand(),
    init: async () => (await import('./provider/init.ts')).initCommand(),
    report: async () => (await import('./provider/report.ts')).reportCommand(),
    sandbox: async () => (await import('./provider/sandbox.ts')).sandboxCommand(),
    mock: async () => (await import('./provider/mock.ts')).mockCommand(),
  },
  'Move to V2': {
    assess: async () => (await import('./move/assess.ts')).assessCommand(),
    migrate: async () => (await import('./move/migrate.ts')).migrateCommand(),
    compare: async () => (await import('./move/compare.ts')).compareCommand(),
  },
  'Record and check traffic': {
    record: async () => (await import('./recordings/record.ts')).recordCommand(),
    check: async () => (await import('./recordings/check.ts')).checkCommand(),
  },
  'Test your handler': {
    fire: async () => (await import('./messages/fire.ts')).fireCommand(),
    listen: async () => (await import('./messages/listen.ts')).listenCommand(),
  },
  'Look up': {
    explain: async () => (await import('./explain.ts')).explainCommand(),
  },
};

export const verbs: Loaders = Object.assign({}, ...Object.values(verbGroups));
