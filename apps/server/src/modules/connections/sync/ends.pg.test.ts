import { syncCourses, syncRunApply, syncRunRead, syncRunUndo, type SyncRunView } from '@classwright/contract';
import { END_KINDS, type EndKind } from '@classwright/rules/sync/ends';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PlannedFault } from '../../../testing/classroom/index.ts';
import { type WalkedKinds, type WalkedRun, walkEnds } from '../../class/ends/testing/walk-ends.ts';
import { CALLS, drain, startSyncedClass, type SyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

/**
 * Tests everything that Google Classroom can end here, and every way in which its lists show it. A missing row for a
 * kind does not compile.
 */

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());
afterEach(() => school.google.faults.clear());

type Item = Record<string, unknown>;
interface Row {
  students?: number;
  /** Creates several things of the kind at Google. */
  fill(klass: SyncedClass): void | Promise<void>;
  /** The calls whose responses list them; the next field returns an ended one, or null where it is not listed. */
  lists: readonly (keyof typeof CALLS)[];
  end(item: Item): Item | null;
  press(klass: SyncedClass): Promise<SyncRunView>;
  /** Returns the things here, as people see them. */
  here(klass: SyncedClass): Promise<unknown[]>;
  /** Ends one of them at Google, as a person there does. */
  endOne(klass: SyncedClass): void;
}

const TIMES = 7;
const several = <Made>(make: (at: number) => Made): Made[] => Array.from({ length: TIMES }, (_, at) => make(at));
const later = (): string => new Date(school.google.state.now()).toISOString();
const isDeleted = (item: Item): Item => ({ ...item, state: 'DELETED', updateTime: later() });
const firstOf = <Thing>(things: Iterable<Thing>): Thing => [...things][0] as Thing;
const roomOf = ({ course }: SyncedClass) => school.google.state.room(course.id);

const rows: Record<EndKind, Row> = {
  member: {
    students: 4,
    fill: () => undefined,
    lists: ['students'],
    end: () => null,
    press: (klass) => klass.press(),
    here: ({ courseId }) =>
      school.app.db
        .selectFrom('course_members')
        .select(['account_id', 'role'])
        .where('course_id', '=', courseId)
        .where('left_at', 'is', null)
        .orderBy('account_id')
        .execute(),
    endOne: (klass) => klass.asTeacher.remove(klass.course, klass.learners[0]!.there),
  },
  topic: {
    fill({ asTeacher, course }) {
      for (let at = 0; at < TIMES; at += 1) {
        const { topicId } = asTeacher.createTopic(course, `Unit ${at}`);
        asTeacher.createWork(course, { title: `Work of ${at}`, topicId });
        asTeacher.createMaterial(course, { title: `Material of ${at}`, topicId });
      }
    },
    lists: ['topics'],
    end: () => null,
    press: (klass) => klass.pressWork(),
    here: ({ courseId }) =>
      school.app.db
        .selectFrom('course_works')
        .innerJoin('course_topics', 'course_topics.id', 'course_works.topic_id')
        .select(['course_topics.name', 'course_works.title'])
        .where('course_works.course_id', '=', courseId)
        .where('course_topics.archived_at', 'is', null)
        .where('course_works.archived_at', 'is', null)
        .orderBy('course_works.id')
        .execute(),
    endOne(klass) {
      // the topic's works are unchanged at Google, and its lists show this for a while
      const { topics } = roomOf(klass);
      topics.remove(firstOf(topics.values()).topicId);
    },
  },
  work: {
    fill: ({ asTeacher, course }) => void several((at) => asTeacher.createWork(course, { title: `Work ${at}` })),
    lists: ['works'],
    end: isDeleted,
    press: (klass) => klass.pressWork(),
    here: async (klass) => (await klass.worksHere()).map(({ title }) => title),
    endOne: (klass) => klass.asTeacher.delete(firstOf(roomOf(klass).works.values())),
  },
  material: {
    fill: ({ asTeacher, course }) => void several((at) => asTeacher.createMaterial(course, { title: `Material ${at}` })),
    lists: ['materials'],
    end: isDeleted,
    press: (klass) => klass.pressWork(),
    here: async (klass) => (await klass.worksHere()).map(({ title }) => title),
    endOne: (klass) => klass.asTeacher.delete(firstOf(roomOf(klass).materials.values())),
  },
  announcement: {
    fill: ({ asTeacher, course }) => void several((at) => asTeacher.announce(course, { text: `Notice ${at}` })),
    lists: ['announcements'],
    end: isDeleted,
    press: (klass) => klass.pressWork(),
    here: ({ courseId }) =>
      school.app.db.selectFrom('announcements').select('id').where('course_id', '=', courseId).where('archived_at', 'is', null).orderBy('id').execute(),
    endOne: (klass) => klass.asTeacher.delete(firstOf(roomOf(klass).announcements.values())),
  },
  invitation: {
    async fill(klass) {
      for (let at = 0; at < TIMES; at += 1) {
        const { there } = await school.bring('student', klass.schoolId);
        klass.asTeacher.invite(klass.course, there, 'STUDENT');
      }
    },
    lists: ['invitations'],
    end: () => null,
    press: (klass) => klass.pressInvitations(),
    here: ({ courseId }) =>
      school.app.db
        .selectFrom('invitations')
        .select('email')
        .where('course_id', '=', courseId)
        .where('deleted_at', 'is', null)
        .where('accepted_at', 'is', null)
        .orderBy('email')
        .execute(),
    endOne(klass) {
      const [one] = [...school.google.state.invitations.values()].filter(({ courseId }) => courseId === klass.course.id);
      school.google.state.invitations.remove(one!.id);
    },
  },
  class: {
    fill: ({ asTeacher, teacher }) => void several((at) => asTeacher.createCourse({ name: `Class ${at} of ${teacher.accountId}` })),
    lists: ['listCourses', 'getCourse'],
    end: (item) => ({ ...item, courseState: 'ARCHIVED', updateTime: later() }),
    press: (klass) => klass.press(),
    here: ({ teacher }) =>
      school.app.db.selectFrom('courses').select('name').where('owner_id', '=', teacher.accountId).where('course_state', '=', 'ACTIVE').orderBy('id').execute(),
    endOne: (klass) => void klass.asTeacher.changeCourse(klass.course, { courseState: 'ARCHIVED' }),
  },
};

/** Plans list responses with a number of ended items, once or at every call. */
function strike({ lists, end }: Row, most: number, nth?: number): PlannedFault[] {
  // once: only the list is wrong, and each thing is correct when it is requested separately
  return lists.slice(0, nth === undefined ? undefined : 1).map((name) => ({
    kind: 'changed',
    match: CALLS[name],
    ...(nth === undefined ? {} : { nth }),
    change(body) {
      let left = most;
      const ended = (items: readonly Item[]): Item[] =>
        items.flatMap((item): Item[] => {
          if (left-- <= 0) return [item];
          const after = end(item);
          return after ? [after] : [];
        });
      if (name === 'getCourse') return end(body) ?? {};
      const entries = Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? ended(value as Item[]) : value] as const);
      // as Google leaves out empty lists
      return Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value) || value.length > 0));
    },
  }));
}

async function start(row: Row) {
  const klass = await startSyncedClass(school, { students: row.students ?? 1 });
  await row.fill(klass);
  expect(await row.press(klass)).toMatchObject({ status: 'finished' });
  expect((await row.here(klass)).length).toBeGreaterThanOrEqual(row.students ?? TIMES);
  return klass;
}
const readRun = async ({ teacher }: SyncedClass, id: number) => (await teacher.call(syncRunRead, { params: { id } })).body.run;
/** Returns a run in the form of the walk: it has done everything that needs no consent. */
const walkedRun = (klass: SyncedClass, run: SyncRunView): WalkedRun => ({
  asks: run.status === 'paused' && run.can_apply && run.question !== null,
  ended: run.counts.ended,
  async finish(consents) {
    if (!consents) return expect(run).toMatchObject({ status: expect.not.stringMatching('paused'), question: null });
    expect((await klass.teacher.call(syncRunApply, { params: { id: run.id }, body: { confirm: true } })).error).toBeNull();
    await drain(school);
    expect((await readRun(klass, run.id)).status).not.toBe('paused');
  },
  async undo() {
    expect((await klass.teacher.call(syncRunUndo, { params: { id: run.id } })).error).toBeNull();
    await drain(school);
  },
});

walkEnds(
  'google_classroom',
  Object.fromEntries(
    END_KINDS.map((kind) => [
      kind,
      {
        so: 'ends',
        async begin() {
          const row = rows[kind];
          const klass = await start(row);
          const { faults } = school.google;
          return {
            here: () => row.here(klass),
            strike: (most, isOnce) => void faults.plan(strike(row, most, isOnce ? 1 : undefined)),
            hasStruck: () => faults.struck > 0,
            heal: () => void faults.clear(),
            read: async () => walkedRun(klass, await row.press(klass)),
            async endOne() {
              row.endOne(klass);
              await school.advance(150_000);
            },
          };
        },
      },
    ]),
  ) as WalkedKinds,
);

test('[B1591] classes that lose a part each, in one run, ask from the run’s sum on', async () => {
  const klass = await startSyncedClass(school, { students: 6 });
  const others = Array.from({ length: 5 }, (_, at) => klass.asTeacher.createCourse({ name: `Part ${at}` }));
  for (const course of others) for (const { there } of klass.learners) school.google.asStudent(there).join(course);
  await klass.press();
  const standing = () => school.app.db.selectFrom('course_members').select('account_id').where('left_at', 'is', null).where('role', '=', 'STUDENT').execute();
  const before = (await standing()).length;
  // half of each class is missing: 3 of 6, for which no single class asks for consent
  school.google.faults.plan([{ kind: 'changed', match: CALLS.students, change: (body) => ({ ...body, students: (body['students'] as Item[]).slice(0, 3) }) }]);
  const run = (await klass.teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run;
  await drain(school);
  expect(await readRun(klass, run.id)).toMatchObject({ status: 'paused' });
  expect(before - (await standing()).length).toBeLessThanOrEqual(5);
});

test('[B1591] a run on schedule that nobody answers keeps the next one from nothing: it reads again, and asks again or not', async () => {
  const klass = await startSyncedClass(school, { students: 3 });
  const source = await school.app.db.selectFrom('external_sources').select('id').where('school_id', '=', klass.schoolId).executeTakeFirstOrThrow();
  // the schools of other tests are excluded
  await school.app.db
    .updateTable('external_sources')
    .set({ settings: JSON.stringify({ schedule: 'off' }) })
    .where('id', '<>', source.id)
    .execute();
  await school.pass(3_600_000); // a schedule that nobody knew is due at its next time
  const newest = async () => {
    await school.pass(3_600_000);
    await drain(school);
    const { id } = await school.app.db
      .selectFrom('sync_runs')
      .select('id')
      .where('mode', '=', 'scheduled')
      .where('source_id', '=', source.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return school.app.db.selectFrom('sync_runs').select(['id', 'status', 'failure']).where('id', '=', id).executeTakeFirstOrThrow();
  };
  school.google.faults.plan(strike(rows.member, Infinity));
  const first = await newest();
  expect(first.status).toBe('paused');
  school.google.faults.clear();
  const second = await newest();
  expect(second.id).toBeGreaterThan(first.id);
  expect(second.status).toBe('finished');
  expect(await school.app.db.selectFrom('sync_runs').select('status').where('id', '=', first.id).executeTakeFirst()).toEqual({ status: 'partly' });
  expect(await rows.member.here(klass)).toHaveLength(4);
});
