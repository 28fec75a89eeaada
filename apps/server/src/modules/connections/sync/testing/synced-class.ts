import { syncCourses, syncCourseWorks, syncInvitations, syncRunChanges, syncRunRead, type SyncRunView } from '@classwright/contract';
import type { Fault, PlannedFault } from '../../../../testing/classroom/index.ts';
import type { SyncedSchool } from './synced-school.ts';

/**
 * Runs jobs, moving the clock over the waits between, until no run is active. `onRound` is called after each round,
 * with its number.
 */
export async function drain({ app }: SyncedSchool, onRound: (round: number) => void | Promise<void> = () => undefined): Promise<void> {
  for (let round = 0; round < 120; round += 1) {
    await app.server.jobs.runDue();
    await onRound(round);
    const live = await app.db.selectFrom('sync_runs').select('id').where('status', 'in', ['waiting', 'running']).execute();
    if (live.length === 0) return;
    await app.clock.advanceMs(61_000);
  }
  throw new Error('a run does not end');
}

export type SyncedPerson = Awaited<ReturnType<SyncedSchool['bring']>>;

export interface SyncedClassWish {
  students?: number;
  name?: string;
}

/** Creates a teacher with a class at Google that is linked here, and its students on both sides. */
export async function startSyncedClass(school: SyncedSchool, { students = 2, name }: SyncedClassWish = {}) {
  const { google, app, bring, connect, scenario } = school;
  const schoolId = await scenario.school('Europe/Berlin');
  const teacher = await bring('teachers', schoolId);
  const learners: SyncedPerson[] = [];
  for (let at = 0; at < students; at += 1) learners.push(await bring('student', schoolId));
  const asTeacher = google.asTeacher(teacher.there);
  const course = asTeacher.createCourse({ name: name ?? `Chemistry of ${teacher.there.email}` });
  for (const { there } of learners) google.asStudent(there).join(course);
  await connect(teacher);

  /** Starts a run, lets it finish over all waits, and returns it. */
  const settle = async (begun: { run: Pick<SyncRunView, 'id'> }): Promise<SyncRunView> => {
    await drain(school);
    return (await teacher.call(syncRunRead, { params: { id: begun.run.id } })).body.run;
  };
  const press = async () => settle((await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body);
  await press();
  const row = await app.db.selectFrom('courses').select('id').where('owner_id', '=', teacher.accountId).executeTakeFirstOrThrow();
  const courseId = row.id;
  return {
    ...{ schoolId, teacher, learners, course, courseId, asTeacher, settle, press },
    pressWork: async () => settle((await teacher.call(syncCourseWorks, { params: { id: courseId } })).body),
    pressInvitations: async () => settle((await teacher.call(syncInvitations, { body: { course_id: courseId } })).body),
    worksHere: () => app.db.selectFrom('course_works').selectAll().where('course_id', '=', courseId).where('archived_at', 'is', null).orderBy('id').execute(),
    worksThere: () => [...google.state.room(course.id).works.values()].filter(({ state }) => state !== 'DELETED'),
    cell: (workId: number, accountId: number) =>
      app.db.selectFrom('submissions').selectAll().where('course_work_id', '=', workId).where('account_id', '=', accountId).executeTakeFirstOrThrow(),
    changesOf: async (id: number) => (await teacher.call(syncRunChanges, { params: { id }, query: { per_page: 200 } })).body.data,
  };
}

export type SyncedClass = Awaited<ReturnType<typeof startSyncedClass>>;

/** The calls by their subject, for planned failures. */
export const CALLS = {
  listCourses: { method: 'GET', path: /\/v1\/courses$/ },
  patchCourse: { method: 'PATCH', path: /\/v1\/courses\/\d+$/ },
  students: { method: 'GET', path: /\/students$/ },
  teachers: { method: 'GET', path: /\/teachers$/ },
  topics: { method: 'GET', path: /\/topics$/ },
  works: { method: 'GET', path: /\/courseWork$/ },
  materials: { method: 'GET', path: /\/courseWorkMaterials$/ },
  announcements: { method: 'GET', path: /\/announcements$/ },
  submissions: { method: 'GET', path: /\/studentSubmissions$/ },
  invitations: { method: 'GET', path: /\/v1\/invitations$/ },
  makeTopic: { method: 'POST', path: /\/topics$/ },
  makeWork: { method: 'POST', path: /\/courseWork$/ },
  makeMaterial: { method: 'POST', path: /\/courseWorkMaterials$/ },
  makeAnnouncement: { method: 'POST', path: /\/announcements$/ },
  makeInvitation: { method: 'POST', path: /\/v1\/invitations$/ },
  patchTopic: { method: 'PATCH', path: /\/topics\/[^/]+$/ },
  patchWork: { method: 'PATCH', path: /\/courseWork\/[^/]+$/ },
  patchAnnouncement: { method: 'PATCH', path: /\/announcements\/[^/]+$/ },
  deleteWork: { method: 'DELETE', path: /\/courseWork\/[^/]+$/ },
  deleteTopic: { method: 'DELETE', path: /\/topics\/[^/]+$/ },
  deleteAnnouncement: { method: 'DELETE', path: /\/announcements\/[^/]+$/ },
  deleteInvitation: { method: 'DELETE', path: /\/v1\/invitations\/[^/]+$/ },
  grade: { method: 'PATCH', path: /\/studentSubmissions\/[^/]+$/ },
  getCourse: { method: 'GET', path: /\/v1\/courses\/\d+$/ },
  getTopic: { method: 'GET', path: /\/topics\/[^/]+$/ },
  getWork: { method: 'GET', path: /\/courseWork\/[^/]+$/ },
  getAnnouncement: { method: 'GET', path: /\/announcements\/[^/]+$/ },
  getSubmission: { method: 'GET', path: /\/studentSubmissions\/[^/]+$/ },
  giveBack: { method: 'POST', path: /:return$/ },
} as const satisfies Record<string, NonNullable<PlannedFault['match']>>;
export type CallName = keyof typeof CALLS;

/** Returns the same failure for each of these calls: the first time, or (`isEach`) every time. */
export const strikeAll = (calls: readonly CallName[], fault: Fault, isEach = false): PlannedFault[] =>
  calls.map((name) => ({ ...fault, match: CALLS[name], ...(isEach ? {} : { nth: 1 }) }));
