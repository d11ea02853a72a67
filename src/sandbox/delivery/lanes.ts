/** Runs deliveries side by side, those of one receiver a few at a time, so that one that hangs holds up no other. */

/** Never rejects. */
export type Task = () => Promise<void>;

/** A queue that lets go of what it handed out: what comes first stands last in `ahead`. */
interface Lane {
  behind: Task[];
  ahead: Task[];
  running: number;
}

const MOST_OF_ONE = 16;
const MOST_TOGETHER = 256;

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  add(receiver: string, task: Task): void {
    const lane = this.#lanes.get(receiver) ?? { behind: [], ahead: [], running: 0 };
    this.#lanes.set(receiver, lane);
    lane.behind.push(task);
    this.#start();
  }

  /** Forgets what was not started. */
  clear(): void {
    for (const [receiver, lane] of this.#lanes) {
      lane.behind = [];
      lane.ahead = [];
      if (lane.running === 0) this.#lanes.delete(receiver);
    }
  }

  #start(): void {
    for (const [receiver, lane] of this.#lanes) {
      while (lane.running < MOST_OF_ONE && this.#running < MOST_TOGETHER) {
        const task = nextOf(lane);
        if (!task) break;
        lane.running++;
        this.#running++;
        void task().then(() => this.#ended(receiver, lane));
      }
      if (this.#running === MOST_TOGETHER) return;
    }
  }

  /** The lane goes behind the others, so that each has its turn where there are more than run together. */
  #ended(receiver: string, lane: Lane): void {
    lane.running--;
    this.#running--;
    this.#lanes.delete(receiver);
    if (lane.running + lane.ahead.length + lane.behind.length > 0) this.#lanes.set(receiver, lane);
    this.#start();
  }
}

function nextOf(lane: Lane): Task | undefined {
  if (lane.ahead.length === 0) {
    lane.ahead = lane.behind.reverse();
    lane.behind = [];
  }
  return lane.ahead.pop();
}
