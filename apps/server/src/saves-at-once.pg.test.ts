import {
  accountCreate,
  accountUpdate,
  announcementCreate,
  announcementUpdate,
  assessmentCreate,
  assessmentUpdate,
  contract,
  courseCreate,
  courseGet,
  courseSettings,
  courseUpdate,
  courseWorkCreate,
  courseWorkUpdate,
  draftUpdate,
  type Endpoint,
  gradeSettingCreate,
  gradeSettingUpdate,
  profileUpdate,
  questionCreate,
  questionUpdate,
  questionVersionRestore,
  referenceLists,
  rewardRuleList,
  rewardRuleUpdate,
  schoolSettingsGet,
  schoolSettingsUpdate,
  topicCreate,
  topicUpdate,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markUsed } from './modules/bank/questions/index.ts';
import { makeReferences, questionBody, type TestReferences } from './modules/bank/questions/testing/references.ts';
import { inTransaction } from './platform/database/index.ts';
import { assessmentChoices } from './testing/assessment-choices.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestLesson, type TestPerson } from './testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestLesson;
let references: TestReferences;
let choices: Awaited<ReturnType<typeof assessmentChoices>>;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.lesson();
  references = await makeReferences(app);
  choices = await inTransaction(app.db, assessmentChoices);
});
afterAll(() => app.close());

/** Somebody who saves, the address, a body that differs with its number, and the version that all of them read. */
interface Edit {
  by: TestPerson;
  params?: object;
  body: (number: number) => object;
  updated_at: string;
}
/** A call with any body, since this test knows each call only by its name. */
const send = async (by: TestPerson, endpoint: Endpoint, args: { params?: object; body?: object } = {}) => {
  const reply = await by.call(endpoint as never, args as never);
  return reply as unknown as { status: number; error: { code: string } | null; body: Record<string, never> };
};
/** Makes a thing, and returns what the call says of it. */
async function make(by: TestPerson, endpoint: Endpoint, name: string, args: { params?: object; body?: object }) {
  const { error, body } = await send(by, endpoint, args);
  if (error) throw new Error(`${endpoint.name}: ${JSON.stringify(error)}`);
  return body[name] as unknown as { id: number; updated_at: string; setting_id: number; version_id: number };
}
const makeQuestion = (changes: Record<string, unknown> = {}) => make(room.teacher, questionCreate, 'question', { body: questionBody(references, changes) });
const makeTopic = (name: string) => make(room.teacher, topicCreate, 'topic', { body: { name, external_course_id: room.courseId } });
const course = { name: 'Physics 9B', section: 'B', subject: 'Physics', room: '214' };
const makeCourse = () => make(room.admin, courseCreate, 'course', { body: { ...course, level_id: references.levelId, ownerId: room.teacher.accountId } });

/** Every call that refuses an older version, but those of the lists, which have a test of their own. */
const edits: Readonly<Record<string, { endpoint: Endpoint; begin: () => Promise<Edit> }>> = {
  'account.update': {
    endpoint: accountUpdate,
    begin: async () => {
      const role = await app.db.selectFrom('roles').select('id').where('key', '=', 'teachers').executeTakeFirstOrThrow();
      const person = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@school.test', phone_number: '+1 555 0100', status: true };
      const account = { ...person, school_id: room.schoolId, account_type_id: 2, role_id: role.id };
      const { id, updated_at } = await make(room.admin, accountCreate, 'account', { body: account });
      return { by: room.admin, params: { id }, updated_at, body: (number) => ({ ...account, last_name: `Hopper ${number}` }) };
    },
  },
  'profile.update': {
    endpoint: profileUpdate,
    begin: async () => {
      const [by] = room.students as [TestPerson];
      const profile = { city: 'Springfield', state: 'Oregon', zip: '97477', phone: '+1 555 0100', dob: '2009-02-28', address: '12 Evergreen Terrace' };
      const { updated_at } = await make(by, profileUpdate, 'profile', { body: profile });
      return { by, updated_at, body: (number) => ({ ...profile, city: `Springfield ${number}` }) };
    },
  },
  'schoolSettings.update': {
    endpoint: schoolSettingsUpdate,
    begin: async () => {
      const params = { id: room.schoolId };
      const { updated_at } = await make(room.admin, schoolSettingsGet, 'settings', { params });
      return { by: room.admin, params, updated_at, body: (number) => ({ drive_url: `https://drive${number}.test` }) };
    },
  },
  'question.update': {
    endpoint: questionUpdate,
    begin: async () => {
      const { id, updated_at } = await makeQuestion();
      return { by: room.teacher, params: { id }, updated_at, body: (number) => questionBody(references, { title: `Fall ${number}` }) };
    },
  },
  'question.draft.update': {
    endpoint: draftUpdate,
    begin: async () => {
      const { id, updated_at } = await makeQuestion({ published_state: 'DRAFT' });
      return { by: room.teacher, params: { id }, updated_at, body: (number) => ({ title: `Fall ${number}`, published_state: 'DRAFT' }) };
    },
  },
  'question.version.restore': {
    endpoint: questionVersionRestore,
    begin: async () => {
      const { id, version_id } = await makeQuestion();
      await inTransaction(app.db, (tx) => markUsed(tx, [version_id])); // the next edit makes another version
      const { updated_at } = await make(room.teacher, questionUpdate, 'question', { params: { id }, body: questionBody(references, { title: 'Newer' }) });
      return { by: room.teacher, params: { id, version: 1 }, updated_at, body: () => ({}) };
    },
  },
  'assessment.update': {
    endpoint: assessmentUpdate,
    begin: async () => {
      const { id: topic_id } = await makeTopic('Circuits');
      const questions = [room.first.questionId, room.transfer.questionId];
      const form = { title: 'Circuits', ...choices, class_id: room.courseId, topic_id, schedule_date: '2026-03-31', status: 0, questions };
      const { id, updated_at } = await make(room.teacher, assessmentCreate, 'assessment', { body: form });
      return { by: room.teacher, params: { id }, updated_at, body: (number) => ({ ...form, title: `Circuits ${number}` }) };
    },
  },
  'course.update': {
    endpoint: courseUpdate,
    begin: async () => {
      const { id, updated_at } = await makeCourse();
      return { by: room.admin, params: { id }, updated_at, body: (number) => ({ ...course, level_id: references.levelId, room: `${number}` }) };
    },
  },
  'course.settings': {
    endpoint: courseSettings,
    begin: async () => {
      const { id } = await makeCourse();
      const { updated_at } = await make(room.teacher, courseGet, 'course', { params: { id } });
      return { by: room.teacher, params: { id }, updated_at, body: (number) => ({ description: `Welcome ${number}` }) };
    },
  },
  'topic.update': {
    endpoint: topicUpdate,
    begin: async () => {
      const { id, updated_at } = await makeTopic('Light');
      return { by: room.teacher, params: { id }, updated_at, body: (number) => ({ name: `Light ${number}` }) };
    },
  },
  'courseWork.update': {
    endpoint: courseWorkUpdate,
    begin: async () => {
      const params = { id: room.courseId };
      const { id: workId, updated_at } = await make(room.teacher, courseWorkCreate, 'courseWork', { params, body: { title: 'Sheet' } });
      return { by: room.teacher, params: { ...params, workId }, updated_at, body: (number) => ({ title: `Sheet ${number}` }) };
    },
  },
  'gradeSetting.update': {
    endpoint: gradeSettingUpdate,
    begin: async () => {
      const body = { course_id: room.courseId, calculation_type: 'TOTAL_POINTS' };
      const { setting_id, updated_at } = await make(room.teacher, gradeSettingCreate, 'setting', { body });
      return { by: room.teacher, params: { setting_id }, updated_at, body: (number) => ({ categories: [{ category_name: `Labs ${number}` }] }) };
    },
  },
  'rewardRule.update': {
    endpoint: rewardRuleUpdate,
    begin: async () => {
      const { body } = await send(room.admin, rewardRuleList);
      const [{ id, updated_at }] = body['data'] as unknown as [{ id: number; updated_at: string }];
      return { by: room.admin, params: { id }, updated_at, body: (number) => ({ points: 10 + number }) };
    },
  },
  'announcement.update': {
    endpoint: announcementUpdate,
    begin: async () => {
      const form = { text: 'Bring a ruler.', students: ['ALL_STUDENTS'], courses: [room.courseId] };
      const { id, updated_at } = await make(room.teacher, announcementCreate, 'announcement', { body: form });
      return { by: room.teacher, params: { id }, updated_at, body: (number) => ({ text: `Bring ${number}.` }) };
    },
  },
};

test('[B2965] every call that refuses an older version is walked here, or with the lists', () => {
  const ofLists = new Set<string>(referenceLists.map(({ endpoints }) => endpoints.update.name));
  const refusing = contract.filter(({ name, errors }) => (errors as readonly string[] | undefined)?.includes('EDIT_CONFLICT') && !name.endsWith('.post'));
  expect(Object.keys(edits).toSorted()).toEqual(
    refusing
      .map(({ name }) => name)
      .filter((name) => !ofLists.has(name))
      .toSorted(),
  );
});

const AT_ONCE = 5;

test.each(Object.entries(edits))('[B2965] of five who save one version in one moment by %s one goes through, and the others hear of it', async (name, edit) => {
  expect(edit.endpoint.name).toBe(name);
  const { by, params, body, updated_at } = await edit.begin();
  const replies = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, number) => send(by, edit.endpoint, { ...(params ? { params } : {}), body: { ...body(number), updated_at } })),
  );
  const codes = replies.map(({ status, error }) => error?.code ?? String(status)).toSorted();
  expect(codes).toEqual(['200', ...Array.from({ length: AT_ONCE - 1 }, () => 'EDIT_CONFLICT')]);
});
