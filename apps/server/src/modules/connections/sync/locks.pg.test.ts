import {
  announcementUpdate,
  contract,
  courseSettings,
  courseWorkUpdate,
  type ErrorCode,
  gradeSubmission,
  peopleSourceGet,
  studentWorkDetails,
  submissionSubmit,
  syncCourses,
  syncLink,
  syncRunUndo,
  syncUnlink,
  syncWorks,
  topicUpdate,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimPeople, findClassPeople, type Link, type SourceKind } from '../../class/sources/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { startSyncedClass, strikeAll } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

/** Creates a linked class with one thing of each kind that was made in Google Classroom. */
async function begin() {
  const synced = await startSyncedClass(school, { students: 1 });
  const { teacher, learners, course, courseId, asTeacher, pressWork } = synced;
  const topic = asTeacher.createTopic(course, 'Forces');
  const there = {
    work: asTeacher.createWork(course, { title: 'Why?', workType: 'SHORT_ANSWER_QUESTION', maxPoints: 5, topicId: topic.topicId }),
    material: asTeacher.createMaterial(course, { title: 'To read' }),
    announcement: asTeacher.announce(course, { text: 'Bring goggles.' }),
  };
  const run = await pressWork();
  const { db } = school.app;
  const idOf = async (table: 'course_works' | 'announcements' | 'course_topics', where = sql`true`) => {
    const { rows } = await sql<{
      id: number;
    }>`SELECT id FROM ${sql.table(table)} WHERE course_id = ${courseId} AND archived_at IS NULL AND ${where} ORDER BY id LIMIT 1`.execute(db);
    return rows[0]!.id;
  };
  const ids = {
    work: await idOf('course_works', sql`title LIKE 'Why%'`),
    material: await idOf('course_works', sql`title LIKE 'To read%'`),
    announcement: await idOf('announcements'),
    topic: await idOf('course_topics'),
  };
  const student = learners[0]!;
  let tries = 0;
  const change = (workId: number, name: string) =>
    teacher.call(courseWorkUpdate, { params: { id: courseId, workId }, body: { title: `${name} ${(tries += 1)}` } }).then(({ error }) => error?.code ?? null);
  /** Tries people's actions on each kind of thing. Returns the reason for refusal; null if the action was done. */
  const acts: Readonly<Record<Kind, () => Promise<ErrorCode | null>>> = {
    work: () => change(ids.work, 'Why'),
    material: () => change(ids.material, 'To read'),
    announcement: async () =>
      (await teacher.call(announcementUpdate, { params: { id: ids.announcement }, body: { text: `Bring ${(tries += 1)} goggles.` } })).error?.code ?? null,
    topic: async () => (await teacher.call(topicUpdate, { params: { id: ids.topic }, body: { name: `Forces ${(tries += 1)}` } })).error?.code ?? null,
    class: async () => {
      const body = { descriptionHeading: '', description: `Bring ${(tries += 1)} pens`, comments_by_students: true, removed_may_rejoin: true };
      return (await teacher.call(courseSettings, { params: { id: courseId }, body })).error?.code ?? null;
    },
    submission: async () => {
      const answer = { courseId, courseWorkId: ids.work, answer: `Because ${(tries += 1)}`, type: 'SHORT_ANSWER_QUESTION' } as const;
      return (await student.call(submissionSubmit, { body: answer })).error?.code ?? null;
    },
    result: async () => {
      const { id } = await synced.cell(ids.work, student.accountId);
      const submission = { type: 'DRAFT_GRADE', draftGrade: (tries += 1) % 5 } as const;
      return (await teacher.call(gradeSubmission, { body: { courseId, courseWorkId: ids.work, submissionId: id, submission } })).error?.code ?? null;
    },
  };
  const tryAll = async () => {
    const found: Record<string, ErrorCode | null> = {};
    // an existing grade refuses a hand-in: the student acts first
    for (const [kind, act] of Object.entries(acts)) found[kind] = await act();
    return found;
  };
  const keeperOfPeople = async () => (await teacher.call(peopleSourceGet, { params: { id: courseId } })).body.sources.find(({ is_chosen }) => is_chosen)?.kind;
  const marks = async () => {
    const { works } = (await teacher.call(syncWorks, { params: { id: courseId } })).body;
    return works.map(({ is_foreign, was_foreign }) => ({ is_foreign, was_foreign }));
  };
  return { ...synced, there, ids, run, student, acts, tryAll, keeperOfPeople, marks };
}
type Started = Awaited<ReturnType<typeof begin>>;

/**
 * The kinds of things that an active link locks. People, and things made with them, have their own tests: only their
 * list is managed.
 */
type Kind = Exclude<Link['kind'], 'person' | 'member' | 'guardian' | 'invitation' | 'school' | 'term'>;
const FREE: Readonly<Record<Kind, null>> = { work: null, material: null, announcement: null, topic: null, class: null, submission: null, result: null };
const LOCKED: Readonly<Record<Kind, ErrorCode | null>> = {
  ...FREE,
  ...{ work: 'WORK_OF_ELSEWHERE', material: 'WORK_OF_ELSEWHERE', announcement: 'WORK_OF_ELSEWHERE' },
  ...{ submission: 'HAND_IN_ELSEWHERE', result: 'GRADED_ELSEWHERE' },
};
const IS_LOCKED = { is_foreign: true, was_foreign: false };
const WAS_LOCKED = { is_foreign: false, was_foreign: true };

test('[B2010] each refusal that names another place is one of those that are walked here', () => {
  const codes = new Set(
    contract.flatMap(({ errors }) => errors as readonly ErrorCode[]).filter((code) => code.endsWith('_ELSEWHERE') && !code.startsWith('SIGNED_IN')),
  );
  expect([...codes].sort()).toEqual([...new Set(Object.values(LOCKED).filter((code) => code !== null))].sort());
});

/** The ways in which a link can end, and what remains locked afterward. */
const ENDINGS: Readonly<Record<string, { end: (started: Started) => Promise<unknown>; keeps?: 'people' }>> = {
  'the class is parted': { end: ({ teacher, courseId }) => teacher.call(syncUnlink, { params: { id: courseId } }) },
  'the class is gone there': {
    async end({ asTeacher, course, pressWork }) {
      asTeacher.removeCourse(course);
      await pressWork();
    },
  },
  'each thing is gone there, and much hangs on it here': {
    async end({ asTeacher, there, pressWork, student, ids }) {
      school.google.asStudent(student.there).turnIn(there.work);
      await pressWork();
      for (const one of Object.values(there)) asTeacher.delete(one);
      await pressWork();
      // things without dependents were deleted with it: somebody restores them
      await sql`UPDATE course_works SET archived_at = NULL WHERE id = ANY(${[ids.work, ids.material]}::bigint[])`.execute(school.app.db);
      await sql`UPDATE announcements SET archived_at = NULL WHERE id = ${ids.announcement}`.execute(school.app.db);
      await sql`UPDATE submissions SET state = 'CREATED' WHERE course_work_id = ${ids.work}`.execute(school.app.db);
    },
    keeps: 'people',
  },
  'Google Classroom is not set up any more': {
    async end() {
      await (await school.app.another({ hasClassroom: false })).close();
    },
  },
};

describe.each(Object.entries(ENDINGS))('%s', (_, { end, keeps }) => {
  test('[B2010] what was made there is locked while its link stands, and everybody’s here once it has ended', async () => {
    const started = await begin();
    expect(await started.tryAll()).toEqual(LOCKED);
    expect(await started.keeperOfPeople()).toBe('google_classroom');
    expect(await started.marks()).toEqual([IS_LOCKED, IS_LOCKED]);
    await end(started);
    try {
      const { student, courseId, ids } = started;
      const own = (await student.call(studentWorkDetails, { query: { course_id: courseId, course_work_id: ids.work } })).body.submission;
      expect(own).toMatchObject({ can_submit: true, is_elsewhere: false });
      expect(await started.tryAll()).toEqual(FREE);
      expect(await started.keeperOfPeople()).toBe(keeps === 'people' ? 'google_classroom' : 'by_hand');
      expect(await started.marks()).toEqual([WAS_LOCKED, WAS_LOCKED]);
    } finally {
      await (await school.app.another()).close(); // sets it up again
    }
  });
});

/** The ways in which an ended link can become active again. */
const RETURNS: Readonly<Record<string, { end: (started: Started) => Promise<unknown>; back: (started: Started) => Promise<unknown> }>> = {
  'the class is linked again': {
    end: ENDINGS['the class is parted']!.end,
    async back({ teacher, courseId, course, settle, pressWork }) {
      // the list of classes shows it first
      await settle((await teacher.call(syncCourses, { body: { new_classes: 'leave' } })).body);
      const { error } = await teacher.call(syncLink, { params: { id: courseId }, body: { external_id: course.id } });
      expect(error).toBeNull();
      await pressWork();
    },
  },
  'the class is seen there again': {
    async end({ pressWork }) {
      school.google.faults.plan(strikeAll(['topics'], { kind: 'status', status: 404 }, true));
      await pressWork();
      school.google.faults.clear();
    },
    back: ({ pressWork }) => pressWork(),
  },
  'Google Classroom is set up again': {
    end: ENDINGS['Google Classroom is not set up any more']!.end,
    async back({ pressWork }) {
      await (await school.app.another()).close();
      await pressWork();
    },
  },
};

describe.each(Object.entries(RETURNS))('%s', (_, { end, back }) => {
  test('[B2011] what was made there is locked again and as it is there, once; what was graded and handed in here meanwhile stays', async () => {
    const started = await begin();
    const { ids, student, courseId, worksHere, cell } = started;
    await end(started);
    expect(await started.tryAll()).toEqual(FREE);
    const graded = await cell(ids.work, student.accountId);
    expect(graded).toMatchObject({ state: 'TURNED_IN', draft_grade: expect.any(Number) });
    await back(started);
    expect((await worksHere()).map(({ id, title }) => [id, title])).toEqual([
      [ids.work, 'Why?'],
      [ids.material, 'To read'],
    ]);
    const notices = await school.app.db.selectFrom('announcements').select(['id', 'summary']).where('course_id', '=', courseId).execute();
    expect(notices).toEqual([{ id: ids.announcement, summary: 'Bring goggles.' }]);
    expect(await cell(ids.work, student.accountId)).toMatchObject({ state: 'TURNED_IN', draft_grade: graded.draft_grade, short_answer: graded.short_answer });
    // it was graded here, and this continues
    expect(await started.tryAll()).toEqual({ ...LOCKED, submission: 'SUBMISSION_TURNED_IN', result: null });
    expect(await started.keeperOfPeople()).toBe('google_classroom');
    expect(await started.marks()).toEqual([IS_LOCKED, IS_LOCKED]);
  });
});

test('[B2010] a run that is undone leaves what it made locked: it is still made there', async () => {
  const { run, settle, teacher, tryAll, ids } = await begin();
  await settle((await teacher.call(syncRunUndo, { params: { id: run.id } })).body);
  await sql`UPDATE course_works SET archived_at = NULL WHERE id = ANY(${[ids.work, ids.material]}::bigint[])`.execute(school.app.db);
  await sql`UPDATE announcements SET archived_at = NULL WHERE id = ${ids.announcement}`.execute(school.app.db);
  await sql`UPDATE course_topics SET archived_at = NULL WHERE id = ${ids.topic}`.execute(school.app.db);
  expect(await tryAll()).toEqual(LOCKED);
});

describe('the list of a class’s people', () => {
  const KINDS: Readonly<Record<SourceKind, true>> = { google_classroom: true, roster_file: true, oneroster_rest: true };
  const kinds = Object.keys(KINDS) as SourceKind[];

  test.each(kinds)('[B2012] %s: a source that was taken off keeps no list, and another one can; one that is back has what nobody took', async (kind) => {
    const { db } = school.app;
    const { courseId, schoolId } = await school.scenario.class();
    const insertLink = async (of: SourceKind, owns: boolean) => {
      const source = await sql<{ id: number }>`INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, ${of}, ${of}) RETURNING id`.execute(
        db,
      );
      const sourceId = source.rows[0]!.id;
      const link = await sql<{ id: number }>`
        INSERT INTO external_links (source_id, kind, external_id, local_id, owns_people) VALUES (${sourceId}, 'class', 'there', ${courseId}, ${owns}) RETURNING id`.execute(
        db,
      );
      return { sourceId, linkId: link.rows[0]!.id };
    };
    const owner = await insertLink(kind, true);
    const other = await insertLink(kinds.find((one) => one !== kind)!, false);
    const follows = async () => (await findClassPeople(db, [courseId])).get(courseId)?.sourceId;
    const claim = () => inTransaction(db, (tx) => claimPeople(tx, other.linkId));
    const setArchived = (at: string | null) => sql`UPDATE external_sources SET archived_at = ${at} WHERE id = ${owner.sourceId}`.execute(db);
    expect([await follows(), await claim()]).toEqual([owner.sourceId, false]);
    await setArchived('2026-01-01');
    expect(await follows()).toBeUndefined();
    await setArchived(null);
    expect(await follows()).toBe(owner.sourceId);
    await setArchived('2026-01-01');
    expect([await claim(), await follows()]).toEqual([true, other.sourceId]);
    await setArchived(null);
    expect(await follows()).toBe(other.sourceId);
  });
});
