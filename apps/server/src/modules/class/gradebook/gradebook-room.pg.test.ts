import { gradeActUndo, gradeBook, gradeBulk, gradeSubmission, returnSubmission, submissionSubmit } from '@classwright/contract';
import { GradebookEvent } from '@classwright/contract/lesson/live/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { postWork, submissionsOf } from '../submissions/testing/work.ts';

// Two processes: grades given on one are heard on the other.
let app: TestApp;
let other: TestApp;
let scenario: Scenario;
let room: TestClass;
let student: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  other = await app.another();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  student = room.students[0]!;
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const channel = () => `private-gradebook-${room.courseId}`;
const grade = (workId: number, submissionId: number, draftGrade: number) =>
  room.teacher.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId: workId, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade } },
  });
const placeNow = async () => (await room.coTeacher.call(gradeBook, { query: { class: room.courseId } })).body.gradebook.room;

describe('those who look at the grades of a class', () => {
  test('hear of each grade what the cell is now and whose act it was, of a return and an undo too, on any process', async () => {
    const workId = await postWork(app, room);
    const [id] = await submissionsOf(app, workId, [student]);
    const before = await placeNow();
    const ear = await hear(other, room.coTeacher, channel());
    await grade(workId, id!, 46.5);
    const { body } = await room.teacher.call(returnSubmission, { body: { id, courseId: room.courseId, courseWorkId: workId, message: 'Good', paper: true } });
    await room.teacher.call(gradeActUndo, { params: { id: body.act_id } });
    await expect.poll(() => ear.events.at(-1)?.data['sequence']).toBe(before.sequence + 3);
    const events = ear.events.map(({ name, data }) => GradebookEvent.parse({ ...data, name }));
    const acts = events.flatMap((event) => (event.name === 'gradebook.cells.changed' ? event.acts : []));
    expect(acts.flatMap(({ cells }) => cells)).toEqual([
      [workId, student.accountId, 46.5, null, false, 'CREATED', false, 1],
      [workId, student.accountId, 46.5, 46.5, false, 'RETURNED', false, 2],
      [workId, student.accountId, 46.5, null, false, 'CREATED', false, 3],
    ]);
    expect(acts.map(({ account_id }) => account_id)).toEqual(Array.from({ length: 3 }, () => room.teacher.accountId));
    // state and events share one sequence of numbers, even when one event covers several acts
    expect(events.map(({ from }) => from)).toEqual([before, ...events.slice(0, -1)].map(({ sequence }) => sequence + 1));
    expect(await placeNow()).toEqual({ epoch: before.epoch, sequence: before.sequence + 3 });
    ear.close();
  });

  test('hear of a turn-in, and of an act of many cells, which items to ask for', async () => {
    const crowd = await scenario.class({ students: 2 });
    const works: number[] = [];
    for (let index = 0; index < 3; index++) works.push(await postWork(app, crowd, { title: `Work ${index}` }));
    const ear = await hear(other, crowd.teacher, `private-gradebook-${crowd.courseId}`);
    await crowd.students[0]!.call(submissionSubmit, { body: { courseId: crowd.courseId, courseWorkId: works[0], answer: 'Heat' } });
    const items = () => ear.events.flatMap(({ name, data }) => (name === 'gradebook.columns.changed' ? (data['items'] as number[]) : []));
    await expect.poll(items).toEqual([works[0]]);
    const changes = works.flatMap((courseWorkId) =>
      crowd.students.map(({ accountId }) => ({ courseWorkId, account_id: accountId, submission: { type: 'DRAFT_GRADE', draftGrade: 7 } })),
    );
    await crowd.teacher.call(gradeBulk, { body: { courseId: crowd.courseId, kind: 'fill', changes } });
    const acts = () => ear.events.flatMap(({ name, data }) => (name === 'gradebook.cells.changed' ? (data['acts'] as { cells: unknown[] }[]) : []));
    await expect.poll(() => acts().map(({ cells }) => cells.length)).toEqual([6]);
    ear.close();
  });

  test('are the staff of the class: nobody else hears, and who leaves hears no more', async () => {
    for (const [by, at] of [
      [student, app],
      [room.otherTeacher, app],
      [room.otherStudent, other],
    ] as const)
      await expect(hear(at, by, channel())).rejects.toThrow();
    const past = await scenario.class({ students: 1 });
    const ear = await hear(app, past.coTeacher, `private-gradebook-${past.courseId}`);
    await scenario.remove(past.courseId, past.coTeacher.accountId);
    const workId = await postWork(app, past);
    const [id] = await submissionsOf(app, workId, past.students);
    await past.teacher.call(gradeSubmission, {
      body: { courseId: past.courseId, courseWorkId: workId, submissionId: id, submission: { type: 'DRAFT_GRADE', draftGrade: 3 } },
    });
    const late = await hear(app, past.teacher, `private-gradebook-${past.courseId}`);
    await past.teacher.call(gradeSubmission, {
      body: { courseId: past.courseId, courseWorkId: workId, submissionId: id, submission: { type: 'DRAFT_GRADE', draftGrade: 4 } },
    });
    await expect.poll(() => late.events.length).toBeGreaterThanOrEqual(1);
    expect(ear.events).toEqual([]);
    ear.close();
    late.close();
  });
});
