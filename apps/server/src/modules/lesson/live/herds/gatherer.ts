import { Gates } from '../../../../platform/waiting/index.ts';
import { monotonicMs } from '../../../../platform/clock.ts';

/** The result of one member of a shared commit. */
export type Settled<Result> = { ok: true; result: Result } | { ok: false; error: unknown };

/** Measurements of one batch. */
export interface BatchReport {
  size: number;
  /** The time that the first member waited for its turn. */
  waitedMs: number;
  tookMs: number;
}

export interface GathererOptions<Member, Result> {
  /**
   * Processes all members and returns each one's result, in the given order. `isAlone`: it may wait, since nobody else
   * is in the batch.
   */
  commit: (room: number, members: readonly Member[], isAlone: boolean) => Promise<Settled<Result>[]>;
  onBatch?: ((report: BatchReport) => void) | undefined;
  /**
   * The maximum number of parallel batches over all rooms; the remaining database connections are for everything else.
   * The default is 8.
   */
  atOnce?: number;
}

/** The maximum wait of the first member of a batch, when its room has no batch in progress. */
const GATHERED_MS = 10;
/** The maximum number of members in one transaction; the rest form the next one. */
const MOST_TOGETHER = 250;
const AT_ONCE = 8;
/** The maximum number of parallel batches for members that are committed alone. */
const ALONE_AT_ONCE = 4;

interface Waiting<Member, Result> {
  member: Member;
  sinceMs: number;
  settle: (settled: Settled<Result>) => void;
}

interface Room<Member, Result> {
  waiting: Waiting<Member, Result>[];
  /** True when a batch of this room is running or queued. */
  isUnderWay: boolean;
  timer: NodeJS.Timeout | null;
}

/**
 * Gathers simultaneous calls by room. A single call starts immediately. Calls that arrive while a batch of the room
 * runs are gathered: for 10 ms from the first of them, and until that batch has ended. Rooms take turns.
 */
export class Gatherer<Member, Result> {
  readonly #options: GathererOptions<Member, Result>;
  readonly #rooms = new Map<number, Room<Member, Result>>();
  readonly #batches: Gates<'batch'>;
  readonly #alone = new Gates<'alone'>(ALONE_AT_ONCE);

  constructor(options: GathererOptions<Member, Result>) {
    this.#options = options;
    this.#batches = new Gates(options.atOnce ?? AT_ONCE);
  }

  /** Adds a member to the next batch of its room. @throws the error that `commit` returns for this member */
  gather(key: number, member: Member): Promise<Result> {
    return new Promise((resolve, reject) => {
      const settle = (settled: Settled<Result>): void => (settled.ok ? resolve(settled.result) : reject(settled.error));
      const room = this.#rooms.get(key) ?? { waiting: [], isUnderWay: false, timer: null };
      this.#rooms.set(key, room);
      room.waiting.push({ member, sinceMs: monotonicMs(), settle });
      this.#beginWhenDue(key, room, false);
    });
  }

  /** Commits a member alone, since it would delay others. @throws the error that `commit` returns for this member */
  async alone(key: number, member: Member): Promise<Result> {
    const settled = await this.#alone.run('alone', () => this.#commit(key, [{ member, sinceMs: monotonicMs() }], true));
    if (settled[0]!.ok) return settled[0]!.result;
    throw settled[0]!.error;
  }

  #beginWhenDue(key: number, room: Room<Member, Result>, othersCome: boolean): void {
    const [first] = room.waiting;
    if (room.isUnderWay || !first) return;
    const isFull = room.waiting.length >= MOST_TOGETHER;
    if (room.timer && !isFull) return; // it gathers
    const waitsMs = othersCome && !isFull ? GATHERED_MS - (monotonicMs() - first.sinceMs) : 0;
    if (waitsMs > 0) {
      room.timer = setTimeout(() => {
        room.timer = null;
        this.#begin(key, room);
      }, waitsMs);
      return;
    }
    if (room.timer) clearTimeout(room.timer);
    room.timer = null;
    this.#begin(key, room);
  }

  #begin(key: number, room: Room<Member, Result>): void {
    room.isUnderWay = true;
    void this.#batches
      .run('batch', async () => {
        const batch = room.waiting.splice(0, MOST_TOGETHER); // including calls that arrived while it waited for its turn
        const settled = await this.#commit(key, batch, false);
        batch.forEach(({ settle }, index) => settle(settled[index]!));
      })
      .then(() => {
        room.isUnderWay = false;
        if (room.waiting.length === 0) this.#rooms.delete(key);
        else this.#beginWhenDue(key, room, true);
      });
  }

  /** Commits a batch. Never rejects: a failure of the whole becomes a failure of each member. */
  async #commit(key: number, batch: readonly Pick<Waiting<Member, Result>, 'member' | 'sinceMs'>[], isAlone: boolean): Promise<Settled<Result>[]> {
    const startedMs = monotonicMs();
    try {
      return await this.#options.commit(
        key,
        batch.map(({ member }) => member),
        isAlone,
      );
    } catch (error) {
      return batch.map(() => ({ ok: false, error }));
    } finally {
      this.#options.onBatch?.({ size: batch.length, waitedMs: startedMs - batch[0]!.sinceMs, tookMs: monotonicMs() - startedMs });
    }
  }
}
