import {
  assessmentCreate,
  assessmentDelete,
  assessmentUpdate,
  channels,
  FORMS,
  type Form,
  liveAdjustTime,
  liveAssessment,
  liveClose,
  liveProjector,
  liveProjectorResults,
  liveReveal,
  liveStart,
  liveStatus,
  liveWall,
  postAdd,
  type ProjectorRun,
  type ProjectorView,
} from '@classwright/contract';
import { ProjectorEvent } from '@classwright/contract/lesson/live/event-schemas';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../../platform/database/index.ts';
import { assessmentChoices } from '../../../../testing/assessment-choices.ts';
import { type HeardChannel, hear, until } from '../../../../testing/hear.ts';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestLesson, type TestPerson } from '../../../../testing/scenario.ts';
import { createClass, createTopic } from '../../../class/classes/index.ts';
import { discuss } from '../posts/testing/discussion.ts';
import { findLeaks } from '../posts/testing/leaks.ts';

let app: TestApp;
let scenario: Scenario;
let choices: Record<string, number>;
beforeAll(async () => {
  app = await startTestApp();
  await app.listen(); // from now on calls go to two processes in turns, and so do sockets
  scenario = createScenario(app);
  choices = await inTransaction(app.db, assessmentChoices);
});
afterAll(() => app.close());

const CHANGED = 'assessment.projector.changed';
type Standing = Omit<ProjectorView, 'question'>;

async function look({ assessmentId }: Pick<TestLesson, 'assessmentId'>, person: TestPerson): Promise<ProjectorView> {
  const reply = await person.call(liveProjector, { query: { assessment_id: assessmentId } });
  expect(reply.error).toBeNull();
  return reply.body.projector;
}
const reveal = ({ teacher, assessmentId }: TestLesson, form: Form, what: 'distribution' | 'correctness') =>
  teacher.call(liveReveal, { body: { assessment_id: assessmentId, form, what } });

/** Returns what is shown, without the time and number of the message. */
const shownOf = ({ as_of: _moment, server_time: _time, ...shown }: Standing) => shown;
const standingOf = ({ question: _question, ...standing }: ProjectorView): Standing => standing;
const newest = ({ events }: HeardChannel): Standing | undefined =>
  events
    .map(({ data }) => data as Standing)
    .toSorted((a, b) => a.as_of - b.as_of)
    .at(-1);

/** Waits until the projector has received what a fresh load shows. */
async function expectToldAs(ear: HeardChannel, lesson: TestLesson): Promise<ProjectorView> {
  const fresh = await look(lesson, lesson.teacher);
  const wanted = JSON.stringify(shownOf(standingOf(fresh)));
  await until(
    () => {
      const told = newest(ear);
      return told && JSON.stringify(shownOf(told)) === wanted;
    },
    `a frame that says ${wanted}, not ${JSON.stringify(newest(ear))}`,
  );
  return fresh;
}

/** Returns everything that the projector must never contain. */
const secretsOf = ({ students, teacher, coTeacher }: TestLesson): string[] => [
  'Reasoning',
  ...[...students, teacher, coTeacher].flatMap(({ firstName, lastName }) => [firstName, lastName]),
];

/** The items revealed so far, each as `session form what`. */
type Revealed = ReadonlySet<string>;
const SAME: Record<Form, readonly Form[]> = { 'Form - 1A': ['Form - 1A', 'Form - 1B'], 'Form - 1B': ['Form - 1A', 'Form - 1B'], 'Form - 2': ['Form - 2'] };

function expectNothingHidden(told: Standing, revealed: Revealed, lesson: TestLesson): void {
  const { run, wall } = told;
  // an explanation is the reasoning behind a response, which the class may know with correctness
  expect(findLeaks({ ...told, wall: { ...wall, explained: null } }, secretsOf(lesson))).toEqual([]);
  const knows = (form: Form, what: string) => revealed.has(`${run?.epoch} ${form} ${what}`);
  if (run?.counts && !knows(run.form, 'distribution')) throw new Error(`counts of ${run.form} before they were revealed`);
  if (run?.before && !knows(run.before.form, 'distribution')) throw new Error(`counts of ${run.before.form} before they were revealed`);
  if (run?.correct && !SAME[run.form].some((form) => knows(form, 'correctness'))) throw new Error('what is right before it was revealed');
  for (const figures of [wall.distribution, ...(wall.change?.forms ?? [])])
    if (figures && !knows(figures.form, 'distribution')) throw new Error(`a wall with ${figures.form} before it was revealed`);
  const forms = wall.change?.forms.map(({ form }) => form) ?? [];
  const isRight = (form: Form) => SAME[form].some((one) => knows(one, 'correctness'));
  if ((wall.change?.moves || wall.change?.branches) && !forms.every(isRight)) throw new Error('a change with right and wrong before they were revealed');
  if (wall.explained && !(wall.of && isRight(wall.of))) throw new Error('an explanation before correctness was revealed');
}

/** Draws a command. `form` and `type` null: the running form, and the type to reveal next. */
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('answer' as const), student: fc.nat(3), choice: fc.constantFrom(0, 1, 2, 3, null) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('login' as const), student: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('reveal' as const),
      form: fc.constantFrom(null, null, ...FORMS),
      what: fc.constantFrom('distribution' as const, 'correctness' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wall' as const),
      show: fc.constantFrom('distribution' as const, 'change' as const, 'explain' as const, 'nothing' as const),
      form: fc.constantFrom(null, null, ...FORMS),
      step: fc.nat(2),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('step' as const), type: fc.constantFrom(null, null, null, 're-assign' as const, 'next' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('time-up' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('finish' as const, 'cancel' as const, 'start' as const, 'more-time' as const) }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const AFTER = { 'Form - 1A': 're-assign', 'Form - 1B': 'next', 'Form - 2': 'finished' } as const;

async function carryOut(one: Command, lesson: RunningLesson, sessionId: number, form: Form): Promise<void> {
  const { teacher, students, assessmentId } = lesson;
  const body = { assessment_id: assessmentId };
  switch (one.do) {
    case 'login':
      return void (await lesson.login(students[one.student]!));
    case 'answer': {
      const [student, choices] = [students[one.student]!, await lesson.choices(form)];
      await lesson.login(student);
      const response_id = one.choice === null ? null : choices[one.choice];
      return void (await student.call(postAdd, { body: { session_id: sessionId, form, response_id, comment: 'Because of gravity.' } }));
    }
    case 'reveal':
    case 'wall':
      return; // done by those who remember what was revealed
    case 'step':
      return void (await teacher.call(liveStatus, { body: { id: assessmentId, type: one.type ?? AFTER[form], time: 5 } }));
    case 'time-up':
      return lesson.runOut();
    case 'finish':
      return void (await teacher.call(liveStatus, { body: { id: assessmentId, type: 'finished' } }));
    case 'cancel':
      return void (await teacher.call(liveClose, { body: { id: assessmentId } }));
    case 'start':
      return void (await teacher.call(liveStart, { body: { ...body, time: 5 } }));
    case 'more-time':
      return void (await teacher.call(liveAdjustTime, { body: { ...body, type: 'increase', time: 2 } }));
  }
}

/** Checks that the figures of a form equal the database's counts. */
async function expectCounted(sessionId: number, { form, answered, counts }: NonNullable<ProjectorRun['before']>): Promise<void> {
  const { rows } = await sql<{ response_id: number; count: number }>`
    SELECT post.response_id, count(*)::integer AS count FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id
     WHERE post.session_id = ${sessionId} AND phase.form = ${form} AND post.response_id IS NOT NULL GROUP BY post.response_id`.execute(app.db);
  const counted = (some: readonly { response_id: number; count: number }[]) =>
    some.filter(({ count }) => count > 0).toSorted((a, b) => a.response_id - b.response_id);
  expect(counted(counts)).toEqual(counted(rows));
  expect(answered).toBe(rows.reduce((sum, { count }) => sum + count, 0));
}

/** The commands of a lesson in which everything is revealed, then of another run that is canceled. */
const EVENTFUL: Command[] = [
  { do: 'answer', student: 0, choice: 1 },
  { do: 'answer', student: 1, choice: 2 },
  { do: 'reveal', form: null, what: 'distribution' },
  { do: 'step', type: null },
  { do: 'answer', student: 1, choice: 1 },
  { do: 'reveal', form: null, what: 'distribution' },
  { do: 'time-up' },
  { do: 'wall', show: 'change', form: 'Form - 1B', step: 0 },
  { do: 'reveal', form: 'Form - 1A', what: 'correctness' },
  { do: 'wall', show: 'explain', form: 'Form - 1B', step: 1 },
  { do: 'wall', show: 'distribution', form: 'Form - 1A', step: 0 },
  { do: 'wall', show: 'nothing', form: null, step: 0 },
  { do: 'cancel' },
  { do: 'start' },
  { do: 'answer', student: 2, choice: 3 },
  { do: 'step', type: null },
  { do: 'step', type: null },
  { do: 'answer', student: 2, choice: 1 },
  { do: 'reveal', form: null, what: 'distribution' },
  { do: 'finish' },
];

test('[LIVE-33] [LIVE-34] [B872] random lessons: what the wall asks for and what it is told hold no name, nothing right and no count before it is revealed, and are the same', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 18 }), async (commands) => {
      const lesson = await startLesson(app, scenario, { students: 4 });
      const ears = [
        await hear(app, lesson.teacher, channels.projector(lesson.assessmentId)),
        await hear(app, lesson.coTeacher, channels.projector(lesson.assessmentId)),
      ];
      const revealed = new Set<string>();
      const checked = ears.map(() => 0);
      let view = await look(lesson, lesson.teacher);
      for (const one of commands) {
        const { epoch, form } = view.run ?? { epoch: 0, form: FORMS[0] };
        if (one.do === 'reveal') {
          const about = one.form ?? form;
          if ((await reveal(lesson, about, one.what)).status === 200) revealed.add(`${epoch} ${about} ${one.what}`);
        } else if (one.do === 'wall') {
          const of = one.form ?? form;
          const body = { assessment_id: lesson.assessmentId, show: one.show, of, step: one.step };
          const shown = (await lesson.teacher.call(liveWall, { body })).status === 200;
          // a change reveals what it compares
          if (shown && one.show === 'change') for (const compared of FORMS.slice(0, FORMS.indexOf(of) + 1)) revealed.add(`${epoch} ${compared} distribution`);
          if (shown) seen.add(`wall: ${one.show}`);
        } else await carryOut(one, lesson, epoch, form);
        view = await look(lesson, lesson.coTeacher);
        const { run, question } = view;
        expect(findLeaks(question, [...secretsOf(lesson), ...(run?.form === 'Form - 2' ? [] : [lesson.transfer.title])])).toEqual([]);
        expectNothingHidden(standingOf(view), revealed, lesson);
        expect([question === null, run === null]).toEqual([view.stage !== 'running', view.stage !== 'running']);
        if (!run) continue;
        // revealed items are shown
        expect(run.counts !== null).toBe(revealed.has(`${run.epoch} ${run.form} distribution`));
        expect(run.before !== null).toBe(run.form === 'Form - 1B' && revealed.has(`${run.epoch} Form - 1A distribution`));
        expect(run.correct).toEqual(
          SAME[run.form].some((form) => revealed.has(`${run.epoch} ${form} correctness`)) ? [(await lesson.choices(run.form))[1]] : null,
        );
        const revealedOf = [run.counts && { ...run, counts: run.counts }, run.before].filter((figures) => figures !== null);
        for (const figures of revealedOf) {
          await expectCounted(run.epoch, figures);
          seen.add(`${figures.form} revealed`);
        }
        if (run.before && run.counts) seen.add('compared');
        if (run.correct) seen.add('right');
        for (const [index, ear] of ears.entries()) {
          for (const { name, data } of ear.events.slice(checked[index])) {
            expect(ProjectorEvent.strict().safeParse({ name, ...data }).error).toBeUndefined();
            expectNothingHidden(data, revealed, lesson);
          }
          checked[index] = ear.events.length;
        }
      }
      for (const [index, ear] of ears.entries()) {
        if (ear.events.length === 0 && view.run === null) continue; // nothing happened that is announced
        await expectToldAs(ear, lesson);
        expect(new Set(ear.events.map(({ name }) => name))).toEqual(new Set([CHANGED]));
        for (const { data } of ear.events.slice(checked[index])) expectNothingHidden(data, revealed, lesson);
        ear.close();
      }
      seen.add(view.stage);
    }),
    { numRuns: Number(process.env.RUNS ?? 10), seed: 12, endOnFailure: true, examples: [[EVENTFUL], [[{ do: 'login', student: 0 }, { do: 'cancel' }]]] },
  );
  // the random lessons covered every kind of event
  const ofLessons = ['Form - 1A revealed', 'Form - 1B revealed', 'Form - 2 revealed', 'compared', 'finished', 'ready', 'right', 'running'];
  expect([...seen].toSorted()).toEqual([...ofLessons, 'wall: change', 'wall: distribution', 'wall: explain', 'wall: nothing']);
}, 180_000);

/** Builds the form of an assessment with this lesson's questions, for a class or for none. */
async function formFor(lesson: TestLesson, courseId: number) {
  return inTransaction(app.db, async (tx) => ({
    title: 'Circuits',
    ...choices,
    class_id: courseId,
    topic_id: await createTopic(tx, courseId, `Topic of ${courseId}`),
    schedule_date: '2026-03-31',
    status: 0,
    questions: [lesson.first.questionId, lesson.transfer.questionId],
  }));
}

test('[B870] the wall is for those who run the lesson: students, strangers and teachers of other classes get neither answer nor channel nor results', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const elsewhere = await scenario.lesson();
  const refused: [TestPerson, number, string][] = [
    [lesson.students[0]!, 403, 'NOT_ALLOWED'],
    [lesson.otherStudent, 403, 'NOT_ALLOWED'],
    [lesson.otherTeacher, 404, 'ASSESSMENT_NOT_FOUND'],
    [elsewhere.teacher, 404, 'ASSESSMENT_NOT_FOUND'],
  ];
  for (const [person, status, code] of refused) {
    for (const endpoint of [liveProjector, liveProjectorResults]) {
      const reply = await person.call(endpoint, { query: { assessment_id: lesson.assessmentId } });
      expect([reply.status, reply.error?.code]).toEqual([status, code]);
    }
    await expect(hear(app, person, channels.projector(lesson.assessmentId))).rejects.toThrow('403');
  }
  for (const person of [lesson.teacher, lesson.coTeacher, lesson.admin]) {
    expect((await look(lesson, person)).stage).toBe('running');
    (await hear(app, person, channels.projector(lesson.assessmentId))).close();
  }
});

test('[B871] the wall of no lesson: ids that are none or of nothing, one without a class, and one that is deleted', async () => {
  const lesson = await scenario.lesson();
  const ask = (endpoint: typeof liveProjector | typeof liveProjectorResults, assessment_id: unknown) =>
    lesson.teacher.call(endpoint as typeof liveProjector, { query: { assessment_id } as never });
  for (const endpoint of [liveProjector, liveProjectorResults]) {
    for (const id of ['x', '-1', '', '1.5', '9'.repeat(30)]) expect([id, (await ask(endpoint, id)).status]).toEqual([id, 422]);
    expect((await ask(endpoint, 999_999)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  }
  for (const id of ['x', '0', '999999', '1-2']) await expect(hear(app, lesson.teacher, `private-projector-assessment-${id}`)).rejects.toThrow('403');
  const alone = await scenario.assessment({ owner: lesson.teacher, schoolId: lesson.schoolId, classId: null });
  expect((await ask(liveProjector, alone.assessmentId)).error?.code).toBe('ASSESSMENT_WITHOUT_CLASS');

  const made = await lesson.teacher.call(assessmentCreate, { body: await formFor(lesson, lesson.courseId) });
  const id = made.body.assessment.id as number;
  const ear = await hear(app, lesson.teacher, channels.projector(id));
  expect((await look({ assessmentId: id }, lesson.teacher)).stage).toBe('ready');
  expect((await lesson.teacher.call(assessmentDelete, { params: { id } })).status).toBe(200);
  await until(() => ear.isEnded(), 'the end of the channel');
  expect((await ask(liveProjector, id)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
});

test('[B870] a lesson that moves to another class takes its wall along: who ran it only for the old class hears no more', async () => {
  const lesson = await scenario.lesson();
  const made = await lesson.teacher.call(assessmentCreate, { body: await formFor(lesson, lesson.courseId) });
  const id = made.body.assessment.id as number;
  const [own, colleagues] = [await hear(app, lesson.teacher, channels.projector(id)), await hear(app, lesson.coTeacher, channels.projector(id))];
  const other = await inTransaction(app.db, (tx) => createClass(tx, { schoolId: lesson.schoolId, ownerId: lesson.teacher.accountId, name: 'Another class' }));
  expect((await lesson.teacher.call(assessmentUpdate, { params: { id }, body: await formFor(lesson, other) })).status).toBe(200);
  await until(() => colleagues.isEnded(), 'the end of what a colleague of the old class hears');
  expect(own.isEnded()).toBe(false);
  own.close();
});

test('[B873] what was committed by a process that ended before it told anybody is told to the walls of the others', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  await lesson.login(lesson.students[0]!);
  await lesson.answer(lesson.students[0]!, 'Form - 1A', 2);
  const ears = [
    await hear(app, lesson.teacher, channels.projector(lesson.assessmentId)),
    await hear(app, lesson.teacher, channels.projector(lesson.assessmentId)),
  ];
  await sql`WITH revealed AS (UPDATE live_phases SET distribution_revealed_at = app_now() WHERE session_id = ${lesson.sessionId} RETURNING form)
    INSERT INTO room_outbox (room, epoch, name, payload)
      SELECT ${channels.assessment(lesson.assessmentId)}, ${lesson.sessionId}, 'assessment.revealed', jsonb_build_object('form', form, 'what', 'distribution') FROM revealed`.execute(
    app.db,
  );
  for (const ear of ears) {
    const fresh = await expectToldAs(ear, lesson);
    expect(fresh.run?.counts?.map(({ count }) => count)).toEqual([0, 0, 1, 0]);
    ear.close();
  }
});

test('[LIVE-33] a wall opened in mid lesson, or again, shows what one shows that was open all the time', async () => {
  const lesson = await startLesson(app, scenario, { students: 3 });
  const ear = await hear(app, lesson.teacher, channels.projector(lesson.assessmentId));
  for (const [index, student] of lesson.students.entries()) {
    await lesson.login(student);
    await lesson.answer(student, 'Form - 1A', index);
  }
  await reveal(lesson, 'Form - 1A', 'distribution');
  await lesson.step('re-assign');
  await lesson.answer(lesson.students[0]!, 'Form - 1B', 1);
  const fresh = await expectToldAs(ear, lesson);
  expect(fresh).toMatchObject({
    stage: 'running',
    run: { form: 'Form - 1B', answered: 1, of: 3, counts: null, correct: null, before: { form: 'Form - 1A', answered: 3 } },
  });
  expect(fresh.question?.title).toBe(lesson.first.title);
  const later = await hear(app, lesson.teacher, channels.projector(lesson.assessmentId));
  await reveal(lesson, 'Form - 1B', 'distribution');
  expect(shownOf(standingOf(await expectToldAs(later, lesson)))).toEqual(shownOf(standingOf(await expectToldAs(ear, lesson))));
});

test('[B874] how the class moved is for a finished lesson in which somebody chose both times; never of a running, canceled or silent one', async () => {
  const results = async ({ teacher, assessmentId }: TestLesson) =>
    (await teacher.call(liveProjectorResults, { query: { assessment_id: assessmentId } })).body.results;
  const lesson = await startLesson(app, scenario, { students: 3 });
  const [first, second] = lesson.students as [TestPerson, TestPerson];
  for (const student of [first, second]) await lesson.login(student);
  await lesson.answer(first, 'Form - 1A', 0);
  await lesson.answer(second, 'Form - 1A', 2);
  await lesson.step('re-assign');
  await lesson.answer(first, 'Form - 1B', 1);
  await lesson.step('next');
  expect(await results(lesson)).toBeNull();
  await lesson.step('finished');
  const shown = await results(lesson);
  const [wrong, right] = await lesson.choices('Form - 1A');
  expect(shown?.transition).toMatchObject({ wrong_to_right: 1, kept_right: 0, right_to_wrong: 0, kept_wrong: 0 });
  expect(shown?.transition.flows).toEqual([{ from_response_id: wrong, to_response_id: right, count: 1 }]);
  expect(findLeaks({ ...shown, responses: [] }, secretsOf(lesson))).toEqual([]);
  expect(shown?.responses.map(({ is_valid }) => is_valid)).toEqual([false, true, false, false]);
  expect(await look(lesson, lesson.teacher)).toMatchObject({ stage: 'finished', run: null, question: null });

  const silent = await startLesson(app, scenario, { students: 1 });
  for (const step of ['re-assign', 'next', 'finished'] as const) await silent.step(step);
  expect(await results(silent)).toBeNull();
  const canceled = await startLesson(app, scenario, { students: 1 });
  await canceled.teacher.call(liveClose, { body: { id: canceled.assessmentId } });
  expect(await results(canceled)).toBeNull();
  expect(await look(canceled, canceled.teacher)).toMatchObject({ stage: 'ready', run: null, question: null });
});

test('[LIVE-33] what people say to each other makes no frame for the wall; the answer after it does', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const talk = discuss(lesson);
  const [first, second] = lesson.students as [TestPerson, TestPerson];
  for (const student of [first, second]) await lesson.login(student);
  const wall = await hear(app, lesson.teacher, channels.projector(lesson.assessmentId));
  const room = await hear(app, lesson.teacher, channels.assessment(lesson.assessmentId));
  const postId = await talk.post(first, 'Form - 1A', 1);
  await room.first('assessment.post.added');
  await expectToldAs(wall, lesson);
  await new Promise((resolve) => setTimeout(resolve, 400)); // longer than any of its frames is withheld
  const before = wall.events.length;
  await talk.openCommenting();
  await talk.comment(lesson.teacher, postId, 'Why?');
  await talk.react(lesson.teacher, postId);
  await room.first('assessment.comment.added');
  await room.first('assessment.post.reaction.added');
  await talk.post(second, 'Form - 1A', 0);
  await expectToldAs(wall, lesson);
  expect(new Set(wall.events.slice(before).map(({ data }) => data.run.answered))).toEqual(new Set([2]));
});

test('what the staff are answered would not pass as the wall’s: the search finds all of it there', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const staff = (await lesson.teacher.call(liveAssessment, { query: { assessment_id: lesson.assessmentId } })).body.assessment;
  expect(findLeaks(staff, secretsOf(lesson)).join()).toMatch(/is_valid.*Reasoning.*AbsentStudents.*tally/);
  const { run } = await look(lesson, lesson.teacher);
  const told = { ...(await look(lesson, lesson.teacher)), run: { ...run!, counts: [{ response_id: 1, count: 0 }] } };
  expect(() => expectNothingHidden(standingOf(told), new Set(), lesson)).toThrow('before they were revealed');
});
