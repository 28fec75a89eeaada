import assert from 'node:assert/strict';
import {
  FORMS,
  liveOwnPair,
  livePairs,
  livePairsMake,
  livePairsPublish,
  liveProjector,
  liveQuestions,
  liveState,
  liveWall,
  rehearsalMake,
  rehearsalRemove,
  seatEnd,
  seatList,
  seatTake,
} from '@classwright/contract';
import { computeWall, decideWall, type Form, WALL_SHOWS, type WallChoice } from '@classwright/rules/live';
import { listRehearsalRows, readRehearsal } from '../../../../testing/rehearsal-rows.ts';
import type { Random, TestApp, TestClass, TestReply } from '../../../../testing/index.ts';
import type { RunModel } from './run-model.ts';

const codeOf = (reply: TestReply): string => reply.error?.code ?? 'done';

/** The lesson that is taught, as those see it who act in it. */
export interface Scene {
  app: TestApp;
  random: Random;
  room: TestClass;
  assessmentId: number;
  run: RunModel;
}

/** A model of what a run has besides its forms: the revisions of its groups, and the tokens of its seats by account. */
export interface TurnModel {
  made: number;
  published: number;
  seats: Map<number, string>;
}

export const emptyTurn = (): TurnModel => ({ made: 0, published: 0, seats: new Map() });

/**
 * Makes groups or publishes them, with the newest revision or an old one. Checks the reply against the model, and that
 * nobody is in two groups. Returns what occurred.
 */
export async function turnPairs({ app, random, room, assessmentId, run: { session, loggedIn } }: Scene, model: TurnModel): Promise<string> {
  const at = { assessment_id: assessmentId };
  const isRunning = session.state === 'running';
  const revision = random.percent(70) ? model.made : random.below(4);
  const [teacher, makes] = [random.pick([room.teacher, room.coTeacher]), random.percent(50)];
  const reply: TestReply = makes
    ? await teacher.call(livePairsMake, { body: { ...at, revision, seed: random.below(100) } })
    : await teacher.call(livePairsPublish, { body: { ...at, revision } });
  const expected = (): string => {
    if (!isRunning) return 'SESSION_NOT_RUNNING';
    if (revision !== model.made) return 'PAIRS_CHANGED';
    if (makes) return 'done';
    if (model.made === 0) return 'VALIDATION_FAILED';
    return session.phases[0]?.closedAtMs == null ? 'PAIRS_TOO_EARLY' : 'done';
  };
  assert.equal(codeOf(reply), expected(), makes ? 'groups made' : 'groups published');
  if (!reply.error) {
    if (makes) model.made += 1;
    else model.published = model.made;
  }
  if (!isRunning) return `pairs ${codeOf(reply)}`;
  const { pairs } = (await teacher.call(livePairs, { query: at })).body;
  const groups = (pairs.division?.groups ?? []).map(({ account_ids }: { account_ids: number[] }) => account_ids);
  const members = groups.flat();
  assert.equal(new Set(members).size, members.length, 'somebody is in two groups');
  assert.ok(members.every((id: number) => loggedIn.has(id)));
  if (!reply.error) assert.deepEqual(members.toSorted(), [...pairs.here].toSorted(), 'somebody who is here is in no group');
  assert.equal((await teacher.call(liveState, { query: at })).body.session?.pairs_revision, model.published);
  const student = random.pick(room.students);
  const { pair } = (await student.call(liveOwnPair, { query: at })).body;
  const { rows } = await published(app, assessmentId, student.accountId);
  assert.equal(pair === null, rows === 0, 'a student reads a group that is not the own one');
  return `pairs ${makes ? 'made' : 'published'} ${codeOf(reply)}`;
}

/** Counts the student's memberships in the published groups of the running lesson. */
async function published(app: TestApp, assessmentId: number, accountId: number): Promise<{ rows: number }> {
  const rows = await app.db
    .selectFrom('live_pair_members')
    .innerJoin('live_pairs', 'live_pairs.id', 'live_pair_members.pairs_id')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_pairs.session_id')
    .select('live_pair_members.account_id')
    .where('live_sessions.assessment_id', '=', assessmentId)
    .where('live_sessions.state', '=', 'running')
    .where('live_pairs.published_at', 'is not', null)
    .where('live_pair_members.account_id', '=', accountId)
    .execute();
  return { rows: rows.length };
}

/**
 * Chooses what the walls show. Checks the reply against the rules, and that the projector shows it. Returns what occurred,
 * and the forms whose distributions it revealed.
 */
export async function turnWall({ random, room, assessmentId, run: { session } }: Scene): Promise<{ seen: string; reveals: readonly Form[] }> {
  const choice: WallChoice = { show: random.pick(WALL_SHOWS), of: random.percent(90) ? random.pick(FORMS) : null, step: 0 };
  const decision = decideWall(session, choice);
  const question = choice.show === 'asked' ? await readQuestion({ room, assessmentId }) : null;
  const body = { assessment_id: assessmentId, ...choice, ...(question && { question_id: question.id }) };
  const reply: TestReply = await room.teacher.call(liveWall, { body });
  const needed = decision.ok && choice.show === 'asked' && !question ? 'QUESTION_NEEDED' : null;
  const refusal = decision.ok ? (needed ?? 'done') : decision.refused;
  const expected = refusal === 'WALL_FORM_NEEDED' || needed ? 'VALIDATION_FAILED' : refusal;
  assert.equal(codeOf(reply), expected, `wall ${choice.show} of ${choice.of}`);
  if (!decision.ok || needed) return { seen: `wall ${refusal}`, reveals: [] };
  const { projector } = (await room.teacher.call(liveProjector, { query: { assessment_id: assessmentId } })).body;
  const shown = computeWall(session, { ...choice, form: session.phases.at(-1)!.form, ended: session.state !== 'running' });
  assert.deepEqual([projector.wall.show, projector.wall.of], [shown.show, shown.of]);
  assert.equal(JSON.stringify(projector).includes('account_id'), false);
  return { seen: 'wall done', reveals: decision.reveals };
}

/** Returns the question that a student of the lesson asked the staff last, or null. */
async function readQuestion({ room, assessmentId }: Pick<Scene, 'room' | 'assessmentId'>): Promise<{ id: number } | null> {
  const { questions } = (await room.teacher.call(liveQuestions, { query: { assessment_id: assessmentId } })).body;
  return questions?.at(-1) ?? null;
}

/** Lets a phone take a student's seat, or sends it out, and checks which tokens work. Returns what occurred. */
export async function turnSeat({ app, random, room, assessmentId, run: { session } }: Scene, { seats }: TurnModel): Promise<string> {
  const at = { assessment_id: assessmentId };
  const { accountId } = random.pick(room.students.slice(0, 2));
  const { code } = (await room.teacher.call(seatList, { query: at })).body;
  assert.equal(code === null, session.state !== 'running');
  if (code === null) return 'seat of no lesson';
  const token = seats.get(accountId);
  if (random.percent(50)) {
    const reply: TestReply = await room.teacher.call(seatEnd, { body: { ...at, student_id: accountId } });
    assert.equal(codeOf(reply), token === undefined ? 'SEAT_NOT_FOUND' : 'done');
    seats.delete(accountId);
    if (token !== undefined) assert.equal((await app.call(liveState, { query: at }, { token })).status, 401);
    return token === undefined ? 'seat free' : 'seat ended';
  }
  const { seat } = (await app.call(seatTake, { body: { code, student_id: accountId } })).body;
  assert.equal(seat.state, token === undefined ? 'seated' : 'waiting');
  if (seat.state === 'seated') seats.set(accountId, seat.api_token);
  assert.equal((await app.call(liveState, { query: at }, { token: seats.get(accountId)! })).status, 200);
  return `seat ${seat.state}`;
}

/** Makes a rehearsal of the lesson and takes it away. Nothing of the run changes, and no row is left. */
export async function turnRehearsal({ app, room, assessmentId }: Scene): Promise<string> {
  const made: TestReply = await room.teacher.call(rehearsalMake, { body: { assessment_id: assessmentId, size: 8, speed: 8 } });
  assert.equal(codeOf(made), 'done');
  const ids = await readRehearsal(app.db, made.body.assessment_id);
  assert.equal(codeOf(await room.teacher.call(rehearsalRemove, { params: { id: made.body.assessment_id } })), 'done');
  assert.deepEqual(await listRehearsalRows(app.db, ids), []);
  return 'rehearsal done';
}
