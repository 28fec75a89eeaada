import { createRandom, type Random } from '../random.ts';

/** Ids and orders derived from a seed, so that a run can be repeated. */
export interface Chance {
  /** Returns a number with so many digits, as text: Google's ids are longer than a JavaScript number can hold. */
  digits(count: number): string;
  /** Returns letters and digits, as in enrollment codes and tokens. Never a secret: this server protects nothing. */
  word(count: number): string;
  /**
   * Returns the position of an id in a list that Google does not sort: from 0 to 2^32 - 1, the same for each id in
   * every run.
   */
  placeOf(id: string): number;
  /** Restarts with this seed: later ids do not depend on earlier ones. */
  restart(seed: number): void;
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

export function createChance(seed: number): Chance {
  // Two separate generators: the number of tokens depends on timing, and must not change ids.
  let [ofIds, ofWords] = [createRandom(seed), createRandom(seed + 1)];
  const pick = (random: Random, from: string, count: number) => Array.from({ length: count }, () => from[random.below(from.length)]).join('');
  return {
    digits: (count) => pick(ofIds, '123456789', 1) + pick(ofIds, '0123456789', count - 1),
    word: (count) => pick(ofWords, letters, count),
    placeOf: (id) => hash(seed, id),
    restart(next) {
      [ofIds, ofWords] = [createRandom(next), createRandom(next + 1)];
    },
  };
}

/** Returns the FNV-1a hash with a final mix: it spreads ids that differ in one digit. */
export function hash(seed: number, text: string): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b) >>> 0;
  return (value ^ (value >>> 16)) >>> 0;
}
