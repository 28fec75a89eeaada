import type { RosterOutcome } from '@classwright/contract';
import type { RowMessage } from '../read/roster.ts';

type Role = 'TEACHER' | 'STUDENT';

/** A person in the roster's list of a class. */
export interface ListedPerson {
  number: number;
  /** The account here; null if it will be created. */
  accountId: number | null;
  role: Role;
}

/** A class here that a class of the roster is, or may be. */
export interface ClassHere {
  ownerId: number;
  /** The current members and their roles. */
  roles: ReadonlyMap<number, Role>;
  /** True when another source manages its people, so the roster only reports. */
  isOther: boolean;
}

export interface JudgedPerson {
  number: number;
  outcome: Extract<RosterOutcome, 'new' | 'changed' | 'same' | 'not_taken'>;
  /** The current role, if it changes. */
  before?: Role;
  said?: RowMessage;
}

/**
 * Returns the outcome for the people of a roster's class in a class here: who joins, whose role changes, who stays.
 * `goes`: the students here who are not on the list, if it is complete and none of its rows is faulty. Teachers who are
 * not on it stay, since lists often name one teacher of several.
 */
export function computeClassOutcome(
  listed: readonly ListedPerson[],
  { ownerId, roles, isOther }: ClassHere,
  { isWhole }: { isWhole: boolean },
): { people: JudgedPerson[]; goes: number[] } {
  const people = listed.map(({ number, accountId, role }): JudgedPerson => {
    const now = accountId === null ? undefined : roles.get(accountId);
    if (now === role) return { number, outcome: 'same' };
    if (isOther) return { number, outcome: 'not_taken', said: { column: '', value: '', code: 'otherSource' } };
    if (now === undefined) return { number, outcome: 'new' };
    if (accountId === ownerId) return { number, outcome: 'not_taken', said: { column: '', value: '', code: 'ownerRole' } };
    return { number, outcome: 'changed', before: now };
  });
  if (!isWhole || isOther) return { people, goes: [] };
  const names = new Set(listed.map(({ accountId }) => accountId));
  return { people, goes: [...roles].flatMap(([id, role]) => (role === 'STUDENT' && !names.has(id) ? [id] : [])) };
}
