import { expect, test } from 'vitest';
import { listMissingTwice, ReadAgain } from './grounds.ts';

const things = (...ids: string[]) => ids.map((external_id) => ({ external_id }));

/** The ids that end, or those that the next read has in mind. */
function outcome(ending: string[], before: string[] | undefined, isStated: boolean): { ends: string[] } | { readAgain: readonly string[] } {
  try {
    const missed = { member: ['of another kind'], ...(before ? { work: before } : {}) };
    return { ends: listMissingTwice(things(...ending), { kind: 'work', missed, isStated }).map(({ external_id }) => external_id) };
  } catch (error) {
    if (!(error instanceof ReadAgain)) throw error;
    return { readAgain: [...new Set(error.missed.work), ...(error.missed.member?.length === 1 ? [] : ['the other kind is gone'])] };
  }
}

test.each([
  // [ending now, not found by the read before, what a list that states each end does, what a list that only lacks them does]
  [[], undefined, { ends: [] }, { ends: [] }],
  [['a', 'b'], undefined, { readAgain: ['a', 'b'] }, { readAgain: ['a', 'b'] }],
  [['a', 'b'], ['a', 'b', 'c'], { ends: ['a', 'b'] }, { ends: ['a', 'b'] }],
  [['a', 'b'], ['a'], { readAgain: ['a', 'b'] }, { ends: ['a'] }],
  [['b'], ['a'], { readAgain: ['a', 'b'] }, { ends: [] }],
] as const)('[B1890] %j ends after a read that missed %j: at once, after another read, or with the next run', (ending, before, stated, lacking) => {
  expect(outcome([...ending], before && [...before], true)).toEqual(stated);
  expect(outcome([...ending], before && [...before], false)).toEqual(lacking);
});
