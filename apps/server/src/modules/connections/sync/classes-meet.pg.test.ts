import { peopleSourceChange, peopleSourcePreview, syncClasses, syncCourses, syncRunApply } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createClass, enrollMany } from '../../class/classes/index.ts';
import { setClassPeople } from '../../class/sources/index.ts';
import { type SyncedClass, startSyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

const classesHere = async (schoolId: number) =>
  (await school.app.db.selectFrom('courses').select('name').where('school_id', '=', schoolId).orderBy('id').execute()).map(({ name }) => name);

describe('classes of Google Classroom meet what is here', () => {
  async function startMeeting() {
    const { app, google, bring, connect, scenario } = school;
    const schoolId = await scenario.school('Europe/Berlin');
    const [teacher, other] = [await bring('teachers', schoolId), await bring('teachers', schoolId)];
    const make = (ownerId: number, name: string, section = '') => inTransaction(app.db, (tx) => createClass(tx, { schoolId, ownerId, name, section }));
    const asTeacher = google.asTeacher(teacher.there);
    const courses = ['Physics', 'Chemistry', 'Chess'].map((name) => asTeacher.createCourse({ name, ...(name === 'Chemistry' ? { section: '9b' } : {}) }));
    const here = {
      physics: await make(teacher.accountId, 'physics'),
      chemistry: await make(teacher.accountId, 'Chemistry', '9a'),
      chess: await make(other.accountId, 'Chess'),
    };
    asTeacher.changeCourse(asTeacher.createCourse({ name: 'Physics of old' }), { courseState: 'ARCHIVED' });
    await make(teacher.accountId, 'Physics of old');
    await connect(teacher);
    const preview = await school.settle(teacher, (await teacher.call(syncCourses, { body: { mode: 'preview' } })).body.run);
    const proposed = async (by: Pick<typeof teacher, 'call'>, query: object = {}) => {
      const { data, proposals } = (await by.call(syncClasses, { query: { free: true, proposals: true, ...query } })).body;
      const found = new Map(proposals.map(({ external_id, course_id, is_sure, message }) => [external_id, [course_id, is_sure, message]]));
      return Object.fromEntries(data.map(({ name, external_id }) => [name, found.get(external_id) ?? null]));
    };
    return { schoolId, teacher, courses, here, preview, proposed };
  }

  test('[B1892] each may be one that its teacher has here, by name, section and teacher; whoever keeps the sync sees those of others too', async () => {
    const { schoolId, teacher, here, proposed } = await startMeeting();
    // classes of past years are not proposed, and do not affect current ones
    const own = {
      Physics: [here.physics, true, 'Same name and teacher'],
      Chemistry: [here.chemistry, false, 'Same name, but not the same teacher or section'],
      Chess: null,
      'Physics of old': null,
    };
    expect(await proposed(teacher)).toEqual(own);
    const admin = await school.bring('admin', schoolId);
    expect(await proposed(admin)).toEqual({ ...own, Chess: [here.chess, false, 'Same name, but not the same teacher or section'] });
    expect((await teacher.call(syncClasses, { query: { free: true } })).body.proposals).toEqual([]);
  });

  test('[B1892] once proposals are taken nothing is there twice; what waits is neither made nor linked, and is asked about again', async () => {
    const { schoolId, teacher, courses, here, preview, proposed } = await startMeeting();
    const [physics, chemistry, chess] = courses as [(typeof courses)[number], (typeof courses)[number], (typeof courses)[number]];
    const classes = [
      { external_id: physics.id, choice: 'link', course_id: here.physics },
      { external_id: chemistry.id, choice: 'later' },
      { external_id: chess.id, choice: 'make' },
    ];
    const { error, body } = await teacher.call(syncRunApply, { params: { id: preview.id }, body: { classes } });
    expect(error).toBeNull();
    expect(await school.settle(teacher, body.run)).toMatchObject({ status: 'finished' });
    expect(await classesHere(schoolId)).toEqual(['physics', 'Chemistry', 'Chess', 'Physics of old', 'Chess']);
    expect(await proposed(teacher)).toEqual({ 'Physics of old': null, Chemistry: [here.chemistry, false, 'Same name, but not the same teacher or section'] });
  });
});

describe('a class whose people another source keeps', () => {
  const inClass = async ({ courseId }: SyncedClass) =>
    (
      await school.app.db
        .selectFrom('course_members')
        .select('account_id')
        .where('course_id', '=', courseId)
        .where('left_at', 'is', null)
        .orderBy('account_id')
        .execute()
    ).map(({ account_id }) => account_id);
  /** Counts the links of its people at Google, by state. */
  const listed = async ({ courseId }: SyncedClass) => {
    const { rows } = await sql<{ state: string; count: number }>`
      SELECT member.state, count(*)::int AS count FROM external_links member JOIN external_links class ON class.id = member.parent_id
       WHERE class.local_id = ${courseId} AND class.facts ? 'seenBy' AND member.kind = 'member' GROUP BY 1 ORDER BY 1`.execute(school.app.db);
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  const linkOf = async ({ courseId }: SyncedClass): Promise<number> => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM external_links WHERE kind = 'class' AND local_id = ${courseId} AND facts ? 'seenBy'`.execute(
      school.app.db,
    );
    return Number(rows[0]?.id);
  };
  const keepers: [string, (klass: SyncedClass) => Promise<void>][] = [
    ['by hand', (klass) => inTransaction(school.app.db, (tx) => setClassPeople(tx, klass.courseId, null))],
    [
      'by a roster',
      async (klass) => {
        const { rows } = await sql<{ id: number }>`
          WITH source AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${klass.schoolId}, 'roster_file', 'Roster files') RETURNING id)
          INSERT INTO external_links (source_id, kind, external_id, local_id) SELECT id, 'class', 'c1', ${klass.courseId} FROM source RETURNING id`.execute(
          school.app.db,
        );
        await inTransaction(school.app.db, (tx) => setClassPeople(tx, klass.courseId, Number(rows[0]?.id)));
      },
    ],
  ];

  test.each(keepers)('[B1893] kept %s is only reported: nobody comes, goes or changes, and Google may take the list over later', async (_, keep) => {
    const klass = await startSyncedClass(school, { students: 3 });
    const before = await inClass(klass);
    await keep(klass);
    const newcomer = await school.bring('student', klass.schoolId);
    school.google.asStudent(newcomer.there).join(klass.course);
    klass.asTeacher.remove(klass.course, klass.learners[0]!.there);
    await school.advance(150_000);
    for (let time = 0; time < 2; time += 1) {
      expect(await klass.press()).toMatchObject({ status: 'finished', question: null, counts: { ended: 0, made: 0 } });
      expect(await inClass(klass)).toEqual(before);
      expect(await listed(klass)).toEqual({ gone: 1, linked: 3, only_there: 1 });
    }
    const admin = await school.bring('admin', klass.schoolId);
    const link_id = await linkOf(klass);
    const asked = (await admin.call(peopleSourcePreview, { params: { id: klass.courseId }, query: { link_id } })).body;
    expect(asked).toMatchObject({ is_known: true, come: [{ role: 'STUDENT' }], go: [{ role: 'STUDENT' }], stay: 3, unknown: 0 });
    expect((await admin.call(peopleSourceChange, { params: { id: klass.courseId }, body: { link_id } })).error).toBeNull();
    const after = [...before.filter((id) => id !== klass.learners[0]!.accountId), newcomer.accountId].sort((one, other) => one - other);
    expect(await inClass(klass)).toEqual(after);
    // from then on Google's list applies again
    await klass.press();
    expect(await inClass(klass)).toEqual(after);
    klass.asTeacher.remove(klass.course, newcomer.there);
    await school.advance(150_000);
    await klass.press();
    expect(await inClass(klass)).toEqual(after.filter((id) => id !== newcomer.accountId));
  });

  test('[B1893] who is in it by hand stays, though Google has never listed them', async () => {
    const klass = await startSyncedClass(school, { students: 2 });
    const extra = await school.bring('student', klass.schoolId);
    await inTransaction(school.app.db, async (tx) => {
      await setClassPeople(tx, klass.courseId, null);
      await enrollMany(tx, [{ courseId: klass.courseId, accountId: extra.accountId, role: 'STUDENT' }]);
    });
    const before = await inClass(klass);
    await klass.press();
    expect(await inClass(klass)).toEqual(before);
  });
});
