/** One received call, for counting. */
export interface Call {
  /** The name in Google's own description: "courses.students.list". Null when it is not one of its methods. */
  id: string | null;
  method: string;
  path: string;
  query: string;
  /** The status of the response; 0 when the connection was cut or nothing was sent. */
  status: number;
  /** The time by the simulation's clock. */
  at: number;
  user: string | null;
  project: string | null;
}

export interface CallFilter {
  id?: string;
  method?: string;
  path?: RegExp;
  status?: number;
  user?: string;
}

const MOST = 300_000;

/**
 * The log of calls, each recorded just before its response is sent. The newest 300,000 are kept; the total counts all.
 */
export class CallLog {
  #calls: Call[] = [];
  #total = 0;

  get all(): readonly Call[] {
    return this.#calls;
  }

  get total(): number {
    return this.#total;
  }

  add(call: Call): void {
    this.#total += 1;
    if (this.#calls.push(call) > 2 * MOST) this.#calls = this.#calls.slice(-MOST);
  }

  list(filter: CallFilter = {}): Call[] {
    return this.#calls.filter(
      (call) =>
        (filter.id === undefined || call.id === filter.id) &&
        (filter.method === undefined || call.method === filter.method) &&
        (filter.path === undefined || filter.path.test(call.path)) &&
        (filter.status === undefined || call.status === filter.status) &&
        (filter.user === undefined || call.user === filter.user),
    );
  }

  count(filter: CallFilter = {}): number {
    return this.list(filter).length;
  }

  /** Returns the number of Classroom calls by method name. Consent, tokens and files are counted under "other". */
  byMethod(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { id } of this.#calls) counts[id ?? 'other'] = (counts[id ?? 'other'] ?? 0) + 1;
    return counts;
  }

  clear(): void {
    this.#calls = [];
    this.#total = 0;
  }
}
