import {
  channels,
  commentAdd,
  type Form,
  liveActive,
  liveClose,
  liveDraft,
  liveOwnAnswers,
  liveSettingsUpdate,
  liveStudentLogin,
  postAdd,
  type RichTextDocument,
} from '@classwright/contract';
import { toPlainText } from '@classwright/rules/rich-text';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createScenario,
  hear,
  readStudentPage,
  type RunningLesson,
  runLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  until,
} from '../../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const postsOf = (sessionId: number) =>
  app.db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .select(['live_posts.id', 'live_posts.account_id', 'live_posts.response_id', 'live_posts.filed_by', 'live_posts.comment_text', 'live_phases.form'])
    .where('live_posts.session_id', '=', sessionId)
    .orderBy('live_posts.id')
    .execute();
const lateOf = (sessionId: number) => app.db.selectFrom('live_late_answers').selectAll().where('session_id', '=', sessionId).orderBy('id').execute();
const deadlineOf = async ({ sessionId }: RunningLesson) =>
  (await app.db.selectFrom('live_phases').select('deadline_at').where('session_id', '=', sessionId).where('closed_at', 'is', null).executeTakeFirstOrThrow())
    .deadline_at;
/** Moves the clock to this many milliseconds after the running form's deadline. */
const moveToDeadline = async (lesson: RunningLesson, plusMs: number) => app.clock.moveTo(new Date((await deadlineOf(lesson)).getTime() + plusMs));

describe('an answer in time', () => {
  test('[L409] [LIVE-23] [LIVE-64] is filed in its form, acknowledged with the post, and logs its student in', async () => {
    const lesson = await startLesson(app, scenario);
    const [student] = lesson.students;
    const ear = await hear(app, lesson.students[1]!, channels.assessment(lesson.assessmentId));
    const reply = await lesson.answer(student!, 'Form - 1A', 1, { comment: 'Gravity does not stop.' });
    const choices = await lesson.choices('Form - 1A');
    expect(reply.status).toBe(200);
    expect(reply.body.post).toMatchObject({
      form: 'Form - 1A',
      account: { id: student!.accountId, first_name: student!.firstName },
      filed_by: 'student',
      comments: [],
      total_likes: [],
      is_correct: null,
      body: [{ response: lesson.first.titles[1], detail: { title: lesson.first.titles[1], response_id: choices[1] } }],
    });
    expect(Date.parse(reply.body.received_at)).toBeGreaterThan(0);
    expect(await postsOf(lesson.sessionId)).toMatchObject([
      {
        id: reply.body.post.id,
        account_id: student!.accountId,
        response_id: choices[1],
        filed_by: 'student',
        form: 'Form - 1A',
        comment_text: 'Gravity does not stop.',
      },
    ]);
    expect((await ear.first('assessment.post.added')).data).toMatchObject({ items: [reply.body.post.id] });
    expect((await ear.first('assessment.studentlogin')).data).toMatchObject({ items: [student!.accountId], student_id: student!.accountId });
    ear.close();
    const standing = await readStudentPage(student!, lesson.assessmentId);
    expect(standing.body).toMatchObject({ post_response: { id: reply.body.post.id }, draft: null, late: [] });
    expect(standing.body.logged_in_at).toBe(reply.body.received_at);
  });

  test('tells the student’s other devices, and nobody else', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student, classmate] = lesson.students as [TestPerson, TestPerson];
    const [own, other] = await Promise.all([student, classmate].map((one) => hear(app, one, channels.account(one.accountId))));
    expect((await lesson.answer(student, 'Form - 1A', 0)).status).toBe(200);
    expect((await own!.first('own-answer.filed')).data).toEqual({ assessment_id: lesson.assessmentId });
    expect((await lesson.answer(classmate, 'Form - 1A', 0)).status).toBe(200);
    await other!.first('own-answer.filed');
    expect([own, other].map((ear) => ear!.events.filter(({ name }) => name === 'own-answer.filed').length)).toEqual([1, 1]);
    for (const ear of [own, other]) ear!.close();
  });

  test('[L410] is taken with the three fields of the older protocol in Form - 1A and Form - 2', async () => {
    const lesson = await startLesson(app, scenario);
    const add = async (form: Form) =>
      lesson.students[0]!.call(postAdd, { body: { assessment_id: lesson.assessmentId, response_id: (await lesson.choices(form))[0], comment: 'short' } });
    expect((await add('Form - 1A')).body.post).toMatchObject({ form: 'Form - 1A' });
    await lesson.step('re-assign');
    const refused = await add('Form - 1B');
    expect(refused.status).toBe(422);
    expect(refused.error?.errors).toEqual({ form: ['Form is required: the lesson is in Form - 1B, but this may be a late answer for Form - 1A'] });
    await lesson.step('next');
    expect((await add('Form - 2')).body.post).toMatchObject({ form: 'Form - 2' });
    expect((await postsOf(lesson.sessionId)).filter(({ filed_by }) => filed_by === 'student').map(({ form }) => form)).toEqual(['Form - 1A', 'Form - 2']);
  });

  test('[LIVE-27] a body without form in Form - 1B is refused even when it is between Form - 1B and Form - 2, and with a session', async () => {
    const lesson = await startLesson(app, scenario);
    await lesson.step('re-assign');
    await lesson.runOut();
    const [choice] = await lesson.choices('Form - 1B');
    expect((await lesson.students[0]!.call(postAdd, { body: { session_id: lesson.sessionId, response_id: choice, comment: '' } })).status).toBe(422);
  });

  test('[LIVE-28] needs a choice while there is time, and none once time is up', async () => {
    const lesson = await startLesson(app, scenario);
    const early = await lesson.answer(lesson.students[0]!, 'Form - 1A', null);
    expect([early.status, early.error?.errors]).toEqual([422, { response_id: ['Response is required'] }]);
    await moveToDeadline(lesson, 500);
    const late = await lesson.answer(lesson.students[0]!, 'Form - 1A', null, { comment: 'only words' });
    expect(late.body.post).toMatchObject({ body: [{ response: null }], filed_by: 'student' });
  });

  test('[LIVE-23] a response of another question, and one that does not exist, is refused', async () => {
    const lesson = await startLesson(app, scenario);
    const [foreign] = await lesson.choices('Form - 2');
    for (const response_id of [foreign, 999_999_999]) {
      const reply = await lesson.students[0]!.call(postAdd, { body: { session_id: lesson.sessionId, form: 'Form - 1A', response_id, comment: 'x' } });
      expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, ['response_id']]);
    }
    expect(await postsOf(lesson.sessionId)).toEqual([]);
  });
});

describe('an answer that comes twice', () => {
  test('[B001] [L435] [LIVE-24] is ALREADY_ANSWERED, with another choice or the same, and the first stays', async () => {
    const lesson = await startLesson(app, scenario);
    const [student] = lesson.students;
    const first = await lesson.answer(student!, 'Form - 1A', 1);
    for (const choice of [1, 2]) {
      const again = await lesson.answer(student!, 'Form - 1A', choice);
      expect([again.status, again.error?.code]).toEqual([409, 'ALREADY_ANSWERED']);
    }
    expect(await postsOf(lesson.sessionId)).toMatchObject([{ id: first.body.post.id, response_id: (await lesson.choices('Form - 1A'))[1] }]);
  });

  test('[LIVE-24] from two tabs at once: one is filed, the other is ALREADY_ANSWERED', async () => {
    const lesson = await startLesson(app, scenario, { students: 8 });
    for (const student of lesson.students) {
      const replies = await Promise.all([0, 1, 2].map((choice) => lesson.answer(student, 'Form - 1A', choice)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(replies.filter(({ error }) => error?.code === 'ALREADY_ANSWERED')).toHaveLength(2);
    }
    expect(await postsOf(lesson.sessionId)).toHaveLength(8);
  });

  test('[B002] under its key answers the first result, also after the form has closed; with another body it is IDEMPOTENCY_KEY_REUSED', async () => {
    const lesson = await startLesson(app, scenario);
    const [student] = lesson.students;
    const [first, same] = await Promise.all([lesson.answer(student!, 'Form - 1A', 1, { key: 'k1' }), lesson.answer(student!, 'Form - 1A', 1, { key: 'k1' })]);
    expect([first.status, same.status]).toEqual([200, 200]);
    expect(same.body).toEqual(first.body);
    const other = await lesson.answer(student!, 'Form - 1A', 2, { key: 'k1' });
    expect([other.status, other.error?.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    await lesson.step('re-assign');
    expect((await lesson.answer(student!, 'Form - 1A', 1, { key: 'k1' })).body).toEqual(first.body);
    expect(await lateOf(lesson.sessionId)).toEqual([]);
  });

  test('a key belongs to its account: another student’s same key is another answer', async () => {
    const lesson = await startLesson(app, scenario);
    const replies = await Promise.all(lesson.students.map((student) => lesson.answer(student, 'Form - 1A', 0, { key: 'one' })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await postsOf(lesson.sessionId)).toHaveLength(3);
  });
});

describe('around the deadline', () => {
  test('[B005] [LIVE-10] within the 3 seconds an answer is taken; after them it is refused, kept once as late, and counted nowhere', async () => {
    const lesson = await startLesson(app, scenario);
    const [before, within, after] = lesson.students;
    await moveToDeadline(lesson, -500);
    expect((await lesson.answer(before!, 'Form - 1A', 0)).status).toBe(200);
    await moveToDeadline(lesson, 2_000);
    expect((await lesson.answer(within!, 'Form - 1A', 0)).status).toBe(200);
    await moveToDeadline(lesson, 3_001);
    for (let time = 0; time < 2; time += 1) {
      const late = await lesson.answer(after!, 'Form - 1A', 2, { comment: 'too late' });
      expect([late.status, late.error?.code]).toEqual([409, 'PHASE_CLOSED']);
    }
    expect((await postsOf(lesson.sessionId)).map(({ account_id }) => account_id)).toEqual([before!.accountId, within!.accountId]);
    expect(await lateOf(lesson.sessionId)).toMatchObject([
      { account_id: after!.accountId, form: 'Form - 1A', kind: 'answer', response_id: (await lesson.choices('Form - 1A'))[2] },
    ]);
    const { body } = await readStudentPage(after!, lesson.assessmentId);
    expect(body).toMatchObject({ post_response: null, late: [{ form: 'Form - 1A', kind: 'answer', response: lesson.first.titles[2] }] });
  });

  test('[B018] a device whose clock is wrong by an hour changes nothing: no field of a body, no header moves the deadline', async () => {
    const lesson = await startLesson(app, scenario);
    await moveToDeadline(lesson, 3_500);
    const [choice] = await lesson.choices('Form - 1A');
    const hourAgo = new Date((await app.clock.now()).getTime() - 3_600_000);
    const body = {
      session_id: lesson.sessionId,
      form: 'Form - 1A',
      response_id: choice,
      comment: '',
      posted_at: hourAgo.toISOString(),
      received_at: hourAgo.toISOString(),
      sent_at: hourAgo.toISOString(),
      deadline_at: '2999-01-01T00:00:00Z',
    };
    const reply = await app.call(postAdd, { body }, { token: lesson.students[0]!.token, headers: { date: hourAgo.toUTCString() } });
    expect([reply.status, reply.error?.code]).toEqual([409, 'PHASE_CLOSED']);
    expect(Math.abs((await lateOf(lesson.sessionId))[0]!.received_at.getTime() - (await deadlineOf(lesson)).getTime())).toBeLessThan(60_000);
  });

  test('[LIVE-23] [LIVE-26] a Form - 1A answer that arrives during Form - 1B is kept as late and never lands in Form - 1B', async () => {
    const lesson = await startLesson(app, scenario);
    const [student] = lesson.students;
    await lesson.login(student!);
    await lesson.step('re-assign');
    const reply = await lesson.answer(student!, 'Form - 1A', 1, { comment: 'sent in time, arrived late' });
    expect([reply.status, reply.error?.code]).toEqual([409, 'PHASE_CLOSED']);
    expect(await postsOf(lesson.sessionId)).toMatchObject([{ form: 'Form - 1A', filed_by: 'server', response_id: null }]);
    expect(await lateOf(lesson.sessionId)).toMatchObject([{ form: 'Form - 1A', account_id: student!.accountId }]);
    expect((await lesson.answer(student!, 'Form - 1B', 2)).body.post).toMatchObject({ form: 'Form - 1B' });
  });

  test('[LIVE-26] an answer for a form that has not opened is refused and not kept', async () => {
    const lesson = await startLesson(app, scenario);
    const reply = await lesson.answer(lesson.students[0]!, 'Form - 2', 1);
    expect([reply.status, reply.error?.code]).toEqual([409, 'PHASE_CLOSED']);
    expect(await lateOf(lesson.sessionId)).toEqual([]);
  });

  test('[L280] [LIVE-25] a late answer that equals the filed draft is answered with that post, as received', async () => {
    const lesson = await startLesson(app, scenario);
    const [student] = lesson.students;
    const choices = await lesson.choices('Form - 1A');
    const comment = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Because of ' },
            { type: 'text', marks: [{ type: 'bold' }], text: 'gravity' },
          ],
        },
      ],
    };
    await student!.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: choices[1], comment } });
    await lesson.runOut();
    const same = await lesson.answer(student!, 'Form - 1A', 1, { comment });
    expect(same.status).toBe(200);
    expect(same.body.post).toMatchObject({ filed_by: 'server', body: [{ detail: { response_id: choices[1] } }] });
    expect(await lateOf(lesson.sessionId)).toEqual([]);
    expect((await lesson.answer(student!, 'Form - 1A', 1, { comment: 'Because of gravity' })).error?.code).toBe('PHASE_CLOSED');
    expect(await lateOf(lesson.sessionId)).toHaveLength(1);
  });

  test('[B2415] [LIVE-35] the response to a late answer has no comments, since it is kept under its key and may come again while the next form is open', async () => {
    const lesson = await startLesson(app, scenario);
    const [student, mate] = lesson.students as [TestPerson, TestPerson];
    const [choice] = await lesson.choices('Form - 1A');
    await lesson.teacher.call(liveSettingsUpdate, { body: { assessment_id: lesson.assessmentId, can_comment: true } });
    await student.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: choice!, comment: 'It falls.' } });
    await lesson.answer(mate, 'Form - 1A', 0);
    await lesson.runOut();
    const [filed] = (await postsOf(lesson.sessionId)).filter(({ account_id }) => account_id === student.accountId);
    expect((await mate.call(commentAdd, { body: { post_id: filed!.id, comment: 'Does it?' } })).status).toBe(200);
    const answer = () => lesson.answer(student, 'Form - 1A', 0, { comment: 'It falls.', key: 'late' });
    const first = await answer();
    expect([first.status, first.body.post.id, first.body.post.comments]).toEqual([200, filed!.id, []]);
    await lesson.step('re-assign');
    expect((await answer()).body).toEqual(first.body);
  });

  test('[LIVE-26] other words from another device, too late as well, stand beside the first; the same ones once, and no more than a few of one student', async () => {
    const lesson = await startLesson(app, scenario);
    const [student, other] = lesson.students;
    await lesson.runOut();
    const wordsOf = async (accountId: number) =>
      (await lateOf(lesson.sessionId)).filter(({ account_id }) => account_id === accountId).map(({ comment }) => toPlainText(comment as RichTextDocument));
    const send = (person: TestPerson, comment: string, choice = 1) => lesson.answer(person, 'Form - 1A', choice, { comment });
    for (const words of ['On the phone.', 'On the laptop.', 'On the phone.']) expect((await send(student!, words)).error?.code).toBe('PHASE_CLOSED');
    expect(await wordsOf(student!.accountId)).toEqual(['On the phone.', 'On the laptop.']);
    await send(student!, 'On the phone.', 2);
    expect(await wordsOf(student!.accountId)).toEqual(['On the phone.', 'On the laptop.', 'On the phone.']);

    // both sent simultaneously form one batch
    await Promise.all([send(other!, 'One.'), send(other!, 'Two.'), send(other!, 'Two.')]);
    expect((await wordsOf(other!.accountId)).sort()).toEqual(['One.', 'Two.']);
    for (let at = 1; at <= 6; at += 1) await send(other!, `Again ${at}.`);
    expect(await wordsOf(other!.accountId)).toEqual(['Again 2.', 'Again 3.', 'Again 4.', 'Again 5.', 'Again 6.']);
    const draft = { session_id: lesson.sessionId, form: 'Form - 1A' as const, response_id: null };
    // the newest revision of a draft is kept, even when an older one overtakes it or arrives later
    const late = (comment: string, revision: number) => other!.call(liveDraft, { body: { ...draft, comment, revision } });
    const drafted = await Promise.all([late('Third', 3), late('First', 1), late('Last', 4)]);
    drafted.push(await late('Second', 2), await late('First', 1));
    expect(drafted.map(({ error }) => error?.code)).toEqual(Array(5).fill('PHASE_CLOSED'));
    const kept = (await lateOf(lesson.sessionId)).filter(({ kind }) => kind === 'draft').map(({ comment }) => toPlainText(comment as RichTextDocument));
    expect(kept).toEqual(['Last']);
    const own = await student!.call(liveOwnAnswers, { query: { assessment_id: lesson.assessmentId } });
    expect(own.body.answers[0]?.late.map(({ comment }) => toPlainText(comment))).toEqual(['On the phone.', 'On the laptop.', 'On the phone.']);
  });

  test('[LIVE-25] a late answer that is sent twice at once under its key, as a page does that is being closed, is received both times', async () => {
    const lesson = await startLesson(app, scenario, { students: 8 });
    const choices = await lesson.choices('Form - 1A');
    const draft = { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: choices[1], comment: 'Because of gravity.' };
    for (const student of lesson.students) await student.call(liveDraft, { body: draft });
    await lesson.runOut();
    const replies = await Promise.all(
      lesson.students.map((student) => Promise.all([1, 2, 3].map(() => lesson.answer(student, 'Form - 1A', 1, { key: `late-${student.accountId}` })))),
    );
    expect(replies.flat().map(({ status }) => status)).toEqual(replies.flat().map(() => 200));
    for (const [first, ...others] of replies) expect(others.map(({ body }) => body)).toEqual(others.map(() => first!.body));
  });
});

describe('of the wrong lesson', () => {
  test('[B004] another class’s assessment or session does not exist, for students and for anybody else', async () => {
    const lesson = await startLesson(app, scenario);
    const stranger = (await startLesson(app, scenario)).students[0]!;
    const [choice] = await lesson.choices('Form - 1A');
    for (const target of [
      { session_id: lesson.sessionId, form: 'Form - 1A' },
      { assessment_id: lesson.assessmentId },
      { session_id: 999_999, form: 'Form - 1A' },
    ]) {
      const reply = await stranger.call(postAdd, { body: { ...target, response_id: choice, comment: '' } });
      expect([reply.status, reply.error?.code]).toEqual([404, 'ASSESSMENT_NOT_FOUND']);
    }
    expect((await stranger.call(liveActive, { query: { assessment_id: lesson.assessmentId } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect(await postsOf(lesson.sessionId)).toEqual([]);
  });

  test('a session and an assessment that do not belong together are refused', async () => {
    const one = await startLesson(app, scenario);
    const other = await scenario.assessment({ owner: one.teacher, schoolId: one.schoolId, classId: one.courseId });
    const [choice] = await one.choices('Form - 1A');
    const reply = await one.students[0]!.call(postAdd, {
      body: { session_id: one.sessionId, assessment_id: other.assessmentId, form: 'Form - 1A', response_id: choice, comment: '' },
    });
    expect(reply.error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await one.students[0]!.call(postAdd, { body: { form: 'Form - 1A', response_id: choice, comment: '' } })).status).toBe(422);
  });

  test('the session of a canceled run takes nothing into the new one; what says something is kept as late', async () => {
    const lesson = await startLesson(app, scenario);
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    const [choice] = await lesson.choices('Form - 1A');
    const body = { assessment_id: lesson.assessmentId, response_id: choice, comment: '' };
    expect((await lesson.students[0]!.call(postAdd, { body })).error?.code).toBe('SESSION_NOT_RUNNING');
    const again = await runLesson(app, lesson);
    const old = await lesson.answer(lesson.students[0]!, 'Form - 1A', 0);
    expect([old.status, old.error?.code]).toEqual([409, 'PHASE_CLOSED']);
    expect(await postsOf(again.sessionId)).toEqual([]);
    expect(await lateOf(lesson.sessionId)).toHaveLength(1);
  });

  test('staff cannot answer', async () => {
    const lesson = await startLesson(app, scenario);
    for (const person of [lesson.teacher, lesson.admin]) expect((await lesson.answer(person, 'Form - 1A', 0)).error?.code).toBe('NOT_ALLOWED');
    expect((await lesson.teacher.call(liveStudentLogin, { body: { assessment_id: lesson.assessmentId } })).error?.code).toBe('NOT_ALLOWED');
    expect((await app.call(postAdd, { body: {} })).status).toBe(401);
  });
});

describe('[B023] text', () => {
  const INVISIBLE = '\u{200d}\u{feff}';
  test('hostile text is stored and given back as text', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '${7*7}',
      "'; DROP TABLE live_posts; --",
      '‮evil',
      '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩🏽‍🏫',
      INVISIBLE,
      '{{constructor.constructor("alert(1)")()}}',
    ];
    const lesson = await startLesson(app, scenario, { students: hostile.length });
    for (const [index, text] of hostile.entries()) {
      const reply = await lesson.answer(lesson.students[index]!, 'Form - 1A', 0, { comment: text });
      // invisible text counts as empty
      const content = text === INVISIBLE ? [] : [{ type: 'paragraph', content: [{ type: 'text', text }] }];
      expect(reply.body.post.body[0].comment).toEqual({ type: 'doc', content });
    }
  });

  test.each([
    ['NUL', 'a\u0000b'],
    ['an unknown node', { type: 'doc', content: [{ type: 'iframe', attrs: { src: 'https://evil.example' } }] }],
    [
      'a script link',
      {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }] }],
      },
    ],
    ['no document', { type: 'paragraph' }],
    ['a number', 7],
    ['too much', 'x'.repeat(20_001)],
    ['somebody’s file', { type: 'doc', content: [{ type: 'image', attrs: { file_id: 1 } }] }],
    [
      'a deep nest',
      { type: 'doc', content: [Array.from({ length: 40 }).reduce<object>((inner) => ({ type: 'blockquote', content: [inner] }), { type: 'paragraph' })] },
    ],
  ])('%s is refused at its field and stores nothing', async (_what, comment) => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const reply = await lesson.answer(lesson.students[0]!, 'Form - 1A', 0, { comment });
    expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, ['comment']]);
    expect(await postsOf(lesson.sessionId)).toEqual([]);
  });

  test.each([
    ['session_id', -1],
    ['session_id', 'x'],
    ['session_id', 1e300],
    ['form', 'Form - 3'],
    ['form', '<b>'],
    ['response_id', 'x'],
    ['response_id', [1]],
    ['assessment_id', {}],
  ])('%s of %j is 422', async (field, value) => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [choice] = await lesson.choices('Form - 1A');
    const reply = await lesson.students[0]!.call(postAdd, {
      body: { session_id: lesson.sessionId, form: 'Form - 1A', response_id: choice, comment: '', [field]: value },
    });
    expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('somebody who is no longer in it', () => {
  test('[B021] a student removed in mid-lesson is MEMBERSHIP_ENDED for answers and drafts, 404 for the rest, loses the channel, and nothing of theirs is lost', async () => {
    const lesson = await startLesson(app, scenario);
    const [student] = lesson.students;
    await lesson.answer(student!, 'Form - 1A', 1, { key: 'mine' });
    await lesson.step('re-assign');
    const ear = await hear(app, student!, channels.assessment(lesson.assessmentId));
    await scenario.remove(lesson.courseId, student!.accountId);
    await until(() => ear.isEnded(), 'the end of the subscription');
    ear.close();
    await expect(hear(app, student!, channels.assessment(lesson.assessmentId))).rejects.toThrow('403');

    const answer = await lesson.answer(student!, 'Form - 1B', 1);
    expect([answer.status, answer.error?.code]).toEqual([403, 'MEMBERSHIP_ENDED']);
    const draft = await student!.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1B', revision: 1, response_id: null, comment: 'x' } });
    expect([draft.status, draft.error?.code]).toEqual([403, 'MEMBERSHIP_ENDED']);
    for (const reply of [await readStudentPage(student!, lesson.assessmentId), await lesson.login(student!)])
      expect([reply.status, reply.error?.code]).toEqual([404, 'ASSESSMENT_NOT_FOUND']);
    expect((await lesson.step('next')).status).toBe(200);
    expect(
      (await postsOf(lesson.sessionId)).filter(({ account_id }) => account_id === student!.accountId).map(({ form, filed_by }) => [form, filed_by]),
    ).toEqual([
      ['Form - 1A', 'student'],
      ['Form - 1B', 'server'],
    ]);
  });

  test('the staff hear of the smaller class at once', async () => {
    const lesson = await startLesson(app, scenario, { students: 3 });
    const ear = await hear(app, lesson.teacher, channels.staff(lesson.assessmentId));
    await scenario.remove(lesson.courseId, lesson.students[0]!.accountId);
    await until(() => ear.events.some(({ data }) => data.tally?.students === 2), 'the figures of the smaller class');
    expect(ear.events.at(-1)).toMatchObject({ name: 'assessment.tally.changed', data: { tally: { students: 2, answered: 0 } } });
    ear.close();
  });

  test('[B022] a token that another device ended delivers answers and drafts for 60 seconds and nothing else', async () => {
    const lesson = await startLesson(app, scenario, { students: 3 });
    const [one, two, three] = lesson.students;
    await app.endByNewDevice(one!.accountId);
    expect((await lesson.answer(one!, 'Form - 1A', 0)).status).toBe(200);
    expect((await readStudentPage(one!, lesson.assessmentId)).error?.code).toBe('SIGNED_IN_ELSEWHERE');
    await app.endByNewDevice(two!.accountId);
    await app.clock.advanceMs(61_000);
    expect((await lesson.answer(two!, 'Form - 1A', 0)).error?.code).toBe('SIGNED_IN_ELSEWHERE');
    const draft = await two!.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: null, comment: 'x' } });
    expect([draft.status, draft.error?.code]).toEqual([401, 'SIGNED_IN_ELSEWHERE']);
    await scenario.deactivate(three!.accountId);
    expect((await lesson.answer(three!, 'Form - 1A', 0)).error?.code).toBe('ACCOUNT_DEACTIVATED');
  });
});

test('[B109] [LIVE-23] [L281] [L434] an answer for a form that has closed, or never opened, is refused because of that, also with a choice of another question; its words are kept', async () => {
  const lesson = await startLesson(app, scenario);
  const student = lesson.students[0]!;
  await lesson.login(student);
  const foreign = (await lesson.choices('Form - 2'))[0];
  const send = (form: Form, comment: string) => student.call(postAdd, { body: { session_id: lesson.sessionId, form, response_id: foreign, comment } });
  expect((await send('Form - 1A', 'while it is open')).error?.errors).toEqual({ response_id: ['Response is required'] });
  expect((await send('Form - 1B', 'before it opens')).error?.code).toBe('PHASE_CLOSED');
  await lesson.step('re-assign');
  const late = await send('Form - 1A', 'after it closed');
  expect([late.status, late.error?.code]).toEqual([409, 'PHASE_CLOSED']);
  const body = { session_id: lesson.sessionId, form: 'Form - 1A' as const, revision: 1, response_id: foreign, comment: 'a late draft' };
  expect((await student.call(liveDraft, { body })).error?.code).toBe('PHASE_CLOSED');
  const kept = await app.db
    .selectFrom('live_late_answers')
    .select(['form', 'kind', 'response_id'])
    .where('session_id', '=', lesson.sessionId)
    .orderBy('id')
    .execute();
  expect(kept).toEqual([
    { form: 'Form - 1A', kind: 'answer', response_id: null },
    { form: 'Form - 1A', kind: 'draft', response_id: null },
  ]);
});
