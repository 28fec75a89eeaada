/**
 * The most turns that the transaction of a call may take: statements one after the other, each sent once the one before is answered. On a
 * busy server each turn waits for the others' work, some tens of milliseconds, and everybody who needs what the transaction has
 * locked waits with it.
 */
const MAX_TURNS = 60;

/** Calls that may take more, with the reason. */
const MAY_TAKE_MORE: Readonly<Record<string, string>> = {
  'import.account': 'it reads files of up to 20,000 people in batches, and grants their roles, for which others wait, last',
};

/** Returns the sentence about a call whose transaction took too many turns, or null. */
export function findLongTransaction(call: string, turns: number, mayTakeMore: Readonly<Record<string, string>> = MAY_TAKE_MORE): string | null {
  if (turns <= MAX_TURNS || call in mayTakeMore) return null;
  return `a transaction of ${call} took ${turns} turns, and ${MAX_TURNS} are the most: do it in fewer statements, or name the call in testing/turns.ts with the reason`;
}
