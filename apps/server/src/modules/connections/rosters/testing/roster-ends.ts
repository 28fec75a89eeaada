import { announcementCreate, inviteStudents, rosterApply, rosterGet, type RosterImportView, rosterUndo, topicCreate } from '@classwright/contract';
import { END_KINDS, type EndKind } from '@classwright/rules/sync/ends';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp, TestPerson } from '../../../../testing/index.ts';
import type { WalkedClass, WalkedKinds, WalkedRun } from '../../../class/ends/testing/walk-ends.ts';
import { postWork } from '../../../class/submissions/testing/work.ts';

/** The roster of a school with two classes: `a` of one teacher and three students, `b` of the same teacher and one. */
export interface RosterState {
  /** The number of students of class `a` who are missing from all lists. */
  left: number;
  /** The state of class `a` itself in the list, with everybody in it. */
  classA: 'listed' | 'ended' | 'missing';
}
export const WHOLE: RosterState = { left: 0, classA: 'listed' };
export const STUDENTS_OF_A = ['s1', 's2', 's3'] as const;

/** A school imported from a roster, which can be changed. */
interface RosterSchool {
  schoolId: number;
  /** Changes the roster, for the next reading only or from now on. */
  say: (state: RosterState, isOnce: boolean) => void;
  /** Returns true when the roster has been read since then. */
  hasSaid: () => boolean;
  /** Reads the roster. */
  read: () => Promise<{ roster: RosterImportView; asks: boolean }>;
}

/**
 * The kinds of things that rosters end, for the shared test walk: only memberships of classes. `start` reads the whole
 * roster of a new school once.
 */
export const rosterKinds = (means: () => { app: TestApp; admin: TestPerson; start: () => Promise<RosterSchool> }): WalkedKinds =>
  Object.fromEntries(END_KINDS.map((kind) => [kind, { so: kind === 'member' ? 'ends' : 'stays', begin: () => begin(means(), kind) }] as const)) as WalkedKinds;

async function begin({ app, admin, start }: { app: TestApp; admin: TestPerson; start: () => Promise<RosterSchool> }, kind: EndKind): Promise<WalkedClass> {
  const school = await start();
  const { schoolId } = school;
  const read = async (): Promise<WalkedRun> => {
    const { roster, asks } = await school.read();
    return { asks, ended: roster.counts.member.ends, ...actsOn(app, admin, roster) };
  };
  await (await read()).finish(false);
  const course = await app.db
    .selectFrom('courses')
    .select(['id', 'owner_id'])
    .where('school_id', '=', schoolId)
    .where('name', '=', 'Class a')
    .executeTakeFirstOrThrow();
  if (kind !== 'member') await fill(app, course);
  return {
    here: () => listHere(app, kind, { courseId: course.id, schoolId }),
    strike: (most, isOnce) =>
      school.say(kind === 'member' ? { ...WHOLE, left: most } : { left: Infinity, classA: kind === 'class' ? 'ended' : 'missing' }, isOnce),
    hasStruck: school.hasSaid,
    heal: () => school.say(WHOLE, false),
    read,
    endOne: () => school.say({ ...WHOLE, left: 1 }, false),
  };
}

/** Returns a person's actions on the preview of a roster. */
const actsOn = (app: TestApp, admin: TestPerson, { id, total_rows: rows }: RosterImportView) => ({
  async finish(consents: boolean): Promise<void> {
    if (rows === 0) return; // nothing would change
    const body = { create_accounts: true, confirm_many_ends: consents };
    expect((await admin.call(rosterApply, { params: { id }, body })).error).toBeNull();
    await app.server.jobs.runDue();
    expect((await admin.call(rosterGet, { params: { id } })).body.import).toMatchObject({ status: 'finished', failed_rows: 0 });
  },
  async undo(): Promise<void> {
    expect((await admin.call(rosterUndo, { params: { id } })).error).toBeNull();
    await app.server.jobs.runDue();
    expect((await admin.call(rosterGet, { params: { id } })).body.import.undo).toMatchObject({ status: 'finished', stays: 0 });
  },
});

/** Adds one of everything to a class that no roster knows. */
async function fill(app: TestApp, { id: courseId, owner_id: accountId }: { id: number; owner_id: number }): Promise<void> {
  const token = await app.signIn(accountId);
  const made = [
    await app.call(topicCreate, { body: { name: 'Forces', external_course_id: courseId } }, { token }),
    await app.call(announcementCreate, { body: { text: 'Bring a ruler.', students: ['ALL_STUDENTS'], courses: [courseId] } }, { token }),
    await app.call(inviteStudents, { body: { userId: `later-${courseId}@roster.test`, courseId } }, { token }),
  ];
  for (const { error } of made) expect(error).toBeNull();
  for (const work of [{ title: 'Energy' }, { title: 'Reading', work_type: 'MATERIAL' as const, kind: 'MATERIAL' as const, max_points: null }])
    await postWork(app, { courseId, teacher: { accountId } as TestPerson }, work);
}

/** Lists the visible things of a kind. */
async function listHere({ db }: TestApp, kind: EndKind, { courseId, schoolId }: { courseId: number; schoolId: number }): Promise<unknown[]> {
  const of: Readonly<Record<EndKind, ReturnType<typeof sql>>> = {
    class: sql`SELECT name, course_state FROM courses WHERE school_id = ${schoolId} AND archived_at IS NULL ORDER BY id`,
    member: sql`
      SELECT account_id, role, (SELECT count(*) FROM submissions JOIN course_works ON course_works.id = course_work_id
                                 WHERE course_works.course_id = ${courseId} AND submissions.account_id = course_members.account_id) AS works
        FROM course_members WHERE course_id = ${courseId} AND left_at IS NULL ORDER BY account_id`,
    topic: sql`SELECT name FROM course_topics WHERE course_id = ${courseId} AND archived_at IS NULL ORDER BY id`,
    work: sql`SELECT title FROM course_works WHERE course_id = ${courseId} AND archived_at IS NULL AND work_type <> 'MATERIAL' ORDER BY id`,
    material: sql`SELECT title FROM course_works WHERE course_id = ${courseId} AND archived_at IS NULL AND work_type = 'MATERIAL' ORDER BY id`,
    announcement: sql`SELECT id FROM announcements WHERE course_id = ${courseId} AND archived_at IS NULL ORDER BY id`,
    invitation: sql`SELECT email FROM invitations WHERE course_id = ${courseId} AND deleted_at IS NULL AND accepted_at IS NULL ORDER BY id`,
  };
  return (await of[kind].execute(db)).rows;
}
