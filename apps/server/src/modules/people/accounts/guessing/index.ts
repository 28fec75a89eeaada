/**
 * What guessing costs, and that nobody pays for somebody else's: lanes for tries, fair turns for hashing.
 * How it is meant: docs/decisions/guessing-is-slow-and-locks-nobody-out.md.
 */
export { neighbourhoodOf, placeOf } from './place.ts';
export type { GuessClock } from './lane.ts';
export { createStoredLanes, forgetLanes } from './stored-lanes.ts';
export { type Outcome, SignInThrottle } from './throttle.ts';
