import { setTimeout as pause } from 'node:timers/promises';
import {
  configGet,
  lessonCodeShown,
  liveAdjustTime,
  liveClose,
  liveEnd,
  liveFeed,
  liveHide,
  livePairs,
  livePairsMake,
  livePairsPublish,
  livePairsSave,
  livePhaseClose,
  liveQuestions,
  liveReasonDeal,
  liveReveal,
  liveSettingsUpdate,
  liveStart,
  liveStatus,
  liveUnhide,
  liveVoteClose,
  liveVoteOpen,
  liveWall,
  type PostView,
  type ReasonsView,
  rehearsalMake,
  rehearsalRemove,
  seatEnd,
  seatLetIn,
  type StaffPairsView,
  studentRemove,
  wallPair,
} from '@classwright/contract';
import type { WallShow } from '@classwright/rules/live';
import type { Chance } from '../simulate-class/chance.ts';
import { callPlainly, type Ways } from './calls.ts';

/** A text that the teacher hid, by its mark. */
export interface Hidden {
  accountId: number;
  mark: string;
  /** The time at which the teacher's act was acknowledged. */
  hiddenAtMs: number;
  /** The time at which it was sent to be shown again; null: never. */
  shownAtMs: number | null;
}

/** An act of the teacher and its time. */
export interface Act {
  what: string;
  sentAtMs: number;
  doneAtMs: number;
}

const isRefused = (reply: unknown): boolean => typeof reply === 'object' && reply !== null && 'refused' in reply;

const findMark = (words: string): string | undefined => /zq\w+z/.exec(words)?.[0];

const WALL_REFUSALS = ['SESSION_NOT_RUNNING', 'STEP_NOT_ALLOWED', 'WALL_FORM_OPEN', 'WALL_NOT_REVEALED'];

const AGAIN_MS = 150;
/** The time in which a press gets its response, once everything runs that serves people. */
const GIVE_UP_MS = 30_000;
/** The calls of others that were answered while a press was not, after which the press gives up. */
const OTHERS = 3;
/** The time after which a press gives up though nobody was answered. */
const LONGEST_MS = 180_000;

/** A teacher who repeats a press until there is a response, each with its own key. */
export class Teacher {
  readonly acts: Act[] = [];
  readonly hidden: Hidden[] = [];
  /** The texts that were chosen to be hidden, each once: otherwise one hiding could show again what another one hides. */
  readonly #chosen = new Set<string>();
  readonly #ways: Ways;
  readonly #token: string;
  readonly #seed: number;
  #pressed = 0;

  /** The presses that got no response, or were refused. Each fails the storm. */
  readonly problems: Error[] = [];
  readonly #servesSinceMs: () => number;

  constructor({ ways, servesSinceMs, token, seed }: { ways: Ways; servesSinceMs: () => number; token: string; seed: number }) {
    this.#ways = ways;
    this.#servesSinceMs = servesSinceMs;
    this.#token = token;
    this.#seed = seed;
  }

  /**
   * Returns true while a press may still wait for its response. On a busy machine a process that starts again takes its
   * time, and so does each call: the press gives up only when others were answered in the same time, which is asked here.
   */
  async #mayWait(press: { sentAtMs: number; others: number }, reply: { status: number } | null): Promise<boolean> {
    if (reply === null && (await callPlainly(this.#ways, null, configGet.method, configGet.path)) !== null) press.others += 1;
    const waitedMs = Date.now() - Math.max(press.sentAtMs, this.#servesSinceMs());
    return waitedMs < GIVE_UP_MS || (reply === null && press.others < OTHERS && waitedMs < LONGEST_MS);
  }

  #fail(message: string): Error {
    const error = new Error(message);
    this.problems.push(error);
    return error;
  }

  /**
   * Presses until there is a response and returns its body, or the code of a refusal that is allowed here.
   * @throws for any other refusal
   */
  async #press(what: string, { method, path }: { method: string; path: string }, body: object, allowed: readonly string[] = []): Promise<unknown> {
    this.#pressed += 1;
    const key = `storm-${this.#seed}-${this.#pressed}-${Date.now()}`;
    const sentAtMs = Date.now();
    const act: Act = { what, sentAtMs, doneAtMs: Number.POSITIVE_INFINITY };
    this.acts.push(act);
    let last = 'no answer';
    const press = { sentAtMs, others: 0 };
    for (let reply: Awaited<ReturnType<typeof callPlainly>> = null, isFirst = true; isFirst || (await this.#mayWait(press, reply)); isFirst = false) {
      reply = await callPlainly(this.#ways, this.#token, method, path, method === 'DELETE' ? { key } : { body, key });
      if (reply?.status === 200) {
        act.doneAtMs = Date.now(); // others may have been pressed in the meantime
        return reply.body;
      }
      if (reply?.body.code !== undefined && allowed.includes(reply.body.code)) {
        this.acts.splice(this.acts.indexOf(act), 1);
        return { refused: reply.body.code };
      }
      if (reply) last = `${reply.status} ${reply.body.code}`;
      if (reply && reply.status < 500 && reply.status !== 429) throw this.#fail(`${what}: ${last}`);
      await pause(AGAIN_MS);
    }
    throw this.#fail(`${what}: ${last} for ${GIVE_UP_MS / 1000} s`);
  }

  /** Starts the lesson. Returns the session's id. */
  async start(assessmentId: number): Promise<number> {
    const { session } = (await this.#press('start', liveStart, { assessment_id: assessmentId, time: 3 })) as { session: { id: number } };
    return session.id;
  }

  step(id: number, type: 're-assign' | 'next' | 'finished'): Promise<unknown> {
    return this.#press(type, liveStatus, { id, type, ...(type === 'finished' ? {} : { time: 3 }) });
  }

  /** Removes all the time that is left: after three seconds of grace, the server closes the form. */
  endTime(assessment_id: number): Promise<unknown> {
    return this.#press('end time', liveAdjustTime, { assessment_id, type: 'decrease', time: 10 });
  }

  /** Closes the open form now. */
  closeForm(assessment_id: number, epoch: number): Promise<unknown> {
    return this.#press('close form', livePhaseClose, { assessment_id, epoch });
  }

  /** Finishes the lesson before its last form. */
  endHere(assessment_id: number, epoch: number): Promise<unknown> {
    return this.#press('end here', liveEnd, { assessment_id, epoch });
  }

  cancel(id: number): Promise<unknown> {
    return this.#press('cancel', liveClose, { id });
  }

  letComment(assessment_id: number): Promise<unknown> {
    return this.#press('let comment', liveSettingsUpdate, { assessment_id, can_comment: true });
  }

  reveal(assessment_id: number, form: string): Promise<unknown> {
    return this.#press('reveal', liveReveal, { assessment_id, form, what: 'correctness' });
  }

  showDistribution(assessment_id: number, form: string): Promise<unknown> {
    return this.#press(`show ${form}`, liveReveal, { assessment_id, form, what: 'distribution' });
  }

  /** Reads as staff until there is a response. */
  async #read<Body>({ method, path }: { method: string; path: string }, query: Record<string, unknown>): Promise<Body> {
    const press = { sentAtMs: Date.now(), others: 0 };
    let last = 'no answer';
    for (let reply: Awaited<ReturnType<typeof callPlainly>> = null, isFirst = true; isFirst || (await this.#mayWait(press, reply)); isFirst = false) {
      reply = await callPlainly(this.#ways, this.#token, method, path, { query });
      if (reply?.status === 200) return reply.body as Body;
      if (reply) last = `${reply.status} ${reply.body.code}`;
      await pause(AGAIN_MS);
    }
    throw this.#fail(`${path}: ${last}`);
  }

  // ── groups ──

  /** Two desks divide the class at the same moment: one does it, the other sees that it was done. */
  async makePairs(assessment_id: number): Promise<void> {
    const both = [1, 2].map((seed) => this.#press('make pairs', livePairsMake, { assessment_id, revision: 0, size: 2, seed }, ['PAIRS_CHANGED']));
    const done = (await Promise.all(both)).filter((reply) => !isRefused(reply));
    if (done.length !== 1) throw new Error(`${done.length} of two desks made groups`);
  }

  readPairs(assessment_id: number): Promise<{ pairs: StaffPairsView }> {
    return this.#read(livePairs, { assessment_id });
  }

  /** Lets two students change places between the first two groups. Somebody may have joined or left in the meantime. */
  async dragPairs(assessment_id: number): Promise<void> {
    const { division, here } = (await this.readPairs(assessment_id)).pairs;
    const [first, second, ...others] = (division?.groups ?? []).map(({ account_ids }) => account_ids.filter((id) => here.includes(id)));
    if (!division || !first?.length || !second?.length) return;
    [first[0], second[0]] = [second[0] as number, first[0] as number];
    const groups = [first, second, ...others].filter(({ length }) => length > 0).map((account_ids) => ({ locked: false, account_ids }));
    await this.#press('drag', livePairsSave, { assessment_id, revision: division.revision, groups }, ['VALIDATION_FAILED']);
  }

  async publishPairs(assessment_id: number): Promise<void> {
    const { division } = (await this.readPairs(assessment_id)).pairs;
    if (division) await this.#press('publish pairs', livePairsPublish, { assessment_id, revision: division.revision });
  }

  // ── reasons ──

  /** Deals a reason for each choice and puts two to the class. Null without two, or when one is gone in the meantime. */
  async openVote(assessment_id: number, form: string): Promise<{ id: number; reasons: [number, number] } | null> {
    const dealt = (await this.#press('deal', liveReasonDeal, { assessment_id, form })) as { reasons: ReasonsView };
    const [first, second] = dealt.reasons.choices.flatMap(({ reasons }) => reasons.filter(({ comment }) => comment !== null).map(({ id }) => id));
    if (first === undefined || second === undefined) return null;
    const put = await this.#press('open vote', liveVoteOpen, { assessment_id, first_id: first, second_id: second }, ['REASON_GONE']);
    if (isRefused(put)) return null;
    return { id: (put as { reasons: ReasonsView }).reasons.vote!.id, reasons: [first, second] };
  }

  closeVote(assessment_id: number, vote_id: number): Promise<unknown> {
    return this.#press('close vote', liveVoteClose, { assessment_id, vote_id });
  }

  // ── what students wrote ──

  /** Hides one of the texts that classmates may read in a form. Returns the hidden one, or null if there was none. */
  async hide(assessment_id: number, form: string, what: 'post' | 'comment', chance: Chance): Promise<{ id: number; accountId: number; hidden: Hidden } | null> {
    const { posts } = await this.#read<{ posts: readonly PostView[] }>(liveFeed, { assessment_id, form });
    const texts =
      what === 'post'
        ? posts.map(({ id, account, hidden, body }) => ({ id, accountId: account.id, hidden, words: JSON.stringify(body) }))
        : posts.flatMap(({ comments }) => comments.map(({ id, account_id, hidden, comment }) => ({ id, accountId: account_id, hidden, words: comment })));
    const marked = texts.flatMap(({ id, accountId, words, hidden }) => {
      const mark = findMark(words);
      return mark === undefined || hidden || this.#chosen.has(`${what} ${id}`) ? [] : [{ id, accountId, mark }];
    });
    if (marked.length === 0) return null;
    const { id, accountId, mark } = chance.pick(marked);
    this.#chosen.add(`${what} ${id}`);
    if (!(await this.#pressUnlessCanceled(`hide ${what} ${id}`, liveHide, { type: what, id, reason: 'other', words: 'Say it in other words.' }))) return null;
    const hidden: Hidden = { accountId, mark, hiddenAtMs: Date.now(), shownAtMs: null };
    this.hidden.push(hidden);
    return { id, accountId, hidden };
  }

  /** Presses for a text, which nobody finds any more once the lesson is canceled. Returns false then. */
  async #pressUnlessCanceled(what: string, endpoint: { method: string; path: string }, body: object): Promise<boolean> {
    const reply = await this.#press(what, endpoint, body, ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND']);
    if (!isRefused(reply)) return true;
    if (!this.acts.some((act) => act.what === 'cancel')) throw this.#fail(`${what}: the text is not found`);
    return false;
  }

  async showAgain(type: 'post' | 'comment', id: number, hidden: Hidden): Promise<void> {
    hidden.shownAtMs = Date.now();
    await this.#pressUnlessCanceled(`show ${type} ${id}`, liveUnhide, { type, id });
  }

  // ── seats, walls and rehearsals ──

  async readCode(assessment_id: number): Promise<string> {
    return (await this.#read<{ code: string }>(lessonCodeShown, { assessment_id })).code;
  }

  letIn(assessment_id: number, student_id: number): Promise<unknown> {
    return this.#press(`let in ${student_id}`, seatLetIn, { assessment_id, student_id }, ['SEAT_NOT_FOUND']);
  }

  /** Returns false when the seat was free. */
  async sendOut(assessment_id: number, student_id: number): Promise<boolean> {
    return !isRefused(await this.#press(`send out ${student_id}`, seatEnd, { assessment_id, student_id }, ['SEAT_NOT_FOUND']));
  }

  pairWall(code: string, assessment_id: number): Promise<unknown> {
    return this.#press('pair a wall', wallPair, { code, assessment_id });
  }

  /** Chooses what the walls show; at another moment of the lesson it is refused. */
  async chooseWall(assessment_id: number, show: WallShow, of: string): Promise<void> {
    if (show === 'asked') return this.#readOut(assessment_id);
    await this.#press(`wall ${show} ${of}`, liveWall, { assessment_id, show, of }, WALL_REFUSALS);
  }

  /** Reads out the question that a student asked last, if somebody has asked. */
  async #readOut(assessment_id: number): Promise<void> {
    const { questions } = await this.#read<{ questions: readonly { id: number; question: string }[] }>(liveQuestions, { assessment_id });
    const asked = questions.at(-1);
    if (asked) await this.#press(`wall asked ${findMark(asked.question)}`, liveWall, { assessment_id, show: 'asked', question_id: asked.id }, WALL_REFUSALS);
  }

  async makeRehearsal(assessment_id: number): Promise<number> {
    return ((await this.#press('rehearse', rehearsalMake, { assessment_id, size: 8, speed: 8 })) as { assessment_id: number }).assessment_id;
  }

  async startRehearsal(assessment_id: number): Promise<void> {
    await this.#press('start the rehearsal', liveStart, { assessment_id, time: 3 });
  }

  takeAway(rehearsalId: number): Promise<unknown> {
    return this.#press('take the rehearsal away', { method: rehearsalRemove.method, path: rehearsalRemove.path.replace(':id', `${rehearsalId}`) }, {});
  }

  remove(courseId: number, accountId: number): Promise<unknown> {
    const path = studentRemove.path.replace(':class_id', `${courseId}`).replace(':account_id', `${accountId}`);
    return this.#press(`remove ${accountId}`, { method: studentRemove.method, path }, {});
  }
}
