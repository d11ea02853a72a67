/** What a round of the soak does, chosen by its seed: a verb, how its provider is spoilt, with which settings, and when a signal comes. */
import fc from 'fast-check';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { faultRows } from '../faults/fault-rows.ts';
import { providerFaults } from '../faults/row-hooks.ts';
import * as proxy from './hostile-proxy.ts';

export const manners = {
  fair: proxy.fair,
  resetting: proxy.resetting,
  cutting: proxy.cutting,
  silent: proxy.silent,
  delaying: proxy.delaying(200),
  'delaying too long': proxy.delaying(3000),
  'flooding with text': proxy.flooding(20, ['"', 'x', '"']),
  'flooding with objects': proxy.flooding(5, ['[', '{},', '{}]']),
  bombing: proxy.bombing(200),
  heading: proxy.heading,
  dripping: proxy.dripping,
  refusing: proxy.lying(500),
  lying: proxy.lying(201),
} satisfies Record<string, proxy.Manner>;

/** With these a provider may break any clause. */
export const LIES: readonly (keyof typeof manners)[] = ['refusing', 'lying'];

const names = Object.keys(manners) as (keyof typeof manners)[];
const clauses = ledger.clauses.filter(({ excluded }) => !excluded).map(({ id }) => id);
const faults = providerFaults().flatMap(({ id }) => {
  const row = faultRows.find((fault) => fault.id === id);
  return row && row.unobservable === undefined ? [{ id, clause: row.clause as string }] : [];
});
const settings = openFacts.facts.flatMap(({ setting, choices }) =>
  setting && Array.isArray(choices) ? [fc.record({ [setting]: fc.constantFrom(...choices) })] : [],
);

const some = { requiredKeys: [] as never[], noNullPrototype: true };
const world = fc.record(
  {
    accounts: fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }).map(String), { minLength: 4, maxLength: 6 }),
    categories: fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }).map(String), { minLength: 2, maxLength: 4 }),
    executionDays: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
  },
  some,
);

const signal = fc.record({
  name: fc.constantFrom('SIGINT' as const, 'SIGTERM' as const),
  afterMs: fc.integer({ min: 0, max: 8000 }),
});

/** A run of verify against a sandbox behind proxies, conforming or with a fault. */
const verify = fc.record({
  kind: fc.constant('verify' as const),
  manner: fc.constantFrom(...names),
  /** Of so many calls in a thousand. */
  share: fc.constantFrom(1000, 500, 100, 20),
  only: fc.subarray([...clauses], { minLength: 1, maxLength: 12 }),
  settings: fc
    .subarray(settings, { maxLength: 5 })
    .chain((chosen) => fc.tuple(...chosen).map((parts): object => Object.assign({}, ...parts))),
  testData: world,
  signal: fc.option(signal, { freq: 4 }),
});
const faulty = fc.record({ kind: fc.constant('fault' as const), fault: fc.constantFrom(...faults) });
const own = fc.record({
  kind: fc.constant('own target' as const),
  target: fc.constantFrom('mock', 'sandbox'),
  only: fc.option(fc.constantFrom('v1', 'v2', 'migration', 'auth', 'rules'), { freq: 9 }),
  signal: fc.option(signal, { freq: 3 }),
});
/** Recordings with damaged bytes. */
const recordings = fc.record({
  kind: fc.constant('recording' as const),
  verb: fc.constantFrom('check', 'check --json', 'assess', 'assess --json', 'migrate --currency EUR'),
  damage: fc.array(fc.tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 8 }), fc.nat(20)), {
    maxLength: 12,
  }),
});
const PATHS = ['/oauth/token', '/users', '/world', '/batch-updates', '/clock'];

/** Servers that get garbage. */
const servers = fc.record({
  kind: fc.constant('server' as const),
  verb: fc.constantFrom(
    'sandbox --port 0 --web-form-port 0 --control-port 0',
    'listen --port 0',
    'mock --port 0 --web-form-port 0',
  ),
  calls: fc.array(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
      path: fc.oneof(fc.webPath(), fc.constantFrom(...PATHS)),
      body: fc.oneof(fc.json(), fc.string({ unit: 'binary' })),
    }),
    { maxLength: 60 },
  ),
  signal,
});
const firing = fc.record({
  kind: fc.constant('fire' as const),
  manner: fc.constantFrom(...names),
  count: fc.integer({ min: 1, max: 3 }),
  seed: fc.integer({ min: 1, max: 99_999 }),
});

const round = fc.oneof(
  { weight: 5, arbitrary: verify },
  { weight: 5, arbitrary: faulty },
  { weight: 1, arbitrary: own },
  { weight: 3, arbitrary: recordings },
  { weight: 1, arbitrary: servers },
  { weight: 1, arbitrary: firing },
);

export type SoakRound = ReturnType<typeof roundOf>;
export type RoundOf<Kind extends SoakRound['kind']> = Extract<SoakRound, { readonly kind: Kind }>;

/** The same round for the same seed. */
export function roundOf(seed: number) {
  const [first] = fc.sample(round, { seed, numRuns: 1 });
  if (!first) throw new Error('fast-check makes no round');
  return first;
}
