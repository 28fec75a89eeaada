import { Lanes } from '../../../../platform/lanes.ts';
import { monotonicMs } from '../../../../platform/clock.ts';

/** What has become of one who was committed together with others. */
export type Settled<Result> = { ok: true; result: Result } | { ok: false; error: unknown };

/** How one batch went, for those who measure. */
export interface BatchReport {
  size: number;
  /** How long the first of it waited for its turn. */
  waitedMs: number;
  tookMs: number;
}

export interface GathererOptions<Member, Result> {
  /** Does what is asked for all, and says of each what has become of it, in the order given. `isAlone`: it may wait, nobody waits with it. */
  commit: (room: number, members: readonly Member[], isAlone: boolean) => Promise<Settled<Result>[]>;
  onBatch?: ((report: BatchReport) => void) | undefined;
}

/** How long the first of a batch waits at most, once its room has nothing under way. */
const GATHERED_MS = 10;
/** So many at most in one transaction: the others make the next. */
const MOST_TOGETHER = 250;
/** Batches at a time, of all rooms: the rest of the database's connections are for everything else. */
const AT_ONCE = 8;
/** The same for those who go alone. */
const ALONE_AT_ONCE = 4;

interface Waiting<Member, Result> {
  member: Member;
  sinceMs: number;
  settle: (settled: Settled<Result>) => void;
}

interface Room<Member, Result> {
  waiting: Waiting<Member, Result>[];
  /** A batch of this room is under way, or has its place in the queue. */
  isUnderWay: boolean;
  timer: NodeJS.Timeout | null;
}

/**
 * Gathers what comes in one room at once. Who comes alone begins at once. Who comes while a batch of the room is under way
 * is gathered: for 10 ms from the first of them, and until that batch has ended. Rooms take turns.
 */
export class Gatherer<Member, Result> {
  readonly #options: GathererOptions<Member, Result>;
  readonly #rooms = new Map<number, Room<Member, Result>>();
  readonly #batches = new Lanes<'batch'>(AT_ONCE);
  readonly #alone = new Lanes<'alone'>(ALONE_AT_ONCE);

  constructor(options: GathererOptions<Member, Result>) {
    this.#options = options;
  }

  /** @throws what `commit` says of this member */
  gather(key: number, member: Member): Promise<Result> {
    return new Promise((resolve, reject) => {
      const settle = (settled: Settled<Result>): void => (settled.ok ? resolve(settled.result) : reject(settled.error));
      const room = this.#rooms.get(key) ?? { waiting: [], isUnderWay: false, timer: null };
      this.#rooms.set(key, room);
      room.waiting.push({ member, sinceMs: monotonicMs(), settle });
      this.#beginWhenDue(key, room, false);
    });
  }

  /** For one who would keep others waiting. @throws what `commit` says of this member */
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
        const batch = room.waiting.splice(0, MOST_TOGETHER); // who came while it waited for its turn, too
        const settled = await this.#commit(key, batch, false);
        batch.forEach(({ settle }, index) => settle(settled[index]!));
      })
      .then(() => {
        room.isUnderWay = false;
        if (room.waiting.length === 0) this.#rooms.delete(key);
        else this.#beginWhenDue(key, room, true);
      });
  }

  /** Never rejects: what fails as a whole fails for each. */
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
