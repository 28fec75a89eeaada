import {
  questionClusters,
  questionCreate,
  questionDelete,
  questionGet,
  questionGrades,
  questionList,
  questionSubjects,
  questionTypes,
  questionUpdate,
  questionUpdateByPost,
  standards,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

let app: TestApp;
let scenario: Scenario;
let references: TestReferences;
let schoolId: number;
let [teacher, other, student, admin]: TestPerson[] = [];

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  references = await makeReferences(app);
  [teacher, other, student, admin] = [
    await scenario.person('teachers', schoolId),
    await scenario.person('teachers', schoolId),
    await scenario.person('student', schoolId),
    await scenario.person('admin', null),
  ];
});
afterAll(() => app.close());

const make = async (person: TestPerson, changes: Record<string, unknown> = {}) => {
  const reply = await person.call(questionCreate, { body: questionBody(references, changes) });
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.question;
};
const get = (person: TestPerson, id: number) => person.call(questionGet, { params: { id } });

describe('a question', () => {
  test('[Q167] comes back as it was written, with the names of what it names', async () => {
    const question = await make(teacher!);
    expect(question).toMatchObject({
      question_id: question.id,
      title: 'Free fall',
      description: { type: 'doc', content: [{ type: 'paragraph' }] },
      topic_name: expect.stringContaining('Cluster'),
      subject_name: expect.stringContaining('Subject'),
      tag: ['forces', 'motion'],
      status: 0,
      teacher_status: 1,
      status_label: 'Approved ?',
      total_approval: 0,
      published_state: 'PUBLISHED',
      overall_grade: 4,
      open_response_grade: 3,
      full_name: `${teacher!.firstName} ${teacher!.lastName}`,
      responses: [
        { position: 1, title: 'Both', match_label: '1', is_valid: true, sub_grade: 4, description: { type: 'doc' } },
        { position: 2, title: 'The heavy one', match_label: '2', is_valid: false, sub_grade: 0 },
      ],
      may: { edit: true, delete: true, copy: true, rate: false, next_status: 'Send To Admin' },
    });
    expect((await get(teacher!, question.id)).body.question).toEqual(question);
    expect((await teacher!.call(questionList)).body.questions[0]).toEqual(question);
  });

  test('[Q395] [Q396] is edited by its author, by PUT and by POST with _method', async () => {
    const question = await make(teacher!);
    const put = await teacher!.call(questionUpdate, { params: { id: question.id }, body: questionBody(references, { title: 'Falling' }) });
    expect(put).toMatchObject({ status: 200, body: { question: { id: question.id, title: 'Falling', version: 1 }, message: 'Question Updated Successfully' } });
    const post = await teacher!.call(questionUpdateByPost, {
      params: { id: question.id },
      body: questionBody(references, { title: 'Fallen', _method: 'PUT' }),
    });
    expect(post.body.question.title).toBe('Fallen');
  });

  test('is erased by its author', async () => {
    const question = await make(teacher!);
    const reply = await teacher!.call(questionDelete, { params: { id: question.id } });
    expect(reply).toMatchObject({ status: 200, body: { archived: false, message: 'Question Deleted Successfully' } });
    expect((await get(teacher!, question.id)).status).toBe(404);
  });

  test('[Q223] shows students of other people neither validity, match labels, points, reasoning nor rubrics', async () => {
    const question = await make(teacher!);
    const seen = (await get(student!, question.id)).body.question;
    expect(JSON.stringify(seen)).not.toMatch(/is_valid|match_label|sub_grade|rubric|overall_grade|open_response|Same acceleration/);
    expect((await student!.call(questionList)).body.questions.find(({ id }: { id: number }) => id === question.id)).toEqual(seen);
    expect((await get(other!, question.id)).body.question.responses[0]).toMatchObject({ is_valid: true });
    expect((await get(admin!, question.id)).status).toBe(200);
  });

  test('[Q002] [Q003] everybody signed in puts questions into the one bank, of all schools, and sees those of others', async () => {
    const elsewhere = await scenario.person('teachers', await scenario.school());
    const people = [teacher, student, admin, elsewhere] as TestPerson[];
    const made = [];
    for (const person of people) made.push((await make(person, { status: 0 })).id);
    for (const person of people) {
      const ids = (await person.call(questionList)).body.questions.map(({ id }: { id: number }) => id);
      expect(ids).toEqual(expect.arrayContaining(made));
    }
    expect((await app.call(questionList)).status).toBe(401);
    expect((await app.call(questionCreate, { body: questionBody(references) })).status).toBe(401);
  });

  test('[Q216] [Q217] begins as Approved ? when a teacher writes it, and as Not Approved when a student does', async () => {
    expect(await make(teacher!, { status: 1 })).toMatchObject({ status: 0, teacher_status: 1, status_label: 'Approved ?' });
    expect(await make(student!, { status: 'Public' })).toMatchObject({ status: 0, teacher_status: 0, status_label: 'Not Approved' });
  });

  test.each(['Published', 'published', 1, true])('[Q202] %j is no published state', async (published_state) => {
    const reply = await teacher!.call(questionCreate, { body: questionBody(references, { published_state }) });
    expect(reply.error?.errors).toEqual({ published_state: ['Published State must be one of: DRAFT, PUBLISHED'] });
  });

  test('[Q404] the lists that its selectors offer are open to everybody who is signed in', async () => {
    for (const list of [questionTypes, standards, questionClusters, questionSubjects, questionGrades])
      for (const person of [teacher, student])
        expect((await person!.call(list.endpoints.list, { query: { per_page: 0 } })).body.data.length).toBeGreaterThan(0);
  });
});
