/** BANK_LOGIN_ERROR rules that list connections: failures of the listed ones are told, and no others. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Scenario, scenarios, type World } from '../../src/drive/scenarios/scenario.ts';
import { worlds } from '../worlds/worlds.ts';

interface Situation {
  readonly given: string;
  /** The bankConnectionIds of the rule. */
  readonly lists?: string;
  readonly fail: readonly number[];
  readonly tells: readonly number[];
  readonly world?: World;
}

function listing(clause: ClauseId, situation: Situation): Scenario {
  const { given, lists, fail, tells, world = worlds['two-connections'] } = situation;
  const params = lists === undefined ? {} : { params: { bankConnectionIds: lists } };
  const loginErrors = tells.map((bankConnectionId) => ({ bankConnectionId }));
  return {
    clause,
    says: tells.length === 0 ? 'sends nothing' : `sends one message that names ${tells.join(' and ')} alone`,
    given,
    world,
    rules: { listing: { triggerEvent: 'BANK_LOGIN_ERROR', ...params } },
    story: [
      {
        update: {
          failedLogins: fail.map((bankConnectionId) => ({ bankConnectionId, errorMessage: 'PIN falsch' })),
        },
      },
      { messages: tells.length === 0 ? [] : [{ rule: 'listing', loginErrors }] },
    ],
  };
}

const alike = worlds['ids-that-begin-alike'];

export const listedConnectionsScenarios = scenarios(import.meta.url, [
  listing('MESSAGE-UNLISTED-ALL', { given: 'no list and one failed login', fail: [12], tells: [12] }),
  listing('MESSAGE-UNLISTED-ALL', {
    given: 'no list and two failed logins',
    fail: [11, 12],
    tells: [11, 12],
  }),
  listing('MESSAGE-LISTED-ANY', {
    given: 'a list of the connection whose login failed',
    lists: '11',
    fail: [11],
    tells: [11],
  }),
  listing('MESSAGE-LISTED-ONLY', {
    given: 'a list of another connection than the one whose login failed',
    lists: '12',
    fail: [11],
    tells: [],
  }),
  listing('MESSAGE-LISTED-ONLY', {
    given: 'a list of one of two connections whose logins failed',
    lists: '12',
    fail: [11, 12],
    tells: [12],
  }),
  listing('MESSAGE-LISTED-ANY', {
    given: 'a list of two connections, the second of which failed',
    lists: '11,12',
    fail: [12],
    tells: [12],
  }),
  listing('MESSAGE-LISTED-ANY', {
    given: 'a list of both connections whose logins failed',
    lists: '11,12',
    fail: [12, 11],
    tells: [11, 12],
  }),
  // The connections 1, 11 and 111 have ids that begin alike.
  listing('MESSAGE-LISTED-ONLY', {
    given: 'a list of connection 11 and failed logins of 1 and 111',
    lists: '11',
    fail: [1, 111],
    tells: [],
    world: alike,
  }),
  listing('MESSAGE-LISTED-ONLY', {
    given: 'a list of connections 1 and 111 and failed logins of all three',
    lists: '1,111',
    fail: [1, 11, 111],
    tells: [1, 111],
    world: alike,
  }),
]);
