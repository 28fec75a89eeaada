import { announcementCreate, courseWorkCreate, courseWorkUpdate, topicCreate } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDocument } from '@classwright/rules/rich-text/to-document';
import { withoutBidiOverrides } from '@classwright/rules/text/bidi';
import { startSyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

/** Texts that people and programs really write, and that break code which does not expect them. */
const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['marks that turn the line around', 'invoice\u202Efdp.exe\u2066\u2069'],
  ['a NUL', 'before\u0000after'],
  ['half a pair', 'lone \uD83D surrogate'],
  ['the other half', 'lone \uDE00 surrogate'],
  ['emoji', '👩🏽‍🏫🧪 100%'],
  ['Arabic', 'الوحدة الأولى: الحركة'],
  ['Chinese', '第一单元：運動與力'],
  ['SQL and a path', `Robert'); DROP TABLE courses;-- ../../etc/passwd \${7*7} {{7*7}}`],
  ['a pair across the 500th character', `${'x'.repeat(499)}😀 and more`],
  ['blanks of all kinds', '\u00A0\u2003wide\u200B\uFEFF'],
];
const seen = (text: string): string => withoutBidiOverrides(text.replaceAll('\u0000', '').toWellFormed()).trim();

describe('words from Google', () => {
  test.each(HOSTILE)(
    '[B1210] [B1463] with %s come here as they are, but for what would turn a line round, once, and a second run changes nothing',
    async (_, text) => {
      const { google, app } = school;
      const { course, courseId, asTeacher, learners, press, pressWork, worksHere } = await startSyncedClass(school, { students: 1 });
      const [one] = learners;
      asTeacher.changeCourse(course, {
        ...{ name: text, section: text, room: text, description: text, descriptionHeading: text },
        gradebookSettings: {
          calculationType: 'WEIGHTED_CATEGORIES',
          displaySetting: 'SHOW_OVERALL_GRADE',
          gradeCategories: [{ id: '1', name: text, weight: 1_000_000 }],
        },
      });
      expect(await press()).toMatchObject({ status: 'finished', failures: [] });
      const here = await app.db
        .selectFrom('courses')
        .select(['name', 'section', 'room', 'description', 'description_heading'])
        .where('id', '=', courseId)
        .executeTakeFirstOrThrow();
      expect(new Set(Object.values(here))).toEqual(new Set([seen(text)]));
      const topic = asTeacher.createTopic(course, text.slice(0, 100));
      const link = { link: { url: 'https://example.org/a?b=<c>', title: text } };
      const work = asTeacher.createWork(course, { title: text, description: text, topicId: topic.topicId, materials: [link] });
      asTeacher.createWork(course, { title: `${text}?`, workType: 'MULTIPLE_CHOICE_QUESTION', choices: [text, 'B'] });
      asTeacher.createMaterial(course, { title: text, description: text, materials: [link] });
      asTeacher.announce(course, { text });
      google.asStudent(one!.there).attach(work, { link: { url: 'https://example.org/mine', title: text } });
      google.asStudent(one!.there).turnIn(work);
      expect(await pressWork()).toMatchObject({ status: 'finished', failures: [] });
      const works = await worksHere();
      expect(works.map(({ title }) => title).sort()).toEqual([seen(text), seen(text), seen(`${text}?`)].sort());
      const topics = await app.db.selectFrom('course_topics').select('name').where('course_id', '=', courseId).execute();
      expect(topics.map(({ name }) => name)).toEqual([seen(text.slice(0, 100))]);
      for (const run of [await press(), await pressWork()])
        expect(run).toMatchObject({ status: 'finished', counts: { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 } });
    },
  );

  test('[B1211] longer than any field here come whole, and go back cut only where Google takes no more', async () => {
    const { app, google } = school;
    const { course, courseId, asTeacher, teacher, press, pressWork, worksHere, worksThere } = await startSyncedClass(school, { students: 1 });
    const long = (length: number) => `${'word '.repeat(length / 5)}`.trim();
    asTeacher.changeCourse(course, { name: long(5000), description: long(40_000), room: long(1000) });
    const topic = asTeacher.createTopic(course, long(300));
    asTeacher.createWork(course, { title: long(4000), description: long(40_000), topicId: topic.topicId });
    asTeacher.announce(course, { text: long(40_000) });
    expect(await press()).toMatchObject({ status: 'finished' });
    expect(await pressWork()).toMatchObject({ status: 'finished' });
    expect((await app.db.selectFrom('courses').select('name').where('id', '=', courseId).executeTakeFirstOrThrow()).name).toBe(long(5000));
    expect((await worksHere())[0]!.title).toBe(long(4000));
    // our own texts, which are too long for Google
    const made = await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 10 } });
    expect(made.status).toBe(201);
    const description = JSON.stringify(toDocument(long(35_000)));
    await app.db
      .updateTable('course_works')
      .set({ title: long(3500), description })
      .where('id', '=', made.body.courseWork.id)
      .execute();
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { refused: 0 } });
    const there = worksThere().find(({ projectId }) => projectId !== null)!;
    expect([there.title.length, there.description!.length]).toEqual([2996, 29_996]);
    for (const run of [await press(), await pressWork()])
      expect(run).toMatchObject({ status: 'finished', counts: { changed: 0, sent: 0, refused: 0, conflicts: 0 } });
    // changes here in a class whose other fields are longer than Google accepts
    await app.db
      .updateTable('courses')
      .set({ section: 'new section', name: `${long(5000)} more` })
      .where('id', '=', courseId)
      .execute();
    expect(await press()).toMatchObject({ status: 'finished', counts: { refused: 0 } });
    expect(google.state.courses.get(course.id)).toMatchObject({ section: 'new section' });
  });

  test('[B1212] alike are told apart by their ids: two classes, two topics but for case and blanks, two students', async () => {
    const { app, google, bring } = school;
    const { course, courseId, schoolId, asTeacher, teacher, press, pressWork } = await startSyncedClass(school, { students: 1, name: 'Twin' });
    const twins = [await bring('student', schoolId), await bring('student', schoolId)];
    for (const { there } of twins) {
      google.people.change(there, { givenName: 'Kim', familyName: 'Lee' });
      google.asStudent(there).join(course);
    }
    asTeacher.createCourse({ name: 'Twin' });
    for (const name of ['Unit', 'unit', ' Unit ', 'ＵＮＩＴ', 'İ', 'i̇', 'ß', 'SS', 'ẞ', 'ς', 'Σ', 'σ']) asTeacher.createTopic(course, name);
    for (const title of ['Same', 'Same']) asTeacher.createWork(course, { title });
    expect(await press()).toMatchObject({ status: 'finished', failures: [] });
    expect(await pressWork()).toMatchObject({ status: 'finished', failures: [] });
    expect(await app.db.selectFrom('courses').select('id').where('owner_id', '=', teacher.accountId).where('name', '=', 'Twin').execute()).toHaveLength(2);
    const members = await app.db
      .selectFrom('course_members')
      .select('account_id')
      .where('course_id', '=', courseId)
      .where('role', '=', 'STUDENT')
      .where('left_at', 'is', null)
      .execute();
    expect(members).toHaveLength(3);
    const topics = () => app.db.selectFrom('course_topics').select('name').where('course_id', '=', courseId).where('archived_at', 'is', null).execute();
    expect(await topics()).toHaveLength(12);
    expect(await pressWork()).toMatchObject({ counts: { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 } });
    expect(await topics()).toHaveLength(12);
    expect(google.state.room(course.id).topics.size).toBe(12);
  });
});

describe('words from here', () => {
  test.each(HOSTILE)('[B1213] with %s go to Google once, and a second run changes nothing', async (_, text) => {
    const { google } = school;
    const { course, courseId, teacher, pressWork, worksThere, worksHere } = await startSyncedClass(school, { students: 1 });
    const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
    const title = text.slice(0, 200);
    const made = await teacher.call(courseWorkCreate, {
      params: { id: courseId },
      body: { title, description: document, workType: 'ASSIGNMENT', maxPoints: 10 },
    });
    const post = await teacher.call(announcementCreate, { body: { courses: [courseId], students: ['ALL_STUDENTS'], text: document, state: 'PUBLISHED' } });
    const topic = await teacher.call(topicCreate, { body: { name: text.slice(0, 24), external_course_id: courseId } });
    // anything refused here is refused with a reason, and never partly applied
    for (const answer of [made, post, topic]) expect([201, 422, 400]).toContain(answer.status);
    expect(await pressWork()).toMatchObject({ status: 'finished', failures: [], counts: { refused: 0 } });
    expect(worksThere()).toHaveLength(made.status === 201 ? 1 : 0);
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 } });
    const [work] = await worksHere();
    if (!work) return;
    await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: work.id }, body: { title: `${title}!`.slice(0, 200) } });
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { refused: 0 } });
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { changed: 0, sent: 0 } });
    expect(google.state.room(course.id).works.size).toBe(1);
  });
});
