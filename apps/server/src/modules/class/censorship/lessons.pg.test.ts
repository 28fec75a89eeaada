import {
  censorshipLevels,
  censorshipWords,
  type Form,
  liveActive,
  liveCommentLogs,
  liveDraft,
  liveFeed,
  postsCurrentForm,
  type RichTextDocument,
  schoolSettingsUpdate,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type RunningLesson, type Scenario, startLesson, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { discuss, type Discussion } from '../../lesson/live/posts/testing/discussion.ts';
import { createCensor } from './index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const rich = (text: string): RichTextDocument => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const originalsOf = (lesson: { courseId: number }) =>
  app.db.selectFrom('censored_originals').selectAll().where('course_id', '=', lesson.courseId).orderBy('id').execute();
const saidIn = (post: { body: { comment: RichTextDocument }[] }): string => JSON.stringify(post.body[0]?.comment);

async function lessonWith(students = 3): Promise<RunningLesson & Discussion> {
  const lesson = await startLesson(app, scenario, { students });
  return { ...lesson, ...discuss(lesson) };
}
const saveDraft = (lesson: RunningLesson, student: TestPerson, form: Form, responseId: number | null, comment: unknown, revision = 1) =>
  student.call(liveDraft, { body: { session_id: lesson.sessionId, form, revision, response_id: responseId, comment } });

test('[B3047] lists that could not be read once are read again for the next text', async () => {
  const { courseId } = await scenario.class({});
  const censor = createCensor();
  await sql`ALTER TABLE censorship_words RENAME COLUMN replace_with TO out_of_reach`.execute(app.db);
  try {
    await expect(censor.forClass(app.db, courseId)).rejects.toThrow('replace_with');
  } finally {
    await sql`ALTER TABLE censorship_words RENAME COLUMN out_of_reach TO replace_with`.execute(app.db);
  }
  const { text } = await censor.forClass(app.db, courseId);
  expect((await text('a D4MN shell')).words).toHaveLength(1);
});

describe('what students write for others in a lesson', () => {
  test('[L524] [L525] others read an answer with listed words replaced, its writer too and with a note; the original is kept', async () => {
    const lesson = await lessonWith();
    const [writer, classmate] = lesson.students as [TestPerson, TestPerson];
    const written = 'It is a D4MN class of s.h.i.t about shells';
    const shown = 'It is a [removed] class of [removed] about shells';
    const { body } = await lesson.answer(writer, 'Form - 1A', 1, { comment: rich(written) });
    expect(body.post).toMatchObject({ is_censored: true, body: [{ comment: rich(shown) }] });
    await lesson.answer(classmate, 'Form - 1A', 0, { comment: 'Nothing to replace: class, shell.' });

    const seen = (await classmate.call(postsCurrentForm, { query: { assessment_id: lesson.assessmentId } })).body.posts;
    expect(seen.find(({ id }: { id: number }) => id === body.post.id)).toMatchObject({ is_censored: true, body: [{ comment: rich(shown) }] });
    expect(seen.find(({ id }: { id: number }) => id !== body.post.id)).not.toHaveProperty('is_censored');
    const own = (await writer.call(liveActive, { query: { assessment_id: lesson.assessmentId } })).body.post_response;
    expect(own).toMatchObject({ is_censored: true, body: [{ comment: rich(shown) }] });

    const row = await app.db.selectFrom('live_posts').selectAll().where('id', '=', body.post.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ comment: rich(shown), comment_text: shown, is_censored: true });
    expect(await originalsOf(lesson)).toEqual([
      expect.objectContaining({
        subject_type: 'live_post',
        subject_id: body.post.id,
        field: 'comment',
        account_id: writer.accountId,
        course_id: lesson.courseId,
        assessment_id: lesson.assessmentId,
        form: 'Form - 1A',
        original: rich(written),
        shown: rich(shown),
        words: ['damn', 'shit'],
        reviewed_at: null,
      }),
    ]);
  });

  test('[L526] nobody of the class, its teachers included, reads an original in the lesson', async () => {
    const lesson = await lessonWith();
    const [writer, classmate] = lesson.students as [TestPerson, TestPerson];
    await lesson.answer(writer, 'Form - 1A', 1, { comment: 'what a bollocks question' });
    const postId = await lesson.post(classmate, 'Form - 1A', 0);
    await lesson.openCommenting();
    const comment = (await lesson.comment(writer, postId, 'bollocks to that')).body.comment;
    await lesson.reply(writer, comment.id, 'utter bollocks');
    const answers = [
      await lesson.teacher.call(liveFeed, { query: { assessment_id: lesson.assessmentId, form: 'Form - 1A' } }),
      await lesson.admin.call(liveCommentLogs, { query: { assessment_id: lesson.assessmentId } }),
      await classmate.call(postsCurrentForm, { query: { assessment_id: lesson.assessmentId } }),
      await writer.call(liveActive, { query: { assessment_id: lesson.assessmentId } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('bollocks');
      expect(JSON.stringify(body)).toContain('[removed]');
    }
    const { rows } = await sql<{ payload: unknown }>`SELECT payload FROM room_outbox UNION ALL SELECT payload FROM room_events`.execute(app.db);
    expect(JSON.stringify(rows)).not.toContain('bollocks');
  });

  test('comments and replies of students are censored, those of staff stand as they are', async () => {
    const lesson = await lessonWith();
    const [writer, classmate] = lesson.students as [TestPerson, TestPerson];
    const postId = await lesson.post(writer, 'Form - 1A', 1);
    await lesson.post(classmate, 'Form - 1A', 0);
    await lesson.openCommenting();
    const comment = (await lesson.comment(classmate, postId, 'You are a w@nker, Elif')).body.comment;
    expect(comment).toMatchObject({ comment: 'You are a [removed], Elif', is_censored: true });
    const reply = (await lesson.reply(classmate, comment.id, 'crap!')).body.reply;
    expect(reply).toMatchObject({ reply: '[removed]!', is_censored: true });
    const staff = (await lesson.comment(lesson.teacher, postId, 'Nobody writes crap here.')).body.comment;
    expect(staff.comment).toBe('Nobody writes crap here.');
    expect(staff).not.toHaveProperty('is_censored');
    expect(
      (await originalsOf(lesson)).map(({ subject_type, subject_id, field, original, shown }) => [subject_type, subject_id, field, original, shown]),
    ).toEqual([
      ['post_comment', comment.id, 'comment', 'You are a w@nker, Elif', 'You are a [removed], Elif'],
      ['comment_reply', reply.id, 'reply', 'crap!', '[removed]!'],
    ]);
  });

  test('drafts are filed censored when a form closes, and stay untouched themselves', async () => {
    const lesson = await lessonWith();
    const [first, second, third] = lesson.students as [TestPerson, TestPerson, TestPerson];
    const [choice] = await lesson.choices('Form - 1A');
    for (const student of [first, second, third]) await lesson.login(student);
    await saveDraft(lesson, first, 'Form - 1A', choice!, rich('so crap'));
    await saveDraft(lesson, second, 'Form - 1A', choice!, rich('so good'));
    await lesson.runOut();
    const posts = await app.db.selectFrom('live_posts').selectAll().where('session_id', '=', lesson.sessionId).orderBy('account_id').execute();
    expect(posts.map(({ account_id, comment_text, is_censored, filed_by }) => [account_id, comment_text, is_censored, filed_by])).toEqual([
      [first.accountId, 'so [removed]', true, 'server'],
      [second.accountId, 'so good', false, 'server'],
      [third.accountId, '', false, 'server'],
    ]);
    const drafts = await app.db
      .selectFrom('live_drafts')
      .innerJoin('live_phases', 'live_phases.id', 'live_drafts.phase_id')
      .select(['account_id', 'comment'])
      .where('session_id', '=', lesson.sessionId)
      .orderBy('account_id')
      .execute();
    expect(drafts.map(({ comment }) => comment)).toEqual([rich('so crap'), rich('so good')]);
    expect((await originalsOf(lesson)).map(({ account_id, original }) => [account_id, original])).toEqual([[first.accountId, rich('so crap')]]);
  });

  test('[LIVE-25] a late answer that equals what was filed is received, though others read it censored and the lists have changed since', async () => {
    const lesson = await lessonWith();
    const [writer, other] = lesson.students as [TestPerson, TestPerson];
    const [choice] = await lesson.choices('Form - 1A');
    for (const student of [writer, other]) await lesson.login(student);
    await saveDraft(lesson, writer, 'Form - 1A', choice!, rich('it is crap'));
    await saveDraft(lesson, other, 'Form - 1A', choice!, rich('it is crap'));
    await lesson.runOut();
    await sql`UPDATE censorship_words SET replace_with = '(other)' WHERE name = 'crap'`.execute(app.db);
    const late = await lesson.answer(writer, 'Form - 1A', 0, { comment: rich('it is crap') });
    expect(late.status).toBe(200);
    expect(late.body.post).toMatchObject({ filed_by: 'server', is_censored: true });
    expect(saidIn(late.body.post)).toContain('it is [removed]');
    expect(await saveDraft(lesson, writer, 'Form - 1A', choice!, rich('it is crap'), 2)).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(await lesson.answer(other, 'Form - 1A', 0, { comment: rich('it is [removed]') })).toMatchObject({ status: 409, error: { code: 'PHASE_CLOSED' } });
    await sql`UPDATE censorship_words SET replace_with = '[removed]' WHERE name = 'crap'`.execute(app.db);
  });

  test('a repeat under one key answers the same and keeps one original', async () => {
    const lesson = await lessonWith();
    const [writer] = lesson.students as [TestPerson];
    const first = await lesson.answer(writer, 'Form - 1A', 1, { comment: 'damn', key: 'one' });
    const again = await lesson.answer(writer, 'Form - 1A', 1, { comment: 'damn', key: 'one' });
    expect(again.body).toEqual(first.body);
    expect(await originalsOf(lesson)).toHaveLength(1);
  });

  test('hostile text with listed words is stored as text, with nothing but the words replaced', async () => {
    const lesson = await lessonWith();
    const [writer] = lesson.students as [TestPerson];
    const { body } = await lesson.answer(writer, 'Form - 1A', 1, { comment: rich('<b onclick="x()">damn</b> ${7*7} \u202Ecrap\u202C 👨‍👩‍👧‍👦\uD83D') });
    expect(body.post.body[0].comment).toEqual(rich('<b onclick="x()">[removed]</b> ${7*7} \u202E[removed]\u202C 👨‍👩‍👧‍👦\uFFFD'));
  });
});

describe('which words', () => {
  const answerWith = async (comment: string, setUp: (lesson: RunningLesson) => Promise<unknown> = async () => undefined): Promise<string> => {
    const lesson = await lessonWith();
    await setUp(lesson);
    return (await lesson.answer(lesson.students[0]!, 'Form - 1A', 1, { comment: rich(comment) })).body.post.body[0].comment.content[0].content[0].text;
  };

  test('[L527] a change of the lists counts from the next text on, on every process', async () => {
    const { admin } = await scenario.class();
    const { courseId } = await scenario.class();
    const processes = [createCensor(), createCensor()];
    const readings = async () => {
      const censored = await Promise.all(processes.map(async (censor) => (await (await censor.forClass(app.db, courseId)).text('you flobber')).value));
      expect(new Set(censored).size).toBe(1);
      expect(await answerWith('you flobber')).toBe(censored[0]);
      return censored[0];
    };
    expect(await readings()).toBe('you flobber');
    const level = (await admin.call(censorshipLevels.endpoints.create, { body: { name: 'Invented', is_active: true } })).body.data;
    const fields = { name: 'flobber', censorship_id: level.id, replace_with: '(no)', is_active: true };
    const word = (await admin.call(censorshipWords.endpoints.create, { body: fields })).body.data;
    expect(await readings()).toBe('you (no)');
    const edit = (body: object) => admin.call(censorshipWords.endpoints.update, { params: { id: word.id }, body: { ...fields, ...body } });
    await edit({ is_active: false });
    expect(await readings()).toBe('you flobber');
    await edit({ replace_with: '(nein)' });
    expect(await readings()).toBe('you (nein)');
    await admin.call(censorshipLevels.endpoints.update, { params: { id: level.id }, body: { name: 'Invented', is_active: false } });
    expect(await readings()).toBe('you flobber');
    await admin.call(censorshipWords.endpoints.remove, { params: { id: word.id } });
    await admin.call(censorshipLevels.endpoints.remove, { params: { id: level.id } });
    expect(await readings()).toBe('you flobber');
  });

  test('[L527] a school narrows the levels in force in its settings, from the next text on; without a choice all count, with an empty one none', async () => {
    const levels = await app.db.selectFrom('censorship_levels').select(['id', 'name']).execute();
    const idOf = (name: string) => levels.find((level) => level.name === name)!.id;
    const choose = (censorship_levels: number[] | null) => (lesson: RunningLesson) =>
      lesson.admin.call(schoolSettingsUpdate, { params: { id: lesson.schoolId }, body: { censorship_levels } });
    const text = 'damn and shit';
    expect(await answerWith(text)).toBe('[removed] and [removed]');
    expect(await answerWith(text, choose([idOf('Strong')]))).toBe('damn and [removed]');
    expect(await answerWith(text, choose([idOf('Mild')]))).toBe('[removed] and shit');
    expect(await answerWith(text, choose([]))).toBe(text);
    expect(await answerWith(text, choose(null))).toBe('[removed] and [removed]');
  });

  test('the name of somebody in the class, written as a name, is not replaced', async () => {
    const { admin } = await scenario.class();
    const [level] = await app.db.selectFrom('censorship_levels').select('id').limit(1).execute();
    await admin.call(censorshipWords.endpoints.create, { body: { name: 'dick', censorship_id: level!.id, replace_with: '***', is_active: true } });
    const rename = (lesson: RunningLesson) =>
      app.db.updateTable('accounts').set({ first_name: 'Dick', last_name: 'van Dyke' }).where('id', '=', lesson.students[2]!.accountId).execute();
    expect(await answerWith('I agree with Dick, what a dick', rename)).toBe('I agree with Dick, what a ***');
    expect(await answerWith('I agree with Dick, what a dick')).toBe('I agree with ***, what a ***');
  });
});
