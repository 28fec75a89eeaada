/**
 * Slows down guessing of passwords so that nobody pays for another person's guesses: lanes for attempts, fair turns for
 * hashing. The design is in docs/decisions/guessing-is-slow-and-locks-nobody-out.md.
 */
export { neighborhoodOf, placeOf } from './place.ts';
export type { GuessClock } from './lane.ts';
export { createStoredLanes, cleanUpLanes } from './stored-lanes.ts';
export { type Outcome, SignInThrottle } from './throttle.ts';
