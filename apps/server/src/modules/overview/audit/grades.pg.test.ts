import { auditList, gradeActUndo, gradeBulk, gradeSubmission, privateNoteSave, returnMany } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { postWork, submissionsOf } from '../../class/submissions/testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let admin: TestPerson;
let lab: number;
let ids: number[];

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  admin = room.admin;
  const rename = (person: TestPerson, first: string, last: string) =>
    app.db.updateTable('accounts').set({ first_name: first, last_name: last }).where('id', '=', person.accountId).execute();
  await rename(room.teacher, 'Adaeze', 'Okafor');
  await rename(room.students[0]!, 'Noah', 'Adeyemi');
  await app.db.updateTable('courses').set({ name: 'Science 10B' }).where('id', '=', room.courseId).execute();
  lab = await postWork(app, room, { title: 'Lab 2', max_points: 10 });
  ids = await submissionsOf(app, lab, room.students);
});
afterAll(() => app.close());

const grade = (submissionId: number, draftGrade: number | null) =>
  room.teacher.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId: lab, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade } },
  });
const trail = async (query: Record<string, unknown> = {}, by = admin) => (await by.call(auditList, { query })).body.data;
const newest = async (by = admin) => (await trail({}, by))[0]!;
describe('acts on grades are said with names, from and to', () => {
  test('[B1471] a grade that is given, changed, undone and removed', async () => {
    const id = ids[0]!;
    await grade(id, 7);
    expect((await newest()).sentence).toBe('Adaeze Okafor gave Noah Adeyemi 7 on “Lab 2” in Science 10B');
    const changed = await grade(id, 9);
    expect(await newest()).toMatchObject({
      sentence: 'Adaeze Okafor changed Noah Adeyemi’s grade on “Lab 2” in Science 10B from 7 to 9',
      changes: [],
      grades: [],
    });
    await room.teacher.call(gradeActUndo, { params: { id: changed.body.act_id } });
    expect((await newest()).sentence).toBe('Adaeze Okafor undid a change of Noah Adeyemi’s grade on “Lab 2” in Science 10B, from 9 back to 7');
    await grade(id, null);
    expect((await newest()).sentence).toBe('Adaeze Okafor removed Noah Adeyemi’s grade on “Lab 2” in Science 10B, which was 7');
  });

  test('[B1471] many at once are counted with their works, and each is named behind it', async () => {
    const quiz = await postWork(app, room, { title: 'Quiz', max_points: 10 });
    const others = await submissionsOf(app, quiz, room.students);
    const change = (courseWorkId: number, submissionId: number, draftGrade: number) => ({
      courseWorkId,
      submissionId,
      submission: { type: 'DRAFT_GRADE' as const, draftGrade },
    });
    const changes = [...ids.map((id) => change(lab, id, 5)), ...others.map((id) => change(quiz, id, 6))];
    expect((await room.teacher.call(gradeBulk, { body: { courseId: room.courseId, kind: 'paste', changes } })).body.count).toBe(6);
    const entry = await newest();
    expect(entry).toMatchObject({ sentence: 'Adaeze Okafor changed 6 grades on 2 assignments in Science 10B', grade_count: 6 });
    expect(entry.grades).toContainEqual({ label: 'Noah Adeyemi, Lab 2', from: 'no grade', to: '5' });
    expect(entry.grades).toHaveLength(6);
    await room.teacher.call(returnMany, { body: { courseId: room.courseId, courseWorkId: quiz, ids: others, message: 'Back', paper: true } });
    expect((await newest()).sentence).toBe('Adaeze Okafor returned work to students 3 times on 1 assignment in Science 10B');
  });

  test('[B1472] an administrator finds what happened to a student’s grades by the student’s name, and by the title of the work', async () => {
    await room.teacher.call(privateNoteSave, { params: { id: ids[0]! }, body: { note: 'Late bus', was: '' } });
    const found = await trail({ search_text: 'noah adeyemi' });
    expect(found[0]!.sentence).toBe('Adaeze Okafor wrote a private note on Noah Adeyemi’s work “Lab 2” in Science 10B');
    expect(found.map(({ action }) => action)).toEqual(expect.arrayContaining(['submission.grade', 'gradeAct.undo', 'submission.gradeBulk']));
    expect((await trail({ search_text: 'Lab 2' })).map(({ action }) => action)).toContain('submission.grade');
  });

  test('[B1473] a name beyond the reader’s reach is neither shown nor found', async () => {
    const keeper = await scenario.person('teachers', room.schoolId);
    await giveRights(app.db, keeper.accountId, ['audit:view']);
    await grade(ids[0]!, 8);
    expect((await newest(keeper)).sentence).toContain('Noah Adeyemi');
    await app.db
      .updateTable('accounts')
      .set({ school_id: await scenario.school() })
      .where('id', '=', room.students[0]!.accountId)
      .execute();
    const shown = await trail({ per_page: 200 }, keeper);
    expect(JSON.stringify(shown)).not.toContain('Noah');
    expect(shown[0]!.sentence).toBe('Adaeze Okafor changed a student’s grade on “Lab 2” in Science 10B from 5 to 8');
    expect(await trail({ search_text: 'noah' }, keeper)).toEqual([]);
  });
});
