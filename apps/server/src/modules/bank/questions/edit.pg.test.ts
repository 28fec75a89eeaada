import {
  draftList,
  draftUpdate,
  questionCopy,
  questionCreate,
  questionDelete,
  questionGet,
  questionList,
  questionUpdate,
  questionVersionList,
  questionVersionRestore,
} from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { loadQuestionVersions, markUsed } from './index.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

let app: TestApp;
let scenario: Scenario;
let references: TestReferences;
let schoolId: number;
let teacher: TestPerson;
let other: TestPerson;
let student: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  references = await makeReferences(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  schoolId = await scenario.school();
  teacher = await scenario.person('teachers', schoolId);
  other = await scenario.person('teachers', schoolId);
  student = await scenario.person('student', schoolId);
  admin = await scenario.person('admin', null);
});

type Body = Record<string, unknown>;
const body = (changes: Body = {}): Body => questionBody(references, changes);
const make = async (person: TestPerson, changes: Body = {}) => (await person.call(questionCreate, { body: body(changes) })).body.question;
const edit = (person: TestPerson, id: number, changes: Body = {}) => person.call(questionUpdate, { params: { id }, body: body(changes) });
const get = (person: TestPerson, id: number) => person.call(questionGet, { params: { id } });
const use = (versionId: number) => inTransaction(app.db, (tx) => markUsed(tx, [versionId]));

describe('who changes a question', () => {
  test('[Q220] its author and an Admin do; everybody else is told to copy it', async () => {
    const question = await make(teacher);
    expect((await edit(teacher, question.id, { title: 'Mine' })).body.question.title).toBe('Mine');
    expect((await edit(admin, question.id, { title: 'Admin’s' })).body.question.title).toBe('Admin’s');
    for (const person of [other, student]) {
      expect(await edit(person, question.id)).toMatchObject({ status: 403, error: { code: 'NOT_YOUR_QUESTION' } });
      expect(await person.call(questionDelete, { params: { id: question.id } })).toMatchObject({ status: 403, error: { code: 'NOT_YOUR_QUESTION' } });
    }
    expect((await get(teacher, question.id)).body.question.title).toBe('Admin’s');
  });

  test('of a question that is not there everybody is told so', async () => {
    for (const person of [teacher, admin, student]) expect(await edit(person, 999_999)).toMatchObject({ status: 404, error: { code: 'QUESTION_NOT_FOUND' } });
  });

  test('[Q474] whoever saves over a newer state is refused and gets it; nothing is overwritten', async () => {
    const question = await make(teacher);
    const newer = (await edit(admin, question.id, { title: 'Newer', updated_at: question.updated_at })).body.question;
    const late = await edit(teacher, question.id, { title: 'Late', updated_at: question.updated_at });
    expect(late).toMatchObject({
      status: 409,
      error: { code: 'EDIT_CONFLICT', params: { row: { id: question.id, title: 'Newer', updated_at: newer.updated_at } } },
    });
    expect((await get(teacher, question.id)).body.question.title).toBe('Newer');
  });

  test('two who save at once: one of them is refused', async () => {
    const question = await make(teacher);
    const replies = await Promise.all(
      [teacher, admin].map((person) => edit(person, question.id, { title: person.firstName, updated_at: question.updated_at })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('approval and edits', () => {
  test('[Q221] a teacher’s edit sets approval back to Approved ?, with no approvals; one that changes nothing does not', async () => {
    const question = await make(teacher);
    const publish = { ...body(), status: 'Public' };
    await admin.call(questionUpdate, { params: { id: question.id }, body: publish });
    expect((await edit(teacher, question.id)).body.question).toMatchObject({ status_label: 'Public' });
    expect((await edit(teacher, question.id, { title: 'Changed' })).body.question).toMatchObject({
      status: 0,
      teacher_status: 1,
      status_label: 'Approved ?',
      total_approval: 0,
    });
  });

  test('[Q219] [Q221] a student’s edit sets it back to Not Approved, whatever status is sent', async () => {
    const question = await make(student, { status: 1 });
    expect(question).toMatchObject({ status_label: 'Not Approved' });
    await edit(admin, question.id, { status: 'Send To Admin' });
    expect((await edit(student, question.id, { title: 'Changed', status: 'Public' })).body.question).toMatchObject({ status_label: 'Not Approved' });
  });

  test('[Q218] an Admin chooses the status, and keeps it by not choosing', async () => {
    const question = await make(admin, { status: 'Send To Admin' });
    expect(question).toMatchObject({ status: 0, teacher_status: 2, status_label: 'Send To Admin' });
    expect((await edit(admin, question.id, { title: 'Other', status: '' })).body.question).toMatchObject({ status_label: 'Send To Admin' });
    expect((await edit(admin, question.id, { status: 0, teacher_status: 1 })).body.question).toMatchObject({ status_label: 'Approved ?' });
    expect((await edit(admin, question.id, { status: 0 })).body.question).toMatchObject({ status_label: 'Not Approved' });
    expect((await edit(admin, question.id, { status: 1 })).body.question).toMatchObject({ status: 1, status_label: 'Public' });
  });

  test('[Q085] what an Admin has approved stays published', async () => {
    const question = await make(admin, { status: 1 });
    const reply = await edit(admin, question.id, { published_state: 'DRAFT' });
    expect(reply.error?.errors).toEqual({ published_state: ['An administrator has approved this question, so it stays published.'] });
  });
});

describe('drafts', () => {
  test('[Q203] [Q392] a question edited into a draft leaves the bank for its author’s drafts', async () => {
    const question = await make(teacher);
    await edit(teacher, question.id, { published_state: 'DRAFT' });
    const ids = async (person: TestPerson, endpoint: typeof draftList | typeof questionList) =>
      (await person.call(endpoint, { query: { per_page: 200 } })).body.questions.map(({ id }: { id: number }) => id);
    expect(await ids(teacher, questionList)).not.toContain(question.id);
    expect(await ids(teacher, draftList)).toEqual([question.id]);
    expect(await ids(other, draftList)).toEqual([]);
    expect((await get(other, question.id)).status).toBe(404);
    expect((await get(admin, question.id)).status).toBe(200);
  });

  test('[Q393] [Q065] [Q066] a draft is edited under its own path; published, it leaves the drafts', async () => {
    const draft = await make(teacher, { published_state: 'DRAFT', title: 'Only a title', responses: [], rubrics: [], topic_id: '' });
    const still = await teacher.call(draftUpdate, { params: { id: draft.id }, body: { title: 'Better title', published_state: 'DRAFT' } });
    expect(still.body.question).toMatchObject({ published_state: 'DRAFT', title: 'Better title' });
    expect((await teacher.call(draftUpdate, { params: { id: draft.id }, body: body() })).body.question).toMatchObject({ published_state: 'PUBLISHED' });
    expect((await teacher.call(draftList)).body.pagination.total).toBe(0);
  });

  test('drafts are searched by their words, those changed last first', async () => {
    const [first, second] = [
      await make(teacher, { published_state: 'DRAFT', title: 'Pendulum' }),
      await make(teacher, { published_state: 'DRAFT', title: 'Spring' }),
    ];
    await edit(teacher, first.id, { published_state: 'DRAFT', title: 'Pendulum swing' });
    const found = async (search_text: string) => (await teacher.call(draftList, { query: { search_text } })).body.questions.map(({ id }: { id: number }) => id);
    expect(await found('')).toEqual([first.id, second.id]);
    expect(await found('swin')).toEqual([first.id]);
  });
});

describe('versions', () => {
  test('[Q222] an edit after the question was asked makes the next version, and the asked one stays', async () => {
    const question = await make(teacher);
    await use(question.version_id);
    const edited = (await edit(teacher, question.id, { title: 'Second' })).body.question;
    expect(edited).toMatchObject({ version: 2, title: 'Second', is_used: false });
    expect((await loadQuestionVersions(app.db, [question.version_id])).get(question.version_id)).toMatchObject({ title: 'Free fall', version: 1 });
  });

  test('[B087] an edit by somebody else is a version of its own, also before the question was asked; one’s own edit is not', async () => {
    const question = await make(teacher);
    expect((await edit(teacher, question.id, { title: 'Mine' })).body.question.version).toBe(1);
    expect((await edit(admin, question.id, { title: 'Theirs' })).body.question.version).toBe(2);
    expect((await edit(admin, question.id, { title: 'Theirs again' })).body.question.version).toBe(2);
    const { versions } = (await teacher.call(questionVersionList, { params: { id: question.id } })).body;
    expect(versions.map(({ title }: { title: string }) => title)).toEqual(['Theirs again', 'Mine']);
  });

  test('the history tells who changed what, newest first', async () => {
    const question = await make(teacher);
    await use(question.version_id);
    await edit(admin, question.id, { title: 'Second', tag: ['motion'] });
    const { body: history } = await other.call(questionVersionList, { params: { id: question.id } });
    expect(history.versions).toMatchObject([
      {
        version: 2,
        full_name: `${admin.firstName} ${admin.lastName}`,
        is_current: true,
        first_used_at: null,
        changes: [
          { field: 'title', label: 'Title', before: 'Free fall', after: 'Second' },
          { field: 'tag', label: 'Tag', before: 'forces, motion', after: 'motion' },
        ],
      },
      { version: 1, is_current: false, first_used_at: expect.any(String), changes: [] },
    ]);
  });

  test('labels name the row that changed', async () => {
    const question = await make(teacher);
    await use(question.version_id);
    const [right, wrong] = body()['responses'] as Body[];
    await edit(teacher, question.id, { responses: [right, { ...wrong, title: 'The light one' }] });
    const { changes } = (await teacher.call(questionVersionList, { params: { id: question.id } })).body.versions[0]!;
    expect(changes).toEqual([{ field: 'responses.2.title', label: 'Responses 2: Title', before: 'The heavy one', after: 'The light one' }]);
  });

  test('an older version becomes the newest again, and nothing of the others is lost', async () => {
    const question = await make(teacher);
    await use(question.version_id);
    const second = (
      await edit(teacher, question.id, {
        title: 'Second',
        responses: [...(body()['responses'] as Body[]), { ...(body()['responses'] as Body[])[1], title: 'None' }],
      })
    ).body.question;
    await use(second.version_id);
    const restored = await teacher.call(questionVersionRestore, { params: { id: question.id, version: 1 }, body: {} });
    expect(restored).toMatchObject({
      status: 200,
      body: { message: 'Version 1 is the newest again', question: { version: 3, title: 'Free fall', tag: ['forces', 'motion'] } },
    });
    expect(restored.body.question.responses).toHaveLength(2);
    expect((await teacher.call(questionVersionList, { params: { id: question.id } })).body.versions).toHaveLength(3);
  });

  test('[B090] restoring is an edit: refused to others, for versions that are not there, and over a newer state', async () => {
    const question = await make(teacher);
    const restore = (person: TestPerson, version: number, sent: Body = {}) =>
      person.call(questionVersionRestore, { params: { id: question.id, version }, body: sent });
    expect((await restore(other, 1)).error?.code).toBe('NOT_YOUR_QUESTION');
    expect((await restore(teacher, 7)).error?.code).toBe('QUESTION_NOT_FOUND');
    expect((await restore(teacher, 1, { updated_at: '2020-01-01T00:00:00Z' })).error?.code).toBe('EDIT_CONFLICT');
  });

  test('[Q223] students see the history of their own questions alone', async () => {
    const [own, others] = [await make(student), await make(teacher)];
    expect((await student.call(questionVersionList, { params: { id: own.id } })).status).toBe(200);
    expect((await student.call(questionVersionList, { params: { id: others.id } })).error?.code).toBe('NOT_YOUR_QUESTION');
  });
});

describe('copies', () => {
  test('[Q220] a copy is a draft of one’s own with everything the question says', async () => {
    const question = await make(teacher);
    const reply = await other.call(questionCopy, { params: { id: question.id } });
    expect(reply).toMatchObject({
      status: 201,
      body: { question: { title: 'Free fall Copy', published_state: 'DRAFT', account_id: other.accountId, status_label: 'Approved ?' } },
    });
    const plain = (view: { responses: { title: string; sub_grade?: unknown; is_valid?: unknown }[] }) =>
      view.responses.map(({ title, sub_grade, is_valid }) => ({ title, sub_grade, is_valid }));
    expect(plain(reply.body.question)).toEqual(plain(question));
  });

  test('[B090] [Q223] a student copies their own questions alone: a copy of another’s would show its key', async () => {
    const [own, others] = [await make(student), await make(teacher)];
    expect((await student.call(questionCopy, { params: { id: own.id } })).status).toBe(201);
    expect(await student.call(questionCopy, { params: { id: others.id } })).toMatchObject({ status: 403, error: { code: 'NOT_YOUR_QUESTION' } });
  });
});

describe('deleting', () => {
  test('[B092] [Q475] a question of an assessment is archived instead: gone from bank and address, kept for the assessment', async () => {
    const [first, second] = [await make(teacher), await make(teacher)];
    const named = ({ id, version_id, title }: { id: number; version_id: number; title: string }) => ({
      questionId: id,
      versionId: version_id,
      title,
      titles: [],
    });
    await scenario.assessment({ owner: teacher, schoolId, classId: null, questions: [named(first), named(second)] });
    const reply = await teacher.call(questionDelete, { params: { id: first.id } });
    expect(reply).toMatchObject({
      status: 200,
      body: { archived: true, message: 'This question is part of 1 assessment, so it moved from the bank to the archive. Lessons and results keep it.' },
    });
    for (const person of [teacher, admin]) {
      expect((await get(person, first.id)).status).toBe(404);
      expect((await edit(person, first.id)).status).toBe(404);
      expect((await person.call(questionDelete, { params: { id: first.id } })).status).toBe(404);
      expect((await person.call(questionCopy, { params: { id: first.id } })).status).toBe(404);
    }
    expect((await loadQuestionVersions(app.db, [first.version_id])).get(first.version_id)).toMatchObject({ title: 'Free fall' });
  });

  test('one that a lesson has asked is archived too', async () => {
    const question = await make(teacher);
    await use(question.version_id);
    expect((await teacher.call(questionDelete, { params: { id: question.id } })).body).toMatchObject({ archived: true });
  });

  test('an Admin deletes anybody’s; its tags leave the filter with it', async () => {
    const question = await make(teacher, { tag: ['only here'] });
    expect((await teacher.call(questionList)).body.tags).toContain('only here');
    expect((await admin.call(questionDelete, { params: { id: question.id } })).body).toMatchObject({ archived: false });
    expect((await teacher.call(questionList)).body.tags).not.toContain('only here');
  });
});
