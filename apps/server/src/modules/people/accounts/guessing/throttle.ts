import { type Entered, type GuessClock, Lane, type SharedLanes } from './lane.ts';
import { MEMORY_MS } from './lane-state.ts';
import { placeOf } from './place.ts';
import { Remembered } from './remembered.ts';

/** Failures that cost nothing, by where they come from. */
const FREE_FAILURES = { place: 3, guessingPlace: 1, account: 20, knownDevice: 20 } as const;
/** A place from which so many tries failed lately is one where somebody guesses; everybody there has fewer free ones. */
export const GUESSING_PLACE = 100;
/** How many tries may stand in a lane. */
const LONGEST = { place: 10, account: 200, knownDevice: 10 } as const;
const REMEMBERED = 100_000;
const REMEMBERED_DEVICES = 50;

export interface Try {
  /** What was typed as the account, whether there is one or not. */
  accountKey: string;
  address: string;
  /** What the browser calls itself for this account; empty: nothing. */
  device: string;
  /** This device signed in to this account before. */
  isKnownDevice: boolean;
}

export interface Outcome {
  isRight: boolean;
  /** Failures at this account from this place or device that are remembered, this one included; 0 when it was right. */
  failures: number;
  /** Failures from this place that are remembered, whatever the account; 0 when it was right. */
  placeFailures: number;
}

/** What this process knows of one account from one place. */
interface Pair {
  lane: Lane;
  /** Tries at this process, refused ones included: who tried least comes first, so that one who goes on and on is last. */
  triesByDevice: Map<string, number>;
  latestMs: number;
}

interface ThrottleOptions {
  clock: GuessClock;
  lanes: SharedLanes;
}

/**
 * Slows guessing down, and no guess takes the place of anybody else's try:
 * - tries at one account from one place have a lane of their own, in which devices that tried least come first;
 * - beyond the first of a place, they also share the account's lane, in which places that tried least come first;
 * - a device that signed in to the account before has a lane of its own, with more room;
 * - a place from which many accounts are tried gets fewer free failures for each, and no queue: its others do not wait.
 * An account that does not exist is treated like one that does. Failures and who is looked at are known to all processes;
 * who waits stands in the process that was asked, which says at the lane who of its own comes next.
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

  /** Runs a check when its turn has come; `check` says whether the password was right. @throws TOO_MANY_REQUESTS */
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

/** The reservation in a lane is given back when the try was right, and when it was never looked at. */
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
