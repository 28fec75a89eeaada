import { courseArchiveMany, courseUnarchiveMany, syncRunChanges, syncRunRead, syncRunUndo, type SyncRunView } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drain, startSyncedClass, type SyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

/** A class that is archived here accepts no changes, not even from a run of its whole school. */
let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

/** Returns the current content of a class. */
async function fingerprint(courseId: number): Promise<unknown[]> {
  const of = async (table: string, column = 'course_id') => {
    const { rows } = await sql<{ all: string }>`
      SELECT coalesce(md5(string_agg(one::text, '|' ORDER BY one::text)), '') AS all FROM ${sql.table(table)} one WHERE ${sql.ref(column)} = ${courseId}`.execute(
      school.app.db,
    );
    return [table, rows[0]?.all];
  };
  const tables = ['course_members', 'course_topics', 'course_works', 'announcements', 'invitations'];
  return [await of('courses', 'id'), ...(await Promise.all(tables.map((table) => of(table))))];
}

/** Changes something of every kind in a class at Google. */
async function stir({ asTeacher, course, learners, schoolId }: SyncedClass): Promise<void> {
  const { there } = await school.bring('student', schoolId);
  school.google.asStudent(there).join(course);
  asTeacher.remove(course, learners[0]!.there);
  const { topicId } = asTeacher.createTopic(course, 'Late unit');
  asTeacher.createWork(course, { title: 'Late work', topicId });
  asTeacher.createMaterial(course, { title: 'Late material', topicId });
  asTeacher.announce(course, { text: 'Late notice' });
  asTeacher.changeCourse(course, { room: 'Lab 9' });
}

/** The runs of a whole school: started under Classes, scheduled, and a preview. */
const RUNS: Readonly<Record<string, (klass: SyncedClass) => Promise<SyncRunView>>> = {
  pressed: (klass) => klass.press(),
  async scheduled(klass) {
    const source = await school.app.db.selectFrom('external_sources').select('id').where('school_id', '=', klass.schoolId).executeTakeFirstOrThrow();
    // a new schedule is due at its next time
    for (let hour = 0; hour < 2; hour += 1) await school.pass(3_600_000);
    await drain(school);
    const { id } = await school.app.db
      .selectFrom('sync_runs')
      .select('id')
      .where('mode', '=', 'scheduled')
      .where('source_id', '=', source.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const office = await school.bring('admin', klass.schoolId);
    return (await office.call(syncRunRead, { params: { id } })).body.run;
  },
};

describe.each(Object.keys(RUNS))('a run of the whole school, %s', (how) => {
  test('[B1753] leaves a class that is archived here as it is, says so once, and goes on with the others', async () => {
    const klass = await startSyncedClass(school, { students: 3 });
    const other = klass.asTeacher.createCourse({ name: `Other of ${how}` });
    await klass.press();
    // archiving is sent to Google with the next run: here somebody at Google is faster and continues to use the class
    expect((await klass.teacher.call(courseArchiveMany, { body: { ids: [klass.courseId] } })).error).toBeNull();
    await stir(klass);
    klass.asTeacher.changeCourse(other, { room: 'Lab 10' });
    const before = await fingerprint(klass.courseId);
    const run = await RUNS[how]!(klass);
    expect(run.status).toMatch(/finished|partly/);
    expect(await fingerprint(klass.courseId)).toEqual(before);
    const office = await school.bring('admin', klass.schoolId);
    const { data } = (await office.call(syncRunChanges, { params: { id: run.id }, query: { per_page: 200 } })).body;
    const said = data.filter(({ reason }) => reason?.includes('archived here'));
    expect(said).toMatchObject([{ kind: 'class', outcome: 'refused', subject: klass.course.name }]);
    const { rows } = await sql<{ room: string }>`SELECT room FROM courses WHERE name = ${`Other of ${how}`}`.execute(school.app.db);
    expect(rows).toEqual([{ room: 'Lab 10' }]);
    // restored, everything that was skipped arrives
    expect((await klass.teacher.call(courseUnarchiveMany, { body: { ids: [klass.courseId] } })).error).toBeNull();
    await klass.press();
    await klass.pressWork();
    expect((await klass.worksHere()).map(({ title }) => title).sort()).toEqual(['Late material', 'Late work']);
  });
});

test('[B1753] the undo of such a run leaves what is in an archived class as it is, and says why', async () => {
  const klass = await startSyncedClass(school, { students: 2 });
  const { there } = await school.bring('student', klass.schoolId);
  school.google.asStudent(there).join(klass.course);
  const run = await klass.press();
  expect(run.counts.made).toBe(1);
  await klass.teacher.call(courseArchiveMany, { body: { ids: [klass.courseId] } });
  const before = await fingerprint(klass.courseId);
  const undo = await klass.teacher.call(syncRunUndo, { params: { id: run.id } });
  expect(undo.error).toBeNull();
  await drain(school);
  expect(await fingerprint(klass.courseId)).toEqual(before);
  expect((await klass.changesOf(undo.body.run.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['kept', expect.stringContaining('archived here')],
  ]);
});
