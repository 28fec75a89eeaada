import { questionClusters, questionTopicList, templateCreate, templateDelete, templateList } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { createReferenceRow } from '../../../school/reference/index.ts';
import { makeReferences, questionBody, type TestReferences } from '../testing/references.ts';

let app: TestApp;
let scenario: Scenario;
let schoolId: number;
let protocolId: number;
let teacher: TestPerson;
let colleague: TestPerson;
let stranger: TestPerson;
let student: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  teacher = await scenario.person('teachers', schoolId);
  colleague = await scenario.person('teachers', schoolId);
  stranger = await scenario.person('teachers', await scenario.school());
  student = await scenario.person('student', schoolId);
  admin = await scenario.person('admin', null);
  protocolId = await inTransaction(app.db, (tx) => createReferenceRow(tx, 'protocols', { name: 'Peer instruction' }));
});
afterAll(() => app.close());

type Body = Record<string, unknown>;
const { responses, rubrics, open_response } = questionBody({} as TestReferences) as Record<string, Body[]>;
const body = (changes: Body = {}): Body => ({
  name: 'Two levels',
  description: 'Right and wrong',
  protocol_id: protocolId,
  rubric: { responses, rubrics, open_response },
  ...changes,
});
const save = (person: TestPerson, changes: Body = {}) => person.call(templateCreate, { body: body(changes) });
const names = async (person: TestPerson, query: Body = {}) =>
  (await person.call(templateList, { query })).body.templates.map(({ name }: { name: string }) => name);

test('[Q402] [Q176] [Q177] [Q178] [Q185] a template keeps responses without their texts, rubrics and criteria, with status 0 and no token', async () => {
  const reply = await save(teacher, { status: 7, account_id: 999, api_token: 'secret' });
  expect(reply.status).toBe(201);
  const { template } = reply.body;
  expect(template).toMatchObject({
    name: 'Two levels',
    description: 'Right and wrong',
    protocol_id: protocolId,
    protocol_name: 'Peer instruction',
    account_id: teacher.accountId,
    status: 0,
    rubric: { rubrics, open_response },
  });
  expect(template.rubric.responses).toEqual([
    { title: 'Both', match_label: '1', is_valid: true, sub_grade: 4 },
    { title: 'The heavy one', match_label: '2', is_valid: false, sub_grade: 0 },
  ]);
  expect(JSON.stringify(reply.body)).not.toContain('secret');
  expect((await teacher.call(templateList)).body).toMatchObject({ status: 'success', data: [template], templates: [template], pagination: { total: 1 } });
});

test.each([
  ['Q287', { name: ' ' }, { name: ['Name is required'] }],
  ['Q288', { description: '' }, { description: ['Description is required'] }],
  [
    'Q090',
    { rubric: { responses: [{ ...responses![0], sub_grade: '' }], rubrics, open_response } },
    { 'rubric.responses.0.sub_grade': ['Points is required'] },
  ],
  [
    'Q090',
    { rubric: { responses, rubrics, open_response: [{ ...open_response![0], criterion_name: '' }] } },
    { 'rubric.open_response.0.criterion_name': ['Criterion Name is required'] },
  ],
  ['Q402', { protocol_id: 999_999 }, { protocol_id: ['Protocol is no longer in the list. Choose another one.'] }],
  ['Q402', { rubric: undefined }, { rubric: ['Rubric is required'] }],
] as [string, Body, object][])('[%s] %j is refused at its field', async (_, changes, errors) => {
  expect(await save(teacher, changes)).toMatchObject({ status: 422, error: { errors } });
});

test('[Q401] staff see those of their school and search them; students their own alone, since templates tell which response is right', async () => {
  await save(colleague, { name: 'Colleague’s', description: 'Three levels' });
  await save(stranger, { name: 'Stranger’s' });
  await save(student, { name: 'Student’s' });
  expect(await names(teacher)).toEqual(['Colleague’s', 'Student’s', 'Two levels']);
  expect(await names(teacher, { search_text: 'THREE' })).toEqual(['Colleague’s']);
  expect(await names(teacher, { search_text: 'peer' })).toHaveLength(3);
  expect(await names(student)).toEqual(['Student’s']);
  expect(await names(stranger)).toEqual(['Stranger’s']);
  expect(await names(admin)).toHaveLength(4);
});

test('a template is deleted by who made it or an Admin', async () => {
  const { id } = (await save(teacher, { name: 'To go' })).body.template;
  const remove = (person: TestPerson) => person.call(templateDelete, { params: { id } });
  expect((await remove(colleague)).status).toBe(403);
  for (const person of [stranger, student]) expect((await remove(person)).status).toBe(404);
  expect((await remove(teacher)).body.message).toBe('Template Deleted Successfully');
  expect((await remove(teacher)).status).toBe(404);
});

test('[Q403] topics and clusters of questions are one list', async () => {
  await makeReferences(app);
  const { body: topics } = await student.call(questionTopicList);
  expect(topics.data.length).toBeGreaterThan(0);
  expect(topics).toEqual((await student.call(questionClusters.endpoints.list)).body);
});
