import { questionCreate, questionGet, questionReview, questionStatusUpdate, questionUpdate } from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

let app: TestApp;
let scenario: Scenario;
let references: TestReferences;
let schoolId: number;
let author: TestPerson;
let teacher: TestPerson;
let student: TestPerson;
let admin: TestPerson;
let id: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  references = await makeReferences(app);
  schoolId = await scenario.school();
  teacher = await scenario.person('teachers', schoolId);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());
beforeEach(async () => {
  author = await scenario.person('student', schoolId);
  student = await scenario.person('student', schoolId);
  id = (await author.call(questionCreate, { body: questionBody(references) })).body.question.id;
});

const step = (person: TestPerson, status: unknown, question: unknown = id) => person.call(questionStatusUpdate, { body: { question, status } });
const read = async () => (await teacher.call(questionGet, { params: { id } })).body.question;

describe('steps of approval', () => {
  test('[Q397] [Q206] [Q207] [Q208] a teacher takes two, an Admin the last; the chip shows each', async () => {
    expect(await read()).toMatchObject({ status: 0, teacher_status: 0, status_label: 'Not Approved', total_approval: 0 });
    expect((await step(teacher, 'Approved ?')).body).toMatchObject({
      message: 'The status is now Approved ?',
      question: { status: 0, teacher_status: 1, total_approval: 1 },
    });
    expect((await step(teacher, 'Send To Admin')).body.question).toMatchObject({ status: 0, teacher_status: 2, status_label: 'Send To Admin' });
    expect((await step(admin, 'Public')).body.question).toMatchObject({ status: 1, teacher_status: 2, status_label: 'Public' });
  });

  test('[Q212] [Q209] total_approval counts people: the same teacher’s second step adds none, the Admin’s does', async () => {
    const counts = [];
    for (const [person, label] of [
      [teacher, 'Approved ?'],
      [teacher, 'Send To Admin'],
      [admin, 'Public'],
    ] as const)
      counts.push((await step(person, label)).body.question.total_approval);
    expect(counts).toEqual([1, 1, 2]);
  });

  test('[Q210] a wrong step is refused, says where the question stands, and changes nothing', async () => {
    const wrong = await step(admin, 'Public');
    expect(wrong).toMatchObject({
      status: 409,
      error: { code: 'STATUS_STEP_NOT_ALLOWED', message: 'This question is now “Not Approved” and cannot change to “Public” in one step.' },
    });
    expect(await step(teacher, 'Send To Admin')).toMatchObject({ status: 409 });
    expect(await step(teacher, 'Not Approved')).toMatchObject({ status: 409 });
    expect(await read()).toMatchObject({ status_label: 'Not Approved', total_approval: 0 });
  });

  test('[B091] [Q210] one’s own step twice is refused', async () => {
    await step(teacher, 'Approved ?');
    expect(await step(teacher, 'Approved ?')).toMatchObject({ status: 409, error: { code: 'STATUS_STEP_NOT_ALLOWED' } });
    expect(await read()).toMatchObject({ status_label: 'Approved ?', total_approval: 1 });
  });

  test('[B091] [Q211] a wrong role is refused and changes nothing', async () => {
    for (const [person, label] of [
      [author, 'Approved ?'],
      [student, 'Approved ?'],
      [student, 'Public'],
      [teacher, 'Public'],
      [admin, 'Approved ?'],
    ] as const)
      expect(await step(person, label)).toMatchObject({ status: 403, error: { code: 'STATUS_ROLE_NOT_ALLOWED' } });
    expect(await read()).toMatchObject({ status_label: 'Not Approved', total_approval: 0 });
  });

  test('[B091] two who take the same step at once: one does, and is counted once', async () => {
    const other = await scenario.person('teachers', schoolId);
    const replies = await Promise.all([step(teacher, 'Approved ?'), step(other, 'Approved ?')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ status_label: 'Approved ?', total_approval: 1 });
  });

  test('a question may be named by itself; what is no question or no step is refused at its field', async () => {
    expect((await step(teacher, 'Approved ?', { id, title: 'Free fall' })).status).toBe(200);
    expect((await step(teacher, 'Approved ?', 999_999)).error?.code).toBe('QUESTION_NOT_FOUND');
    expect((await step(teacher, 'Approved')).error?.errors).toEqual({ status: ['Status must be one of: Not Approved, Approved ?, Send To Admin, Public'] });
    expect((await step(teacher, undefined)).error?.errors).toEqual({ status: ['Status is required'] });
    expect((await step(teacher, 'Approved ?', 'x')).error?.errors).toEqual({ question: ['Question is not valid. Choose it again from the list.'] });
  });

  test('a draft takes no step, and what somebody cannot see they cannot approve', async () => {
    await author.call(questionUpdate, { params: { id }, body: questionBody(references, { published_state: 'DRAFT' }) });
    expect((await step(teacher, 'Approved ?')).error?.code).toBe('QUESTION_NOT_FOUND');
    const own = (await teacher.call(questionCreate, { body: questionBody(references, { published_state: 'DRAFT' }) })).body.question;
    expect((await step(teacher, 'Send To Admin', own.id)).error?.code).toBe('STATUS_STEP_NOT_ALLOWED');
  });
});

describe('ratings', () => {
  const rate = (person: TestPerson, user_rating: unknown, question: unknown = id) => person.call(questionReview, { body: { question, user_rating } });

  test('[Q398] [Q004] everybody rates others’ questions; the average has a label, and each sees their own stars', async () => {
    await rate(student, 5);
    const second = await rate(teacher, 3.5);
    expect(second.body.question).toMatchObject({ average_rating: 4.25, rating_count: 2, rating_label: 'Exceptional', user_rating: 3.5 });
    expect((await student.call(questionGet, { params: { id } })).body.question).toMatchObject({ user_rating: 5 });
    expect((await admin.call(questionGet, { params: { id } })).body.question).toMatchObject({ user_rating: null });
  });

  test('a repeat replaces the rating', async () => {
    await rate(teacher, 1);
    expect((await rate(teacher, 4)).body.question).toMatchObject({ average_rating: 4, rating_count: 1, rating_label: 'Extraordinary' });
  });

  test('[Q242] one’s own question cannot be rated', async () => {
    expect(await rate(author, 5)).toMatchObject({ status: 403, error: { code: 'OWN_QUESTION' } });
    expect(await read()).toMatchObject({ average_rating: null, rating_label: null });
  });

  test.each([0, 0.5, 5.5, 3.3, -1, '٣', 'five', null, undefined, 1e9, [3]])('[Q241] %j is no rating', async (value) => {
    expect(await rate(teacher, value)).toMatchObject({ status: 422, error: { errors: { user_rating: ['Choose from 1 to 5 stars, in half steps'] } } });
  });

  test('a rating is no edit: whoever edits meanwhile is not refused', async () => {
    const { updated_at } = await read();
    await rate(teacher, 2);
    expect((await read()).updated_at).toBe(updated_at);
  });

  test('many who rate at once are all counted', async () => {
    const people: TestPerson[] = [];
    for (let count = 0; count < 6; count += 1) people.push(await scenario.person('student', schoolId));
    await Promise.all(people.map((person, index) => rate(person, index < 3 ? 2 : 3)));
    expect(await read()).toMatchObject({ rating_count: 6, average_rating: 2.5, rating_label: 'Average' });
  });
});
