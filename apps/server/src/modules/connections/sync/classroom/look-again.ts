/** Thrown where a list of Google's may lag behind a call whose answer was lost: it is looked for again before it is made again. */
export class LookAgain extends Error {
  readonly inMs = 10_000;
}
