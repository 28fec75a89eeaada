/** The position in the queue: places take turns, and within a place the people who wait there. */
export interface Turn {
  place: string;
  who: string;
}

interface Job {
  begin: () => void;
  refuse: () => void;
}

/**
 * Limits how much costly work runs at a time, and serves the waiting in fair turns: a place with a thousand requests
 * delays another one by one of them. At most `longest` wait; after that the last one in the place with the most waiting
 * is refused.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #longest: number;
  readonly #refusal: () => Error;
  readonly #places = new Map<string, Map<string, Job[]>>();
  #waiting = 0;
  #running = 0;

  constructor({ atOnce, longest, refusal }: { atOnce: number; longest: number; refusal: () => Error }) {
    this.#atOnce = atOnce;
    this.#longest = longest;
    this.#refusal = refusal;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` when its turn has come. Rejects with the refusal when the queue is full. */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce && this.#waiting === 0) this.#running += 1;
    else await this.#wait(turn);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #wait({ place, who }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const people = this.#places.get(place) ?? new Map<string, Job[]>();
      const jobs = people.get(who) ?? [];
      jobs.push({ begin: resolve, refuse: () => reject(this.#refusal()) });
      people.set(who, jobs);
      this.#places.set(place, people);
      this.#waiting += 1;
      if (this.#waiting > this.#longest) this.#refuseOne();
    });
  }

  #next(): void {
    const [place] = this.#places;
    if (!place || this.#running >= this.#atOnce) return;
    const [name, people] = place;
    const [who, jobs] = [...people.entries()][0] as [string, Job[]];
    const job = jobs.shift() as Job;
    // Both move to the end of their queues.
    people.delete(who);
    if (jobs.length > 0) people.set(who, jobs);
    this.#places.delete(name);
    if (people.size > 0) this.#places.set(name, people);
    this.#waiting -= 1;
    this.#running += 1;
    job.begin();
  }

  #refuseOne(): void {
    const [name, people] = longestOf(this.#places, (waiting) => [...waiting.values()].reduce((sum, jobs) => sum + jobs.length, 0));
    const [who, jobs] = longestOf(people, ({ length }) => length);
    const job = jobs.pop() as Job;
    if (jobs.length === 0) people.delete(who);
    if (people.size === 0) this.#places.delete(name);
    this.#waiting -= 1;
    job.refuse();
  }
}

function longestOf<T>(of: ReadonlyMap<string, T>, lengthOf: (value: T) => number): [string, T] {
  let longest: [string, T] | null = null;
  let length = -1;
  for (const entry of of) {
    const own = lengthOf(entry[1]);
    if (own >= length) [longest, length] = [entry, own]; // the last of equals came last
  }
  return longest as [string, T];
}
