/** What a sandbox knows of the tokens that it issued: when, for how long, whose they are, and how they were used. */
import { operations } from '../../../contracts/generated/operations.ts';
import type { Clock } from '../../sandbox/clock.ts';
import type { SeamContext } from '../../sandbox/seams.ts';
import type { State, Token, User } from '../../sandbox/state.ts';
import { newUser } from '../../sandbox/state.ts';
import type { FaultySeams } from '../fault.ts';

/** The token that a call presents. */
export interface PresentedToken {
  /** Undefined for a call without a token. */
  readonly text: string | undefined;
  readonly isIssued: boolean;
  /** Whose token the documentation names for the call is also whose token it is. */
  readonly isOfRightKind: boolean;
  readonly isOfUser: boolean;
  /** In seconds; endless for a token that was not issued. */
  readonly age: number;
  readonly lifetime: number;
  /** Seconds since it was last accepted, or issued. */
  readonly idle: number;
  /** How many calls it has authorized. */
  readonly uses: number;
  /** Whether its user, or the client, was given none since. */
  readonly isNewest: boolean;
}

interface Entry {
  readonly token: Token;
  readonly issuedAt: number;
  usedAt: number;
  uses: number;
}

export class TokenBook {
  #clock: Clock | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #newest = new Map<string | undefined, string>();
  #latestUser: string | undefined;

  /** The seams that write the book. */
  readonly seams: Pick<Required<FaultySeams>, 'clock' | 'answer'> = {
    clock: (clock) => {
      this.#clock = clock;
      return clock;
    },
    answer: (answer, { operationId, state }) => {
      const { access_token: text } = (answer.body ?? {}) as { access_token?: string };
      const token = operationId === 'createToken' && text !== undefined ? state.tokens.get(text) : undefined;
      if (token) {
        this.#entries.set(token.accessToken, { token, issuedAt: this.#now(), usedAt: this.#now(), uses: 0 });
        this.#newest.set(token.user, token.accessToken);
        this.#latestUser = token.user ?? this.#latestUser;
      }
      return answer;
    },
  };

  presented({ operationId, request: { headers } }: SeamContext): PresentedToken {
    const text = headers['authorization']?.replace(/^\S+ /, '');
    const entry = this.#entries.get(text ?? '');
    const isOfUser = entry?.token.user !== undefined;
    return {
      text,
      isIssued: entry !== undefined,
      isOfRightKind: operations[operationId].token === (isOfUser ? 'user' : 'client'),
      isOfUser,
      age: entry ? this.#secondsSince(entry.issuedAt) : Number.POSITIVE_INFINITY,
      lifetime: entry ? (entry.token.expiresAt - entry.issuedAt) / 1000 : 0,
      idle: entry ? this.#secondsSince(entry.usedAt) : Number.POSITIVE_INFINITY,
      uses: entry?.uses ?? 0,
      isNewest: this.#newest.get(entry?.token.user) === text,
    };
  }

  /** To be told of each call that a token authorizes. */
  use(text: string | undefined): void {
    const entry = this.#entries.get(text ?? '');
    if (!entry) return;
    entry.usedAt = this.#now();
    entry.uses += 1;
  }

  /** For whom a call is carried out that is due to be refused: the user of its token, else the one authorized last. */
  caller(text: string | undefined, { operationId, state }: SeamContext): { readonly user?: User } {
    if (operations[operationId].token !== 'user') return {};
    const user = this.#entries.get(text ?? '')?.token.user ?? this.#latestUser;
    return { user: state.users.get(user ?? '') ?? anyUser(state) };
  }

  #now(): number {
    return this.#clock?.now() ?? 0;
  }

  #secondsSince(instant: number): number {
    return (this.#now() - instant) / 1000;
  }
}

/** The user who was created first, or one who is made up where there is none. */
export function anyUser({ users }: State): User {
  const [first] = users.values();
  return first ?? newUser({ id: 'nobody', password: '', email: '', phone: '', isAutoUpdateEnabled: false });
}
