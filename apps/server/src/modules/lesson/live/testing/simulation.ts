import assert from 'node:assert/strict';
import { extraTimeSave, FORMS, liveAsk, liveHide, liveStudentLogin, liveUnhide, type SessionView } from '@classwright/contract';
import { computeOwnDeadline, type ExtraTime, type SessionAction, type ShowsAnswers } from '@classwright/rules/live';
import { appNow } from '../../../../platform/clock.ts';
import { createRandom, type Random, type Scenario, type TestApp, type TestClass, type TestPerson, type TestReply } from '../../../../testing/index.ts';
import { act, EMPTY_RUN, receive, type RunModel, type Sent } from './run-model.ts';
import { comparable, listForgotten, readRun } from './run-rows.ts';
import { compose, type PhoneCall, type PhoneView, send } from './simulated-phone.ts';
import { anyAction, nextStep, toCall } from './simulated-teacher.ts';
import { emptyTurn, type TurnModel, turnPairs, turnRehearsal, turnSeat, turnWall } from './simulated-turn.ts';
import { turnVote } from './simulated-vote.ts';

const WAITS_MS = [500, 4_000, 30_000, 130_000];
const AROUND_DEADLINE_MS = [-800, 1_200, 3_050, 3_050, 20_000];

/**
 * A class that runs at random: teachers press any button, phones send late, twice, again and in another order, and the
 * clock jumps. Sequential actions are compared with the rules; simultaneous actions must lead to a state that the rules
 * allow.
 */
export class Simulation {
  /** The runs by session. */
  readonly runs = new Map<number, RunModel>();
  /** The response to the start of each run. */
  readonly starts = new Map<number, SessionView>();
  /** The kinds of events that have occurred, so that an empty schedule is noticed. */
  readonly seen = new Set<string>();
  readonly #app: TestApp;
  readonly #scenario: Scenario;
  readonly #room: TestClass;
  readonly #random: Random;
  readonly #waiting: PhoneCall[] = [];
  readonly #received = new Map<string, unknown>();
  #assessmentId = 0;
  #choices: number[][] = [];
  #sessionId: number | null = null;
  #composed = 0;
  /** The moment from which classmates see answers, as the class remembers it (LIVE-109). */
  #plan: ShowsAnswers = 'as-answered';
  /** Extra time in percent, by student. */
  readonly #extra = new Map<number, number>();
  /** Holds what the runs have besides their forms, by session. */
  readonly #turns = new Map<number, TurnModel>();

  private constructor(app: TestApp, scenario: Scenario, room: TestClass, seed: number) {
    this.#app = app;
    this.#scenario = scenario;
    this.#room = room;
    this.#random = createRandom(seed);
  }

  static async create(app: TestApp, scenario: Scenario, seed: number): Promise<Simulation> {
    const room = await scenario.class({ students: 5 });
    await app.db
      .updateTable('schools')
      .set({ settings: { seat_check: 'nothing' } })
      .where('id', '=', room.schoolId)
      .execute();
    const simulation = new Simulation(app, scenario, room, seed);
    await simulation.#prepareAssessment();
    await simulation.#giveExtraTime();
    return simulation;
  }

  get admin(): TestPerson {
    return this.#room.admin;
  }

  async turn(): Promise<void> {
    const dice = this.#random.below(100);
    if (dice < 31) await this.#write();
    else if (dice < 43) await this.#deliverWaiting();
    else if (dice < 48) await this.#login(this.#random.pick(this.#room.students));
    else if (dice < 56) await this.#wait();
    else if (dice < 62) await this.#turn();
    else if (dice < 71) await this.#closeDue();
    else if (dice < 78) await this.#press(nextStep(this.#run.session, this.#random));
    else if (dice < 89) await this.#press(anyAction(this.#run.session, this.#random));
    else if (dice < 91) await this.#giveExtraTime();
    else if (dice < 95) await this.#vote();
    else if (dice < 97) await this.#hideOrAsk();
    else await this.#burst();
    if (this.#sessionId !== null) await this.check(this.#sessionId);
  }

  /** Deals reasons and votes; nothing else of the run changes. */
  async #vote(): Promise<void> {
    for (const what of await turnVote(this.#app, this.#random, this.#room, this.#assessmentId, this.#run)) this.seen.add(what);
  }

  /** Groups, walls, seats and rehearsals: nothing of the run changes but what a wall reveals. */
  async #turn(): Promise<void> {
    const scene = { app: this.#app, random: this.#random, room: this.#room, assessmentId: this.#assessmentId, run: this.#run };
    const dice = this.#random.below(20);
    if (dice === 0) return void this.seen.add(await turnRehearsal(scene));
    if (this.#sessionId === null) return;
    const model = this.#turns.get(this.#sessionId) ?? emptyTurn();
    this.#turns.set(this.#sessionId, model);
    if (dice < 14) {
      const turn = dice < 8 ? turnPairs : turnSeat;
      for (let time = 0; time < 3; time += 1) this.seen.add(await turn(scene, model)); // one after the other, so that they meet
      return;
    }
    const { seen, reveals } = await turnWall(scene);
    this.seen.add(seen);
    const now = (await appNow(this.#app.db)).getTime();
    for (const form of reveals) this.runs.set(this.#sessionId, act(this.#run, { type: 'reveal', form, what: 'distribution' }, now).after);
  }

  /** Cancels the run if it is still running. */
  async end(): Promise<void> {
    if (this.#run.session.state === 'running') await this.#press({ type: 'cancel' });
  }

  /** Checks that the rows of a run equal what the rules make of the actions. */
  async check(sessionId: number): Promise<void> {
    assert.deepEqual(comparable(await readRun(this.#app.db, sessionId)), comparable(this.runs.get(sessionId) ?? EMPTY_RUN));
    assert.deepEqual(await listForgotten(this.#app.db, sessionId), []);
  }

  get #run(): RunModel {
    return (this.#sessionId === null ? null : this.runs.get(this.#sessionId)) ?? EMPTY_RUN;
  }

  async #prepareAssessment(): Promise<void> {
    const { teacher, schoolId, courseId } = this.#room;
    const { assessmentId, first, transfer } = await this.#scenario.assessment({ owner: teacher, schoolId, classId: courseId });
    const choicesOf = async ({ versionId }: { versionId: number }): Promise<number[]> =>
      (await this.#app.db.selectFrom('question_responses').select('id').where('question_version_id', '=', versionId).orderBy('position').execute()).map(
        ({ id }) => id,
      );
    this.#assessmentId = assessmentId;
    this.#choices = [await choicesOf(first), await choicesOf(transfer)];
    this.#sessionId = null;
  }

  async #wait(): Promise<void> {
    const { phases, extraTimes } = this.#run.session;
    const last = phases.at(-1);
    const deadlines = last ? (last.closedAtMs === null ? [last.deadlineAtMs] : extraTimes.map(({ percent }) => computeOwnDeadline(last, percent))) : [];
    if (deadlines.length > 0 && this.#random.percent(65)) await this.#moveTo(this.#random.pick(deadlines) + this.#random.pick(AROUND_DEADLINE_MS));
    else await this.#app.clock.advanceMs(this.#random.pick(WAITS_MS));
  }

  /** Moves the clock to an instant, never backward: that deadline may have passed. */
  async #moveTo(ms: number): Promise<void> {
    if (ms > (await appNow(this.#app.db)).getTime()) await this.#app.clock.moveTo(new Date(ms));
  }

  // ── teachers and the server ──

  /** Gives extra time, also in the middle of a form: it counts from the next one. */
  async #giveExtraTime(): Promise<void> {
    const students = this.#room.students.slice(0, 3).map(({ accountId }) => ({ account_id: accountId, percent: this.#random.pick([0, 25, 100, 1_000]) }));
    const reply = await this.#room.teacher.call(extraTimeSave, { body: { course_id: this.#room.courseId, students } });
    assert.equal(reply.status, 200);
    for (const { account_id, percent } of students) this.#extra.set(account_id, percent);
  }

  /** Adds the current extra times and the class's plan to an action, as the server does. */
  #withExtraTimes(action: SessionAction): SessionAction {
    if (action.type !== 'activate' && action.type !== 'step') return action;
    const planned = action.type === 'activate' ? { showsAnswers: this.#plan } : {};
    const extraTimes: ExtraTime[] = [...this.#extra].map(([account_id, percent]) => ({ account_id, percent }));
    return { ...action, ...planned, extraTimes: extraTimes.filter(({ percent }) => percent > 0).sort((left, right) => left.account_id - right.account_id) };
  }

  #call(action: SessionAction): Promise<TestReply> {
    const { endpoint, body } = toCall(action, this.#assessmentId, this.#sessionId ?? 1);
    return this.#random.pick([this.#room.teacher, this.#room.coTeacher, this.#room.admin]).call(endpoint, { body });
  }

  /** Presses one button and checks that it does what the rules require at that instant. */
  async #press(action: SessionAction): Promise<void> {
    const before = action.type === 'activate' && this.#run.session.state === 'canceled' ? EMPTY_RUN : this.#run;
    const { result: reply, from, until } = await this.#timed(() => this.#call(action));
    const { decision, after } = agreeing(
      [from, until].map((now) => act(before, this.#withExtraTimes(action), now)),
      reply,
      `${action.type} while ${before.session.state}`,
    );
    this.seen.add(`${action.type} ${decision.ok ? 'done' : decision.refused}`);
    if (!decision.ok) return;
    if (action.type === 'activate') {
      this.#sessionId = reply.body.session.id as number;
      this.starts.set(this.#sessionId, reply.body.session);
    }
    await this.#adopt(after, until - from);
    if (after.session.state === 'finished') await this.#prepareAssessment();
  }

  async #closeDue(): Promise<void> {
    const before = this.#run;
    const { result: closed, from, until } = await this.#timed(() => this.#app.server.modules.live.deadlines.runDueDeadlines());
    if (before.session.state !== 'running') return assert.equal(closed, 0);
    const outcome = [from, until].map((now) => act(before, { type: 'close-due' }, now)).find(({ decision }) => decision.ok === closed > 0);
    assert.ok(outcome, `the server closed ${closed} forms, against the rules`);
    if (closed > 0) this.seen.add(before.session.phases.at(-1)?.closedAtMs === null ? 'form closed by its deadline' : 'own time over by its deadline');
    await this.#adopt(outcome.after, until - from);
    if (closed === 0 || before.session.phases.at(-1)?.closedAtMs !== null) return;
    if (this.#random.percent(50)) await this.#press({ type: 'close', form: before.session.phases.at(-1)?.form }); // too late
    await this.#outlastOwnTimes();
  }

  /** Lets time pass while only students with extra time have the form, often until the first of them has no more. */
  async #outlastOwnTimes(): Promise<void> {
    for (const afterMs of this.#random.percent(75) ? [-800, 3_050] : []) {
      const { phases, extraTimes } = this.#run.session;
      const last = phases.at(-1);
      if (!last || extraTimes.length === 0) return;
      await this.#write();
      await this.#moveTo(Math.min(...extraTimes.map(({ percent }) => computeOwnDeadline(last, percent))) + afterMs);
      await this.#closeDue();
    }
  }

  /** Adopts the result of a step. Its instants are the server's, close to when the step was taken. */
  async #adopt(after: RunModel, tookMs: number): Promise<void> {
    if (this.#sessionId === null) throw new Error('a step was taken in no session');
    const { session } = await readRun(this.#app.db, this.#sessionId);
    this.#plan = session.showsAnswers ?? 'as-answered';
    const phases = after.session.phases.map((phase, index) => {
      const row = session.phases[index];
      assert.ok(row, `${phase.form} should have opened`);
      for (const field of ['openedAtMs', 'deadlineAtMs', 'closedAtMs'] as const)
        assert.ok(Math.abs((row[field] ?? 0) - (phase[field] ?? 0)) <= tookMs + 2, `${field} of ${phase.form}`);
      return { ...phase, openedAtMs: row.openedAtMs, deadlineAtMs: row.deadlineAtMs, closedAtMs: row.closedAtMs };
    });
    this.runs.set(this.#sessionId, { ...after, session: { ...after.session, phases } });
  }

  /** Hides or shows a post, which changes no figure, and lets a student ask the teacher. */
  async #hideOrAsk(): Promise<void> {
    if (this.#sessionId === null) return;
    const isRunning = this.#run.session.state === 'running';
    const student = this.#random.pick(this.#room.students);
    const asked = await student.call(liveAsk, { body: { assessment_id: this.#assessmentId, question: 'Why is it so?' } });
    const allowed = isRunning ? [undefined, 'COMMENTS_TOO_FAST', 'QUESTIONS_USED_UP'] : ['SESSION_NOT_RUNNING'];
    assert.ok(allowed.includes(asked.error?.code), `a question was answered ${asked.error?.code ?? 'OK'}`);
    const posts = await this.#app.db.selectFrom('live_posts').select('id').where('session_id', '=', this.#sessionId).execute();
    if (posts.length === 0) return;
    const { id } = this.#random.pick(posts);
    const hides = this.#random.percent(60);
    const body = { type: 'post', id } as const;
    const replies = await Promise.all(
      [this.#room.teacher, this.#room.coTeacher].map(
        (person): Promise<Pick<TestReply, 'status'>> =>
          hides ? person.call(liveHide, { body: { ...body, reason: 'other', words: '' } }) : person.call(liveUnhide, { body }),
      ),
    );
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [this.#run.session.state === 'canceled' ? 404 : 200]);
    if (this.#run.session.state === 'canceled') return;
    const rows = await this.#app.db.selectFrom('live_hidden').select('is_hidden').where('subject_type', '=', 'post').where('subject_id', '=', id).execute();
    assert.equal(rows[0]?.is_hidden ?? false, hides);
    this.seen.add(hides ? 'hidden' : 'shown again');
  }

  // ── phones ──

  #compose(): PhoneCall | null {
    if (this.#sessionId === null) return null;
    this.#composed += 1;
    const { session, drafts } = this.#run;
    const student = this.#random.pick(this.#room.students);
    const view: PhoneView = {
      sessionId: this.#sessionId,
      form: session.phases.at(-1)?.form ?? FORMS[0],
      choicesOf: (form) => this.#choices[form === 'Form - 2' ? 1 : 0] ?? [],
      draftOf: (form) => drafts.get(`${student.accountId} ${form}`),
    };
    return compose(this.#random, student, view, `call-${this.#composed}`);
  }

  /** Lets a student write; the network may delay, repeat or reorder the call. */
  async #write(): Promise<void> {
    const call = this.#compose();
    if (!call) return;
    const fate = this.#random.below(100);
    if (fate >= 20) await this.#deliver(call, fate < 50 && fate >= 35 ? 2 : 1);
    if (fate < 35) this.#waiting.push(call); // never left the device, or the device does not know that it arrived
  }

  async #deliverWaiting(): Promise<void> {
    const [call] = this.#waiting.splice(this.#random.below(this.#waiting.length), 1);
    if (call) await this.#deliver(call, 1);
  }

  async #deliver(call: PhoneCall, times: number): Promise<void> {
    const {
      result: [reply, ...repeats],
      from,
      until,
    } = await this.#timed(() => Promise.all(Array.from({ length: times }, () => send(call))));
    if (!reply) return;
    for (const repeat of repeats) assert.deepEqual([repeat.status, repeat.error?.code], [reply.status, reply.error?.code]);
    if (this.#received.has(call.key)) {
      this.seen.add('repeat');
      return assert.deepEqual([reply.status, reply.body], [200, this.#received.get(call.key)]);
    }
    const before = this.runs.get(call.sessionId) ?? EMPTY_RUN;
    const { decision, after } = agreeing(
      [from, until].map((now) => receive(before, call.sent, now)),
      reply,
      `${call.sent.kind} for ${call.sent.form}`,
    );
    this.seen.add(`${call.sent.kind} ${decision.ok ? decision.outcome : decision.refused}`);
    if (before.session.phases.at(-1)?.closedAtMs != null && decision.ok && decision.outcome === 'file') this.seen.add('answer in own time');
    if (reply.status === 200) {
      this.#received.set(call.key, reply.body);
      for (const repeat of repeats) assert.deepEqual(repeat.body, reply.body);
    }
    this.runs.set(call.sessionId, after);
  }

  async #login(student: TestPerson): Promise<void> {
    const reply = await student.call(liveStudentLogin, { body: { assessment_id: this.#assessmentId } });
    const isRunning = this.#run.session.state === 'running';
    assert.equal(reply.error?.code, isRunning ? undefined : 'SESSION_NOT_RUNNING');
    if (isRunning && this.#sessionId !== null) this.runs.set(this.#sessionId, { ...this.#run, loggedIn: new Set([...this.#run.loggedIn, student.accountId]) });
  }

  /**
   * Sends from everybody simultaneously, with two teachers pressing the same button: exactly the acknowledged answers
   * are in the rows, as they were sent.
   */
  async #burst(): Promise<void> {
    if (this.#sessionId === null || this.#run.session.state !== 'running') return;
    const before = this.#run;
    const calls = Array.from({ length: 4 + this.#random.below(5) }, () => this.#compose()).filter((call) => call !== null);
    const form = before.session.phases.at(-1)?.form;
    const step = this.#random.percent(50) ? (this.#random.percent(70) ? nextStep(before.session, this.#random) : ({ type: 'close', form } as const)) : null;
    const [replies, presses] = await Promise.all([
      Promise.all(calls.map(send)),
      Promise.all(step ? [this.#call(step), this.#call(step)] : []),
      this.#app.server.modules.live.deadlines.runDueDeadlines(),
    ]);
    const after = await readRun(this.#app.db, this.#sessionId);
    // a deadline may close a form before both teachers do
    const done = presses.filter(({ status }) => status === 200).length;
    if (step?.type === 'close') assert.ok(done <= 1 && after.session.phases.at(-1)?.closedAtMs != null, `${done} closings of ${form}`);
    else assert.equal(done, step ? 1 : 0);
    const acknowledged = this.#acknowledgedOf(calls, replies);
    for (const post of after.posts.filter(({ filed_by }) => filed_by === 'student')) {
      const place = `${post.account_id} ${post.form}`;
      const sent = acknowledged.get(place);
      if (sent) assert.equal(post.response_id, sent.content.response_id);
      else
        assert.ok(
          before.posts.some((known) => `${known.account_id} ${known.form}` === place),
          `a post of ${place} that nobody was told of`,
        );
      acknowledged.delete(place);
    }
    assert.deepEqual([...acknowledged.keys()], [], 'acknowledged and gone');
    this.seen.add(step ? `burst with a ${step.type === 'close' ? 'closing' : 'step'}` : 'burst');
    this.runs.set(this.#sessionId, after);
    if (after.session.state === 'finished') await this.#prepareAssessment();
  }

  /** Returns the acknowledged calls, by student and form, without those that the server had already filed itself. */
  #acknowledgedOf(calls: readonly PhoneCall[], replies: readonly TestReply[]): Map<string, Sent> {
    const acknowledged = new Map<string, Sent>();
    for (const [index, { sent, key }] of calls.entries()) {
      const reply = replies[index];
      assert.ok(reply && [200, 409, 422].includes(reply.status), `${sent.kind} was answered ${reply?.status}`);
      if (reply.status !== 200) continue;
      this.#received.set(key, reply.body);
      if (sent.kind !== 'answer' || reply.body.post.filed_by !== 'student') continue;
      assert.ok(!acknowledged.has(`${sent.accountId} ${sent.form}`), 'somebody answered twice');
      acknowledged.set(`${sent.accountId} ${sent.form}`, sent);
    }
    return acknowledged;
  }

  /** Returns the result of `work`, and the instants by the database's clock between which it was decided. */
  async #timed<T>(work: () => Promise<T>): Promise<{ result: T; from: number; until: number }> {
    const from = (await appNow(this.#app.db)).getTime();
    const result = await work();
    return { result, from, until: (await appNow(this.#app.db)).getTime() };
  }
}

/**
 * Returns the outcome that agrees with the reply, out of those at the first and the last instant at which it can have
 * been decided.
 */
function agreeing<Outcome extends { decision: { ok: true } | { ok: false; refused: string } }>(outcomes: Outcome[], reply: TestReply, what: string): Outcome {
  const codeOf = ({ decision }: Outcome): string => (decision.ok ? 'OK' : decision.refused);
  const outcome = outcomes.find((one) => codeOf(one) === (reply.error?.code ?? 'OK'));
  assert.ok(outcome, `${what}: the server said ${reply.error?.code ?? 'OK'}, the rules ${outcomes.map(codeOf).join(' or ')}`);
  return outcome;
}
