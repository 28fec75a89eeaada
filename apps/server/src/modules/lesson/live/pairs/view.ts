import type { StaffPairsView } from '@classwright/contract';
import type { PairWish } from '@classwright/rules/live/pairing/wishes';
import type { Db } from '../../../../platform/database/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { type SessionQuestions, validIdsOf } from '../questions.ts';
import type { SessionRow } from '../queries.ts';
import { type DivisionRow, listDivisions, listLastPartners, listPairPeople, listWishes } from './queries.ts';

export interface PairsDependencies {
  questions: SessionQuestions;
  /** Returns who has an open socket of a lesson. */
  listConnected: (assessmentId: number) => Promise<{ accounts: ReadonlySet<number> }>;
}

/** Everything that groups of a run are made from and shown with. */
export interface PairsState {
  people: StaffPairsView['people'];
  here: number[];
  /** The newest groups first. */
  divisions: DivisionRow[];
}

type RunningSession = Pick<SessionRow, 'id' | 'assessment_id' | 'course_id'>;

/**
 * Loads the groups of a run and everybody who is here: students of the class who have logged in, and are connected or
 * have a post in Form - 1A (LIVE-91).
 */
export async function loadPairs({ questions, listConnected }: PairsDependencies, db: Db, session: RunningSession): Promise<PairsState> {
  const rows = await listPairPeople(db, session.course_id, session.id);
  const partners = await listLastPartners(db, session.course_id, session.id);
  const valid = validIdsOf(await questions.get(db, session.id, 1));
  const divisions = await listDivisions(db, session.id);
  const connected = (await listConnected(session.assessment_id)).accounts;
  const here = rows.filter(({ account_id, is_member, has_post }) => is_member && (has_post || connected.has(account_id)));
  const placed = new Set([...here.map(({ account_id }) => account_id), ...divisions.flatMap(({ groups }) => groups.flatMap((group) => group.account_ids))]);
  return {
    people: rows
      .filter(({ account_id }) => placed.has(account_id))
      .map((row) => ({
        account_id: row.account_id,
        name: fullName(row),
        response_id: row.response_id,
        right: row.response_id !== null && valid.has(row.response_id),
        partners: partners.get(row.account_id) ?? [],
      })),
    here: here.map(({ account_id }) => account_id),
    divisions,
  };
}

/** Returns the wishes of a class for the rules. */
export async function loadWishes(db: Db, courseId: number): Promise<PairWish[]> {
  return (await listWishes(db, courseId)).map(({ kind, students }) => ({ kind, account_ids: students.map(({ account_id }) => account_id) }));
}

export function toStaffPairs(sessionId: number, { people, here, divisions }: PairsState): StaffPairsView {
  const newest = divisions[0];
  return {
    session_id: sessionId,
    people,
    here,
    division: newest
      ? {
          revision: newest.revision,
          size: newest.size as 2 | 3 | 4,
          published: newest.published,
          changed_by: newest.changed_by,
          groups: newest.groups.map(({ id, is_locked, account_ids }) => ({ id, locked: is_locked, account_ids })),
        }
      : null,
    has_published: divisions.some(({ published }) => published),
  };
}
