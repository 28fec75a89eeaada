/**
 * An error when a Google list may lag behind a call whose response was lost: the thing is looked up again before it is
 * created again.
 */
export class ListLagging extends Error {
  readonly inMs = 10_000;
}
