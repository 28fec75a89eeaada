import type { Db } from '../../../../platform/database/index.ts';
import { listAccountsByIds, listClassRoles, nameOf } from '../known-queries.ts';
import { computeClassOutcome } from './judge-class.ts';
import { membersOf, type SourceOf } from './propose.ts';
import type { Candidate, MeetingMember, MeetingRow } from './queries.ts';

interface JudgeMeans {
  members: ReadonlyMap<string, readonly MeetingMember[]>;
  roles: Awaited<ReturnType<typeof listClassRoles>>;
  isWhole: boolean;
  sourceOf: SourceOf;
}

/** Returns the outcome for the people of a roster's class in a class of ours. */
export function computeMemberOutcome(row: MeetingRow, course: Candidate, { members, roles, isWhole, sourceOf }: JudgeMeans) {
  const all = members.get(row.external_id) ?? [];
  const listed = all.flatMap(({ number, local_id, role, is_left, is_added }) =>
    is_left || is_added || role === null ? [] : [{ number, accountId: local_id, role }],
  );
  const isOther = course.people_source !== null && course.people_source !== sourceOf(row.school_id);
  // a faulty row may be about anyone: nobody leaves because of it
  const isSound = !all.some(({ is_left }) => is_left);
  return computeClassOutcome(listed, { ownerId: course.owner_id, roles: roles.get(course.id) ?? new Map(), isOther }, { isWhole: isWhole && isSound });
}

interface ExchangeMeans {
  tx: Db;
  importId: number;
  /** True when the roster's lists are complete. */
  isWhole: boolean;
  sourceOf: SourceOf;
}

/** The people who would join a class of ours, leave it, and stay. */
export interface Exchange {
  come: number;
  go: number;
  stay: number;
  /** The first names of those who join; the next field has those who leave. */
  coming: string[];
  going: string[];
}

const MOST_NAMES = 10;

/** Returns the effect of each roster class on the class of ours paired with it, by the number of its row. */
export async function computeExchanges(
  { tx, importId, isWhole, sourceOf }: ExchangeMeans,
  pairs: readonly { row: MeetingRow; course: Candidate }[],
): Promise<Map<number, Exchange>> {
  const members = await membersOf(
    tx,
    importId,
    pairs.map(({ row }) => row),
  );
  const roles = await listClassRoles(
    tx,
    pairs.map(({ course }) => course.id),
  );
  const judged = pairs.map(({ row, course }) => ({ row, ...computeMemberOutcome(row, course, { members, roles, isWhole, sourceOf }) }));
  const accounts = await listAccountsByIds(
    tx,
    judged.flatMap(({ goes }) => goes.slice(0, MOST_NAMES)),
  );
  return new Map(
    judged.map(({ row, people, goes }) => {
      const count = (outcome: string): number => people.filter((one) => one.outcome === outcome).length;
      const names = new Map((members.get(row.external_id) ?? []).map(({ number, name }) => [number, name]));
      const coming = people.filter(({ outcome }) => outcome === 'new').map(({ number }) => names.get(number) ?? '');
      return [
        row.number,
        {
          ...{ come: count('new'), go: goes.length, stay: count('same') + count('changed') },
          ...{ coming: coming.slice(0, MOST_NAMES), going: goes.slice(0, MOST_NAMES).map((id) => nameOf(accounts.get(id))) },
        },
      ];
    }),
  );
}
