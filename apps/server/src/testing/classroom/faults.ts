import { hash } from './chance.ts';

/**
 * What goes wrong with a call:
 * `status` it is refused and changes nothing; `delay` it is done later; `hang` nothing ever comes and nothing changes;
 * `html` a page of a proxy in between comes instead and nothing changes; `lostAnswer` it is done and the line is cut before
 * the answer; `cut` it is done and the line is cut within the answer; `garbage` it is done and the answer is no JSON; `meanwhile` nothing goes wrong, but `act` happens just before it;
 * `changed` it is done and `change` says what is answered instead.
 */
export type FaultKind = 'status' | 'delay' | 'hang' | 'html' | 'lostAnswer' | 'cut' | 'garbage' | 'meanwhile' | 'changed';

export interface Fault {
  kind: FaultKind;
  /** Of `status` (500 without it) and `html` (502 without it). */
  status?: number;
  /** Goes before the words of the error, as "@CourseNotModifiable"; "FAILED_PRECONDITION" stands for that form of 400. */
  reason?: string;
  /** Of `status`: the header Retry-After. */
  retryAfterSeconds?: number;
  /** Of `meanwhile`: what somebody does at Google in between. */
  act?: () => void;
  /** Of `changed`: the body that is answered, given the true one. */
  change?: (body: Record<string, unknown>) => object;
  /** Of `hang`: it is done all the same, and nothing comes of it. */
  isDone?: boolean;
  /** Of `delay`, in real milliseconds. */
  delayMs?: number;
}

export interface PlannedFault extends Fault {
  match?: { method?: string; path?: RegExp; query?: RegExp };
  /** Only the n-th call that matches, from 1; without it every one. */
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

/** Faults by plan, and by seed: the n-th call of a verb and path goes wrong in the same way in every run, in whatever order
 * paths are called. */
export class Faults {
  #plan: { fault: PlannedFault; seen: number }[] = [];
  #seeded: { seed: number; rate: number; kinds: readonly Fault[]; seen: Map<string, number> } | null = null;
  /** How many went wrong so far. */
  struck = 0;

  /** Takes the place of the plan before. */
  plan(faults: readonly PlannedFault[]): void {
    this.#plan = faults.map((fault) => ({ fault, seen: 0 }));
  }

  /** Of calls of Classroom, Drive and Pub/Sub. `rate`: the share of them that go wrong, from 0 to 1. `kinds`: what may happen; without them everything but delays and silence. */
  seeded(seed: number, rate: number, kinds: readonly Fault[] = seededKinds): void {
    this.#seeded = { seed, rate, kinds, seen: new Map() };
  }

  clear(): void {
    this.#plan = [];
    this.#seeded = null;
  }

  /** What happens to this call, or null. */
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
