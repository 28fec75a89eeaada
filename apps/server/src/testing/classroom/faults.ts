import { hash } from './chance.ts';

/**
 * The fault of a call. `status`: it is refused and changes nothing. `delay`: it is done later. `hang`: there is no
 * response and nothing changes. `html`: a page of a proxy is returned and nothing changes. `lostAnswer`: it is done and
 * the connection is cut before the response. `cut`: it is done and the connection is cut within the response.
 * `garbage`: it is done and the response is not JSON. `meanwhile`: no error, but `act` happens just before it.
 * `changed`: it is done and `change` returns another response.
 */
export type FaultKind = 'status' | 'delay' | 'hang' | 'html' | 'lostAnswer' | 'cut' | 'garbage' | 'meanwhile' | 'changed';

export interface Fault {
  kind: FaultKind;
  /** The status for `status` (default 500) and `html` (default 502). */
  status?: number;
  /**
   * The text before the error's message, such as "@CourseNotModifiable". "FAILED_PRECONDITION" means that form of 400.
   */
  reason?: string;
  /** For `status`: the header Retry-After. */
  retryAfterSeconds?: number;
  /** For `meanwhile`: an action of a person at Google, or here. A promise is awaited before Google's response. */
  act?: () => unknown;
  /** For `changed`: returns the body to send, given the real one. */
  change?: (body: Record<string, unknown>) => object;
  /** For `hang`: true when the call is done anyway, without a response. */
  isDone?: boolean;
  /** For `delay`: the time in real milliseconds. */
  delayMs?: number;
}

export interface PlannedFault extends Fault {
  match?: { method?: string; path?: RegExp; query?: RegExp };
  /** The number of the matching call, from 1. Without it every one. */
  nth?: number;
}

const seededKinds: readonly Fault[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429 },
  { kind: 'lostAnswer' },
  { kind: 'cut' },
  { kind: 'garbage' },
  { kind: 'html' },
];

/**
 * Faults by plan, and by seed: the n-th call of a verb and path fails in the same way in every run, in any order of
 * paths.
 */
export class Faults {
  #plan: { fault: PlannedFault; seen: number }[] = [];
  #seeded: { seed: number; rate: number; kinds: readonly Fault[]; seen: Map<string, number> } | null = null;
  /** The number of faults so far. */
  struck = 0;

  /** Replaces the plan. */
  plan(faults: readonly PlannedFault[]): void {
    this.#plan = faults.map((fault) => ({ fault, seen: 0 }));
  }

  /**
   * Sets random faults for calls of Classroom, Drive and Pub/Sub. `rate`: the share that fails, from 0 to 1. `kinds`:
   * the possible faults; by default all except delays and hanging.
   */
  seeded(seed: number, rate: number, kinds: readonly Fault[] = seededKinds): void {
    this.#seeded = { seed, rate, kinds, seen: new Map() };
  }

  clear(): void {
    this.#plan = [];
    this.#seeded = null;
  }

  /** Returns the fault for this call, or null. */
  strike(method: string, path: string, query: string): Fault | null {
    const fault = this.#ofPlan(method, path, query) ?? this.#ofSeed(path, `${method} ${path}`);
    if (fault) this.struck += 1;
    return fault;
  }

  #ofPlan(method: string, path: string, query: string): Fault | null {
    let struck: Fault | null = null;
    for (const planned of this.#plan) {
      const { match, nth } = planned.fault;
      if ((match?.method ?? method) !== method || match?.path?.test(path) === false || match?.query?.test(query) === false) continue;
      planned.seen += 1;
      if (nth === undefined || planned.seen === nth) struck ??= planned.fault;
    }
    return struck;
  }

  #ofSeed(path: string, call: string): Fault | null {
    if (!this.#seeded || (!path.startsWith('/v1/') && !path.startsWith('/drive/'))) return null;
    const { seed, rate, kinds, seen } = this.#seeded;
    const times = (seen.get(call) ?? 0) + 1;
    seen.set(call, times);
    if (hash(seed, `${times} ${call}`) / 2 ** 32 >= rate) return null;
    return kinds[hash(seed + 1, `${times} ${call}`) % kinds.length] ?? null;
  }
}
