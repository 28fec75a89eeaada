import {
  channels,
  gradeSettingGet,
  gradeSettingUpdate,
  studentWorkDetails,
  submissionSubmit,
  syncGradeHere,
  syncCourses,
  syncCourseWorks,
  syncGradeOffer,
  syncGradeOfferTake,
  syncRunCancel,
  syncRunList,
  syncWorks,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { hear } from '../../../testing/index.ts';
import { enrol } from '../../class/classes/index.ts';
import { startSyncedClass, type SyncedClassWish } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

/** Creates a linked class with its teacher, and an administrator of the school. */
async function begin(wish?: SyncedClassWish) {
  const synced = await startSyncedClass(school, wish);
  return { ...synced, admin: await school.bring('admin', synced.schoolId) };
}

describe('whose run it is', () => {
  test('[B1310] a run says whose classes it goes through and who began it, apart for a teacher, an administrator and the clock', async () => {
    const { teacher, admin, settle } = await begin();
    const mine = (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body;
    const all = (await admin.call(syncCourses, { body: { new_classes: 'make' } })).body;
    expect(mine.run).toMatchObject({ account_id: teacher.accountId, account_name: `${teacher.firstName} ${teacher.lastName}`, begun_by: teacher.accountId });
    expect(all.run).toMatchObject({ account_id: null, account_name: null, begun_by: admin.accountId, course_id: null });
    expect(all.run.id).not.toBe(mine.run.id);
    const alive = (await admin.call(syncRunList, { query: { alive: true } })).body.data;
    expect(alive.map(({ id }) => id).sort()).toEqual([mine.run.id, all.run.id].sort());
    await settle(mine);
    expect((await admin.call(syncRunList, { query: { alive: true } })).body).toMatchObject({ data: [], pagination: { total: 0 } });
    expect((await admin.call(syncRunList)).body.pagination.total).toBeGreaterThan(2);
  });

  test('[B1310] who joins a run that goes on is told so, and it stays whose it is', async () => {
    const { teacher, admin, courseId, settle } = await begin();
    const begun = (await teacher.call(syncCourseWorks, { params: { id: courseId } })).body;
    const joined = (await admin.call(syncCourseWorks, { params: { id: courseId } })).body;
    expect(joined).toMatchObject({ run: { id: begun.run.id, account_id: null, begun_by: teacher.accountId }, message: 'This is already being synced.' });
    await settle(begun);
  });
});

describe('open windows', () => {
  test('[B1312] whoever sees a run hears of its begin and its end, and nobody else', async () => {
    const { teacher, admin, learners, courseId, settle } = await begin();
    const stranger = await school.bring('teachers', (await begin()).schoolId);
    const people = { teacher, admin, student: learners[0]!, stranger };
    const ears = {} as Record<keyof typeof people, Awaited<ReturnType<typeof hear>>>;
    for (const [name, person] of Object.entries(people)) ears[name as keyof typeof people] = await hear(school.app, person, channels.account(person.accountId));
    const heard = (name: keyof typeof people) => ears[name].events.filter((event) => event.name === 'sync.changed').map(({ data }) => data);

    const begun = (await teacher.call(syncCourseWorks, { params: { id: courseId } })).body;
    for (const name of ['teacher', 'admin'] as const) await expect.poll(() => heard(name)[0]).toEqual({ course_id: courseId });
    await settle(begun);
    for (const name of ['teacher', 'admin'] as const) await expect.poll(() => heard(name).length).toBeGreaterThan(1);
    const ofAll = () => heard('admin').filter(({ course_id }) => course_id === null).length;
    expect(ofAll()).toBe(0);
    const mine = (await admin.call(syncCourses, { body: { new_classes: 'make' } })).body;
    await expect.poll(ofAll).toBeGreaterThan(0);
    await admin.call(syncRunCancel, { params: { id: mine.run.id } });
    await expect.poll(ofAll).toBeGreaterThan(1);
    expect([heard('student'), heard('stranger')]).toEqual([[], []]);
    for (const ear of Object.values(ears)) ear.close();
  });
});

describe('a preview of class work', () => {
  test('[B1311] says of each work that is not here how many submissions and grades would come, and the run brings as many', async () => {
    const { teacher, learners, course, courseId, asTeacher, settle, changesOf, pressWork } = await begin({ students: 3 });
    const [sheet, essay] = [asTeacher.createWork(course, { title: 'Sheet', maxPoints: 10 }), asTeacher.createWork(course, { title: 'Essay', maxPoints: 10 })];
    for (const { there } of learners) school.google.asStudent(there).turnIn(sheet);
    asTeacher.grade(sheet, learners[0]!.there, { draftGrade: 7 });
    const count = async () =>
      (await school.app.db.selectFrom('submissions').selectAll().where('course_id', '=', courseId).execute()).filter(({ draft_grade }) => draft_grade !== null);
    const preview = await settle((await teacher.call(syncCourseWorks, { params: { id: courseId }, body: { mode: 'preview' } })).body);
    const planned = (await changesOf(preview.id)).filter(({ kind }) => kind === 'submission');
    expect(planned.map(({ subject, action, direction, outcome }) => [subject, action, direction, outcome]).sort()).toEqual([
      ['Essay · 3 submissions', 'made', 'here', 'planned'],
      ['Sheet · 3 submissions, 1 of them with a grade', 'made', 'here', 'planned'],
    ]);
    expect(await count()).toHaveLength(0);
    const run = await pressWork();
    expect(run.counts.made).toBe(preview.counts.made);
    expect(run.counts.made).toBe(2 + 6);
    expect(await count()).toHaveLength(1);

    // work created since is reported only with its own submissions
    const later = asTeacher.createWork(course, { title: 'Later', maxPoints: 10 });
    school.google.asStudent(learners[1]!.there).turnIn(later);
    const second = await settle((await teacher.call(syncCourseWorks, { params: { id: courseId }, body: { mode: 'preview' } })).body);
    expect((await changesOf(second.id)).map(({ subject }) => subject)).toEqual(['Later', 'Later · 3 submissions']);
    expect((await pressWork()).counts.made).toBe(second.counts.made);
    expect(essay.id).toBeTruthy();
  });
});

describe('categories and weights of Google’s gradebook', () => {
  const SETTINGS = {
    calculationType: 'WEIGHTED_CATEGORIES',
    displaySetting: 'SHOW_OVERALL_GRADE',
    gradeCategories: [
      { id: '71', name: 'Homework', weight: 123_400 },
      { id: '72', name: 'Tests', weight: 876_600 },
    ],
  } as const;
  const of = (courseId: number) => ({ params: { id: courseId } });

  /** Creates a linked class whose gradebook has categories at Google, with a work in each and one without. */
  async function beginWithCategories() {
    const synced = await begin();
    const { asTeacher, course, press, pressWork } = synced;
    asTeacher.changeCourse(course, { gradebookSettings: { ...SETTINGS, gradeCategories: [...SETTINGS.gradeCategories] } });
    for (const { id, name } of SETTINGS.gradeCategories) asTeacher.createWork(course, { title: `A ${name}`, maxPoints: 10, gradeCategory: { id, name } });
    asTeacher.createWork(course, { title: 'Of none', maxPoints: 10 });
    await press();
    await pressWork();
    return synced;
  }

  test('[B1314] are offered to a class without settings of its own, taken over once with its works, and never over others', async () => {
    const { teacher, courseId, worksHere } = await beginWithCategories();
    const asked = school.google.calls.count();
    expect((await teacher.call(syncGradeOffer, of(courseId))).body.offer).toEqual({
      calculation_type: 'WEIGHTED_BY_CATEGORY',
      show_grade: true,
      works: 2,
      categories: [
        { category_name: 'Homework', category_point: 12.34 },
        { category_name: 'Tests', category_point: 87.66 },
      ],
    });
    const taken = await teacher.call(syncGradeOfferTake, of(courseId));
    expect(taken.body).toMatchObject({
      message: 'Categories and weights were copied from Google Classroom, and so were the categories of 2 works.',
      setting: {
        calculation_type: 'WEIGHTED_BY_CATEGORY',
        categories: [
          { category_name: 'Homework', category_point: 12.34, drop_lowest: 0, work_count: 1 },
          { category_name: 'Tests', category_point: 87.66, drop_lowest: 0, work_count: 1 },
        ],
      },
    });
    const [homework, tests] = taken.body.setting.categories;
    expect((await worksHere()).map(({ title, category_id }) => [title, category_id]).sort()).toEqual([
      ['A Homework', homework!.category_id],
      ['A Tests', tests!.category_id],
      ['Of none', null],
    ]);
    // no call to Google was made for it
    expect(school.google.calls.count()).toBe(asked);
    expect((await teacher.call(syncGradeOffer, of(courseId))).body.offer).toBeNull();
    expect((await teacher.call(syncGradeOfferTake, of(courseId))).error?.code).toBe('SETTING_EXISTS');

    // and changed or removed like any other settings
    const { setting_id } = taken.body.setting;
    const emptied = await teacher.call(gradeSettingUpdate, {
      params: { setting_id: setting_id! },
      body: { calculation_type: 'NO_OVERALL_GRADE', categories: [], confirm: true },
    });
    expect(emptied.status).toBe(200);
    expect((await worksHere()).every(({ category_id }) => category_id === null)).toBe(true);
    expect((await teacher.call(syncGradeOffer, of(courseId))).body.offer).toBeNull();
  });

  test('[B1314] a class with categories and no settings keeps them; what Google has without categories is not offered', async () => {
    const { teacher, courseId } = await beginWithCategories();
    await school.app.db.insertInto('grade_categories').values({ course_id: courseId, name: 'Mine', position: 1 }).execute();
    expect((await teacher.call(syncGradeOffer, of(courseId))).body.offer).toBeNull();
    expect((await teacher.call(syncGradeOfferTake, of(courseId))).error?.code).toBe('SETTING_EXISTS');
    expect((await teacher.call(gradeSettingGet, { query: { course_id: courseId } })).body.setting).toMatchObject({
      setting_id: null,
      categories: [{ category_name: 'Mine' }],
    });
    const plain = await begin();
    expect((await plain.teacher.call(syncGradeOffer, of(plain.courseId))).body.offer).toBeNull();
    expect((await plain.teacher.call(syncGradeOfferTake, of(plain.courseId))).error?.code).toBe('SYNC_NOTHING_OFFERED');
  });

  test('[B1314] whatever Google says of it is bounded: odd weights count nothing, names are cut, points in all have no weights', async () => {
    const { teacher, courseId, course, asTeacher, press } = await begin();
    asTeacher.changeCourse(course, {
      gradebookSettings: {
        calculationType: 'WEIGHTED_CATEGORIES',
        displaySetting: 'SHOW_TEACHERS_ONLY',
        gradeCategories: [{ id: '1', name: `${'x'.repeat(199)}😀`, weight: -5 }, { id: '2', name: '  ', weight: 2_000_000 }, ...many(60)],
      },
    });
    await press();
    const { offer } = (await teacher.call(syncGradeOffer, of(courseId))).body;
    expect(offer).toMatchObject({ show_grade: false, works: 0 });
    expect(offer!.categories).toHaveLength(50);
    expect(offer!.categories[0]).toEqual({ category_name: 'x'.repeat(199), category_point: 0 });
    expect(offer!.categories[1]).toEqual({ category_name: '', category_point: 0 });
    asTeacher.changeCourse(course, {
      gradebookSettings: { calculationType: 'TOTAL_POINTS', displaySetting: 'HIDE_OVERALL_GRADE', gradeCategories: [{ id: '1', name: '  ', weight: 500_000 }] },
    });
    await press();
    const { setting, message } = (await teacher.call(syncGradeOfferTake, of(courseId))).body;
    expect(message).toBe('Categories and weights were copied from Google Classroom.');
    expect(setting).toMatchObject({ calculation_type: 'TOTAL_POINTS', show_grade: false, categories: [{ category_name: 'Category 1', category_point: 0 }] });
  });

  test('[B1314] only staff of the class see and take it; a class that is not linked has none', async () => {
    const { teacher, admin, learners, courseId, schoolId } = await beginWithCategories();
    const other = await begin();
    expect((await other.teacher.call(syncGradeOffer, of(courseId))).status).toBe(404);
    expect((await other.teacher.call(syncGradeOfferTake, of(courseId))).status).toBe(404);
    expect((await learners[0]!.call(syncGradeOffer, of(courseId))).status).toBe(403);
    expect((await learners[0]!.call(syncGradeOfferTake, of(courseId))).status).toBe(403);
    // a teacher elsewhere who is a student here has the right but no standing
    const colleague = await school.bring('teachers', schoolId);
    await inTransaction(school.app.db, (tx) => enrol(tx, courseId, [colleague.accountId], 'STUDENT'));
    expect(await colleague.call(syncGradeOffer, of(courseId))).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
    expect(await colleague.call(syncGradeOfferTake, of(courseId))).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
    expect((await admin.call(syncGradeOffer, of(courseId))).body.offer).toMatchObject({ works: 2 });
    const alone = await school.scenario.class();
    expect((await alone.teacher.call(syncGradeOffer, of(alone.courseId))).body.offer).toBeNull();
    expect((await alone.teacher.call(syncGradeOfferTake, of(alone.courseId))).error?.code).toBe('SYNC_NOT_LINKED');
    expect((await teacher.call(syncGradeOfferTake, of(courseId))).status).toBe(200);
  });
});

const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `9${at}`, name: `Category ${at}`, weight: 10_000 }));

describe('what does not go over', () => {
  test('[B1316] work made there is handed in there; once it is graded here, what is handed in here counts as here only', async () => {
    const { teacher, learners, course, courseId, asTeacher, pressWork, worksHere, cell } = await begin();
    const student = learners[0]!;
    const question = asTeacher.createWork(course, { title: 'Why?', workType: 'SHORT_ANSWER_QUESTION', maxPoints: 5 });
    asTeacher.createMaterial(course, { title: 'To read' });
    await pressWork();
    const work = (await worksHere()).find(({ title }) => title === 'Why?')!;
    const { id } = await cell(work.id, student.accountId);
    const own = async () => (await student.call(studentWorkDetails, { query: { course_id: courseId, course_work_id: work.id } })).body.submission;
    const worksOf = async (person: typeof teacher) => (await person.call(syncWorks, { params: { id: courseId } })).body.works;
    expect(await own()).toMatchObject({ can_submit: false, is_elsewhere: true });
    expect(await worksOf(student)).toMatchObject([
      { course_work_id: work.id, is_foreign: true, has_hand_in: true },
      { is_foreign: true, has_hand_in: false },
    ]);
    const answer = { courseId, courseWorkId: work.id, submissionId: id, id, type: 'SHORT_ANSWER_QUESTION', answer: 'Because.' } as const;
    expect((await student.call(submissionSubmit, { body: answer })).error?.code).toBe('HAND_IN_ELSEWHERE');

    await teacher.call(syncGradeHere, { params: { id: courseId, workId: work.id } });
    expect(await own()).toMatchObject({ can_submit: true, is_elsewhere: false });
    expect((await student.call(submissionSubmit, { body: answer })).status).toBe(200);
    await pressWork();
    expect((await worksOf(teacher))[0]).toMatchObject({ handed_in_here_only: 1 });
    expect((await worksOf(student))[0]).toMatchObject({ handed_in_here_only: 0 });
    expect(school.google.asStudent(student.there).submission(question).state).not.toBe('TURNED_IN');
    school.google.asStudent(student.there).turnIn(question);
    await pressWork();
    expect((await worksOf(teacher))[0]).toMatchObject({ handed_in_here_only: 0 });
  });
});
