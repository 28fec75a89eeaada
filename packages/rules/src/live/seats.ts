/**
 * The letters of a lesson's code: consonants, so that no code is a word, and none that a person confuses with another
 * on a wall. Six of them make 34 million codes.
 */
export const CODE_LETTERS = 'BCDFGHJKMNPRSTVWXZ';
export const CODE_LENGTH = 6;

/** Letters and digits that people type or read in place of a letter of a code. None of these is in a code, so each has one meaning. */
const CONFUSED: Readonly<Record<string, string>> = { O: 'D', Q: 'D', 0: 'D', I: 'J', L: 'J', 1: 'J', U: 'V', Y: 'V', E: 'F', 8: 'B', 6: 'G', 5: 'S', 2: 'Z' };

/**
 * Returns the code that a person meant: small letters, wide letters, spaces and dashes count as typed well, and letters
 * that look alike as the one that codes have. Null when it cannot be a code (LIVE-85).
 */
export function readCode(typed: string): string | null {
  const letters = [...typed.normalize('NFKC').toUpperCase()].filter((letter) => !/[\s\p{P}\p{Cf}]/u.test(letter)).map((letter) => CONFUSED[letter] ?? letter);
  return letters.length === CODE_LENGTH && letters.every((letter) => CODE_LETTERS.includes(letter)) ? letters.join('') : null;
}

/** The number of wrong codes from one address within `minutes`, after which no code is read from there. */
export const CODE_GUESSES = { max: 40, minutes: 10 } as const;

/**
 * The number of wrong codes from one address within the same time, after which not even a code that was typed rightly from
 * there is read (LIVE-128).
 */
export const MAX_WRONG_CODES = 400;

/** The guests that may come to one rehearsal (LIVE-127). */
export const MAX_GUESTS = 60;

/** The fewest letters of a name for which names are shown. */
export const NAME_LETTERS = 3;
/** The maximum number of names that are shown for what somebody typed. */
export const MAX_NAMES = 8;

export const PIN_LENGTH = 4;

/** The first digits of the scripts in which people type numbers. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xe50, 0xff10];

/** Returns the four digits that somebody typed, in any script and with spaces, or null when it is no PIN (LIVE-87). */
export function readPin(typed: string): string | null {
  const digits = [...typed.replace(/[\s\p{P}\p{Cf}]/gu, '')].map((digit) => {
    const point = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => point >= first && point < first + 10);
    return zero === undefined ? 'x' : String(point - zero);
  });
  const pin = digits.join('');
  return /^\d{4}$/.test(pin) ? pin : null;
}

/** The number of wrong PINs after which the seat waits, and for how long. */
export const PIN_GUESSES = { max: 5, minutes: 10 } as const;

/** The wrong PINs at a seat: how many since the last right one, and the milliseconds since the last. */
export interface PinGuesses {
  wrong: number;
  lastMsAgo: number;
}

/** Returns the minutes for which a seat takes no PIN, or 0 (LIVE-87). */
export function minutesLocked({ wrong, lastMsAgo }: PinGuesses): number {
  if (wrong < PIN_GUESSES.max) return 0;
  return Math.max(0, Math.ceil(PIN_GUESSES.minutes - lastMsAgo / 60_000));
}

/** Returns the number of wrong PINs that still count: after the wait, guessing starts from the beginning. */
export const countWrong = (guesses: PinGuesses): number => (guesses.lastMsAgo >= PIN_GUESSES.minutes * 60_000 ? 0 : guesses.wrong);

/** The PINs that people try first. No student gets one of them. */
export const isGuessablePin = (pin: string): boolean =>
  /^(\d)\1{3}$/.test(pin) || '01234567890'.includes(pin) || '09876543210'.includes(pin) || /^(19|20)\d\d$/.test(pin);

/** The time for which a phone may ask for a seat that another phone has. */
export const ASK_MINUTES = 5;

/** A seat as it is when a phone comes. */
export interface SeatNow {
  /** True while a phone sits there. */
  isTaken: boolean;
  /** True when that phone is this one, which did not receive its seat. */
  isOwn: boolean;
  /** The state of this phone's own request; null when it has none, or an expired one. */
  request: 'open' | 'allowed' | 'refused' | null;
}

/**
 * Decides about a phone that has shown who it is: it keeps the seat that it has, and gets a free one at once; at a taken
 * one it asks and waits, until the other phone or the teacher allows it, or the seat gets free (LIVE-88).
 */
export function decideSeat({ isTaken, isOwn, request }: SeatNow): 'stay' | 'sit' | 'ask' | 'wait' | 'refused' {
  if (isOwn) return 'stay';
  if (request === 'refused') return 'refused';
  if (!isTaken || request === 'allowed') return 'sit';
  return request === 'open' ? 'wait' : 'ask';
}
