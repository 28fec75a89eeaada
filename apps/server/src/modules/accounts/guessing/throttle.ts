import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMs } from '../../../platform/clock.ts';
import { type GuessClock, Lane } from './lane.ts';
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
  /** Failures at this account from this place or device that are remembered, this one included. */
  failures: number;
  /** Failures from this place that are remembered, whatever the account. */
  placeFailures: number;
}

/** What is known of one account from one place. */
interface Pair {
  lane: Lane;
  /** Tries, refused ones included: who tried least comes first, so that one who goes on and on is last. */
  tries: number;
  triesByDevice: Map<string, number>;
}

/**
 * Slows guessing down, and no guess takes the place of anybody else's try:
 * - tries at one account from one place have a lane of their own, in which devices that tried least come first;
 * - beyond the first of a place, they also share the account's lane, in which places that tried least come first;
 * - a device that signed in to the account before has a lane of its own, with more room;
 * - a place from which many accounts are tried gets fewer free failures for each, and no queue: its others do not wait.
 * An account that does not exist is treated like one that does. Kept in this process.
 */
export class SignInThrottle {
  readonly #pairs: Remembered<Pair>;
  readonly #accounts: Remembered<Lane>;
  readonly #devices: Remembered<Lane>;
  readonly #places: Remembered<Lane>;

  constructor(clock: GuessClock = { nowMs: monotonicMs, sleep: (ms) => wait(ms) }) {
    const isIdle = (lane: Lane): boolean => lane.isIdle;
    this.#places = new Remembered(REMEMBERED, () => new Lane(clock, () => Number.POSITIVE_INFINITY, 0), isIdle);
    this.#accounts = new Remembered(REMEMBERED, () => new Lane(clock, () => FREE_FAILURES.account, LONGEST.account), isIdle);
    this.#devices = new Remembered(REMEMBERED, () => new Lane(clock, () => FREE_FAILURES.knownDevice, LONGEST.knownDevice), isIdle);
    this.#pairs = new Remembered(
      REMEMBERED,
      (key) => {
        const place = key.split(' ', 1)[0] as string;
        const free = (): number => (this.#places.get(place).failures >= GUESSING_PLACE ? FREE_FAILURES.guessingPlace : FREE_FAILURES.place);
        return { lane: new Lane(clock, free, LONGEST.place), tries: 0, triesByDevice: new Map<string, number>() };
      },
      ({ lane }) => lane.isIdle,
    );
  }

  /** Runs a check when its turn has come; `check` says whether the password was right. @throws TOO_MANY_REQUESTS */
  async run(who: Try, check: () => Promise<boolean>): Promise<Outcome> {
    const place = this.#places.get(placeOf(who.address));
    return who.isKnownDevice ? this.#onKnownDevice(who, place, check) : this.#fromPlace(who, place, check);
  }

  async #onKnownDevice({ accountKey, device }: Try, place: Lane, check: () => Promise<boolean>): Promise<Outcome> {
    const own = this.#devices.get(`${device} ${accountKey}`);
    return this.#enter(own, 0, '', true, async () => ({ isRight: await check(), failures: own.failures + 1, placeFailures: place.failures }));
  }

  async #fromPlace({ accountKey, address, device }: Try, place: Lane, check: () => Promise<boolean>): Promise<Outcome> {
    const group = placeOf(address);
    const pair = this.#pairs.get(`${group} ${accountKey}`);
    if (pair.lane.isIdle && pair.lane.failures === 0) forgetTries(pair);
    const [tries, ofDevice] = [pair.tries, pair.triesByDevice.get(device) ?? 0];
    pair.tries += 1;
    if (pair.triesByDevice.size < REMEMBERED_DEVICES || ofDevice > 0) pair.triesByDevice.set(device, ofDevice + 1);
    const look = (): Promise<Outcome> =>
      this.#enter(place, 0, '', false, async () => ({
        isRight: await check(),
        failures: pair.lane.failures + 1,
        placeFailures: place.failures + 1,
      }));
    const outcome = await this.#enter(pair.lane, ofDevice, device, true, async () => {
      const account = this.#accounts.get(accountKey);
      const isFirst = pair.lane.failures === 0 && pair.lane.running === 1;
      if (!isFirst) return this.#enter(account, tries, group, false, look);
      const first = await look();
      if (!first.isRight) account.note();
      return first;
    });
    if (outcome.isRight) forgetTries(pair);
    return outcome;
  }

  /** The reservation in a lane is given back when the try was right, and when it was never looked at. */
  async #enter(lane: Lane, rank: number, group: string, forgives: boolean, work: () => Promise<Outcome>): Promise<Outcome> {
    await lane.enter(rank, group);
    let outcome: Outcome | null = null;
    try {
      outcome = await work();
      return outcome;
    } finally {
      lane.leave(outcome?.isRight !== false, { forgives: forgives && outcome !== null });
    }
  }
}

function forgetTries(pair: Pair): void {
  pair.tries = 0;
  pair.triesByDevice.clear();
}
