import { type Entered, type GuessClock, Lane, type SharedLanes } from './lane.ts';
import { MEMORY_MS } from './lane-state.ts';
import { placeOf } from './place.ts';

/**
 * A cache with a limited number of keys. When it is full, it drops the key that was unused for longest among those that
 * may go.
 */
class Remembered<T> {
  readonly #values = new Map<string, T>();
  readonly #most: number;
  readonly #make: (key: string) => T;
  readonly #mayGo: (value: T) => boolean;

  constructor(most: number, make: (key: string) => T, mayGo: (value: T) => boolean) {
    this.#most = most;
    this.#make = make;
    this.#mayGo = mayGo;
  }

  get(key: string): T {
    const value = this.#values.get(key) ?? this.#make(key);
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#forgetOne();
    return value;
  }

  get size(): number {
    return this.#values.size;
  }

  #forgetOne(): void {
    for (const [key, value] of this.#values) {
      if (!this.#mayGo(value)) continue;
      this.#values.delete(key);
      return;
    }
  }
}

/** The number of failures that cost nothing, by where they come from. */
const FREE_FAILURES = { place: 3, guessingPlace: 1, account: 20, knownDevice: 20 } as const;
/**
 * The number of recent failures after which a place counts as guessing. Everyone there then has fewer free failures.
 */
export const GUESSING_PLACE = 100;
/** The maximum number of attempts in a lane. */
const LONGEST = { place: 10, account: 200, knownDevice: 10 } as const;
const REMEMBERED = 100_000;
const REMEMBERED_DEVICES = 50;

export interface Try {
  /** The text typed as the account, even when no such account exists. */
  accountKey: string;
  address: string;
  /** The id that the browser uses for this account, or empty for none. */
  device: string;
  /** True when this device signed in to this account before. */
  isKnownDevice: boolean;
}

export interface Outcome {
  isRight: boolean;
  /**
   * The remembered failures at this account from this place or device, including this one; 0 when the password was
   * right.
   */
  failures: number;
  /** The remembered failures from this place, at any account; 0 when the password was right. */
  placeFailures: number;
}

/** The state that this process holds of one account from one place. */
interface Pair {
  lane: Lane;
  /**
   * The attempts at this process, including refused ones. Devices with the fewest attempts come first, so persistent
   * guessers come last.
   */
  triesByDevice: Map<string, number>;
  latestMs: number;
}

interface ThrottleOptions {
  clock: GuessClock;
  lanes: SharedLanes;
}

/**
 * Slows guessing down, and no guess takes the place of another person's attempt:
 * - attempts at one account from one place have a lane of their own, in which devices with the fewest attempts come
 *   first;
 * - beyond the first of a place, they also share the account's lane, in which places with the fewest attempts come
 *   first;
 * - a device that signed in to the account before has a lane of its own, with more room;
 * - a place that tries many accounts gets fewer free failures for each, and no queue, so other people there do not
 *   wait. An account that does not exist is treated like one that does. All processes share the failures and the
 *   attempts being checked. Waiting attempts stay in the process that received them, which reports to the lane its own
 *   next attempt.
 */
export class SignInThrottle {
  readonly #clock: GuessClock;
  readonly #shared: SharedLanes;
  readonly #pairs: Remembered<Pair>;
  readonly #accounts: Remembered<Lane>;
  readonly #devices: Remembered<Lane>;

  constructor({ clock, lanes }: ThrottleOptions) {
    this.#clock = clock;
    this.#shared = lanes;
    const isIdle = (lane: Lane): boolean => lane.isIdle;
    const make = (name: string, free: () => Promise<number> | number, longest: number): Lane => new Lane({ clock, shared: lanes, name, free, longest });
    this.#accounts = new Remembered(REMEMBERED, (key) => make(`account ${key}`, () => FREE_FAILURES.account, LONGEST.account), isIdle);
    this.#devices = new Remembered(REMEMBERED, (key) => make(`device ${key}`, () => FREE_FAILURES.knownDevice, LONGEST.knownDevice), isIdle);
    this.#pairs = new Remembered(
      REMEMBERED,
      (key) => {
        const place = key.split(' ', 1)[0] as string;
        const free = async (): Promise<number> =>
          (await lanes.countFailures(laneOfPlace(place))) >= GUESSING_PLACE ? FREE_FAILURES.guessingPlace : FREE_FAILURES.place;
        return { lane: make(`pair ${key}`, free, LONGEST.place), triesByDevice: new Map<string, number>(), latestMs: clock.nowMs() };
      },
      ({ lane }) => lane.isIdle,
    );
  }

  /**
   * Runs a check when its turn has come. `check` resolves to true when the password was right. @throws
   * TOO_MANY_REQUESTS
   */
  run(who: Try, check: () => Promise<boolean>): Promise<Outcome> {
    return who.isKnownDevice ? this.#onKnownDevice(who, check) : this.#fromPlace(who, check);
  }

  async #onKnownDevice({ accountKey, device, address }: Try, check: () => Promise<boolean>): Promise<Outcome> {
    const own = this.#devices.get(`${device} ${accountKey}`);
    const tried = await enter(own, { rank: 0, group: '', forgives: true }, check);
    return tried.isRight ? right : { ...tried, placeFailures: await this.#shared.countFailures(laneOfPlace(placeOf(address))) };
  }

  async #fromPlace({ accountKey, address, device }: Try, check: () => Promise<boolean>): Promise<Outcome> {
    const place = placeOf(address);
    const pair = this.#pairs.get(`${place} ${accountKey}`);
    if (pair.lane.isIdle && this.#clock.nowMs() - pair.latestMs > MEMORY_MS) pair.triesByDevice.clear();
    pair.latestMs = this.#clock.nowMs();
    const ofDevice = pair.triesByDevice.get(device) ?? 0;
    if (pair.triesByDevice.size < REMEMBERED_DEVICES || ofDevice > 0) pair.triesByDevice.set(device, ofDevice + 1);
    let placeFailures = 0;
    const look = async (): Promise<boolean> => {
      const isRight = await check();
      if (!isRight) placeFailures = await this.#shared.addFailure(laneOfPlace(place));
      return isRight;
    };
    const tried = await enter(pair.lane, { rank: ofDevice, group: device, forgives: true }, async ({ failures, tries, isAlone }) => {
      const account = this.#accounts.get(accountKey);
      const isFirst = failures === 0 && isAlone;
      if (!isFirst) return (await enter(account, { rank: tries - 1, group: place, forgives: false }, look)).isRight;
      const isRight = await look();
      if (!isRight) await this.#shared.addFailure(`account ${accountKey}`);
      return isRight;
    });
    if (!tried.isRight) return { ...tried, placeFailures };
    pair.triesByDevice.clear();
    return right;
  }
}

const right: Outcome = { isRight: true, failures: 0, placeFailures: 0 };

const laneOfPlace = (place: string): string => `place ${place}`;

/** Enters a lane. The reservation is released when the attempt was right, and when it was never checked. */
async function enter(
  lane: Lane,
  { rank, group, forgives }: { rank: number; group: string; forgives: boolean },
  work: (entered: Entered) => Promise<boolean>,
): Promise<{ isRight: boolean; failures: number }> {
  const entered = await lane.enter(rank, group);
  let isRight: boolean;
  try {
    isRight = await work(entered);
  } catch (error) {
    await lane.leave(true, false);
    throw error;
  }
  return { isRight, failures: await lane.leave(isRight, forgives) };
}
