import type { liveElapsedTime, liveRunning } from '@classwright/contract/lesson/live/calls';
import type { liveOwnAnswers, postsCurrentForm } from '@classwright/contract/lesson/live/posts';
import type { liveOwnPair, livePairJoin } from '@classwright/contract/lesson/live/pairs';
import type { Form } from '@classwright/contract/lesson/live/forms';
import { isApiError } from '../../base/api.ts';
import { createRefetcher } from '../../base/refetcher.ts';
import { createStore, type Store } from '../../base/store.ts';
import { backoffMs } from '../../lesson/outbox/backoff.ts';
import type { Outbox } from '../../lesson/outbox/index.ts';
import { ask } from '../../lesson/ask.ts';
import { createServerClock, type ServerClock } from '../../lesson/clock.ts';
import { followLesson } from '../../lesson/follow-lesson.ts';
import { createCountdown, type Countdown } from './countdown-timer.ts';
import { createDrafting, type Drafting } from './drafting.ts';
import { followOutbox } from './follow-outbox.ts';
import { createJoining, type JoinAnswer, type Joined } from './joining.ts';
import { followNotes, type NotesFollower } from './notes.ts';
import { deleteKeptLesson, keepLesson, readKeptLesson } from './kept-lesson.ts';
import { decideLanding, isNotRunning } from './landing.ts';
import { effectsOf, type LessonEffect } from './lesson-effects.ts';
import {
  isSettled,
  NOTHING_KNOWN,
  phaseOf,
  questionOf,
  takeActive,
  takeEvent,
  takeFeed,
  takeOwnLesson,
  takeOwnPost,
  takeSession,
  type LessonModel,
} from './model.ts';
import { canReadFeed, modeOf } from './view.ts';

export type Stage =
  | { is: 'loading' }
  | { is: 'running' }
  /** Ended or not running: shows the summary of the first of these that has one. */
  | { is: 'summary'; of: readonly number[] }
  /** The screen to show could not be determined. */
  | { is: 'failed'; problem: unknown };

/** A lesson on this student's page: the known state and its automatic updates. */
export interface Lesson {
  readonly assessmentId: number;
  readonly stage: Pick<Store<Stage>, 'get' | 'subscribe'>;
  readonly model: Pick<Store<LessonModel>, 'get' | 'subscribe'>;
  /** The form whose discussion is shown; null for the one opened last. */
  readonly shownForm: Pick<Store<Form | null>, 'get' | 'subscribe'>;
  /** Switches to the discussion of an opened form. */
  showForm: (form: Form) => void;
  /** The last error in loading posts; null if all is well. */
  readonly feedProblem: Pick<Store<unknown>, 'get' | 'subscribe'>;
  readonly countdown: Countdown;
  readonly drafting: Drafting;
  readonly clock: ServerClock;
  readonly outbox: Outbox;
  readonly notes: NotesFollower;
  /** Changes the known state right away. The server's response follows. */
  update: (step: (model: LessonModel) => LessonModel) => void;
  /** Called when an answer of this student was filed, sent from here or from another device. */
  hearOwnAnswer: () => void;
  /** Called when the student's own channel is entered: its events have no numbers, so the page asks what it missed. */
  hearOwnChannel: () => void;
  /** Called when this student's own time in the form opened last has changed or ended. */
  hearOwnTime: () => void;
  /** Called when somebody has joined this student's group. */
  hearOwnPair: () => void;
  reloadFeed: () => void;
  retry: () => void;
  stop: () => void;
}

export interface LessonOptions {
  assessmentId: number;
  accountId: number;
  outbox: Outbox;
  onOtherLesson: (assessmentId: number) => void;
  /** Called when the lesson finishes while it is shown. */
  onFinished: () => void;
  onCanceled: () => void;
}

/** The longest interval at which the lesson is requested again while it could not be joined. At first it is shorter. */
const LOAD_AGAIN_MS = 5_000;

/** Checks whether there is new data that a reload without a network would miss. */
const hasMore = (before: LessonModel, { known, question, ownPosts, late, earlierQuestions, settled, pair, assessment }: LessonModel): boolean =>
  known !== null &&
  assessment !== null &&
  (known.phases !== before.known?.phases ||
    question !== before.question ||
    ownPosts !== before.ownPosts ||
    late !== before.late ||
    earlierQuestions !== before.earlierQuestions ||
    settled !== before.settled ||
    pair !== before.pair ||
    assessment !== before.assessment);

/** Checks whether groups are published, and not yet over with Form - 2. */
const isPairAsked = ({ known }: LessonModel): boolean => known !== null && known.pairsRevision > 0 && known.phases.length < 3;

export function startLesson({ assessmentId, accountId, outbox, onOtherLesson, onFinished, onCanceled }: LessonOptions): Lesson {
  const query = { assessment_id: assessmentId };
  const stage = createStore<Stage>({ is: 'loading' });
  const shownForm = createStore<Form | null>(null);
  const feedProblem = createStore<unknown>(null);
  const clock = createServerClock();
  const drafting = createDrafting(outbox, clock);
  const joining = createJoining(assessmentId, (joined) => void takeIn(joined).catch(() => undefined));
  /** True while the screen shows this device's copy, before the server has responded. */
  let isKept = false;
  let stopped = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const room = followLesson<LessonModel>({
    assessmentId,
    clock,
    call: ask,
    initial: NOTHING_KNOWN,
    isKnown: ({ known }) => known !== null,
    fold: takeEvent,
    takeSession,
    onChange,
    onLost: (error) => {
      if (error === null || isNotRunning(error)) void load();
    },
    onReport: ({ events, session, own_answer }) => {
      // Events of the student's own channel have no numbers, so no event says that one of them was missed.
      if (session && events?.length === 0) room.take(takeSession(model.get(), session));
      if (own_answer && !model.get().ownPosts[own_answer]) hearOwnAnswer();
    },
    onReady: () => {
      if (isPairAsked(model.get())) pair.request();
      if (isKept || stage.get().is === 'failed') void load();
    },
    onRefused: () => void load(),
    onDoubt: (about) => {
      if (stage.get().is === 'running' && !(isKept && about === 'look')) time.request('now');
      else if (about === 'look' && (isKept || stage.get().is === 'failed')) void load();
    },
  });
  const model = room.state;
  const standing = createRefetcher(findStanding, { onFailure: onStandingLost });
  /** Spreads the loading of a busy feed, since nobody can read posts as fast as a thousand people write them. */
  const feedSpreadMs = (): number => Math.max(1_000, Math.min(3_000, 3 * (model.get().feed?.posts.length ?? 0)));
  const feed = createRefetcher(loadFeed, { onFailure: feedProblem.set, spreadMs: feedSpreadMs });
  const own = createRefetcher(askOwn);
  const pair = createRefetcher(askPair);
  const time = createRefetcher(askTime, { onFailure: (error) => isNotRunning(error) && room.catchUp('now') });
  const notes = followNotes(assessmentId);
  const countdown = createCountdown({
    clock,
    model,
    mode: () => modeOf(model.get(), outbox.items.get(), countdown.seconds.get()),
    askTime: () => time.request('now'),
    onTimeUp: drafting.sendLast,
  });

  // ── what is known changes ──

  function onChange(before: LessonModel, after: LessonModel, jumped: boolean): void {
    if (!isKept && hasMore(before, after)) keepLesson(accountId, { assessmentId, model: model.get(), serverAtMs: clock.now(), deviceAtMs: Date.now() });
    const phase = phaseOf(after);
    if (phase?.form !== phaseOf(before)?.form) shownForm.set(null);
    if (phase && after.known) drafting.moveTo({ assessment_id: assessmentId, session_id: after.known.epoch, form: phase.form });
    countdown.refresh();
    for (const effect of after.known ? effectsOf(before.known, after.known) : []) run(effect);
    if (jumped && canReadFeed(after)) feed.request();
    if (jumped && isPairAsked(after)) pair.request('spread');
  }

  function run(effect: LessonEffect): void {
    switch (effect) {
      case 'finished':
        deleteKeptLesson(accountId);
        quiet();
        return onFinished();
      case 'canceled':
        deleteKeptLesson(accountId);
        quiet();
        return onCanceled();
      case 'other-run':
        return standing.request('now');
      case 'form-opened':
        if (!knowsEarlier()) own.request('spread');
        return model.get().question === null ? standing.request('now') : undefined;
      case 'form-closed':
      case 'revealed':
        if ((model.get().known?.phases.length ?? 0) > 1) own.request('spread');
        return standing.request('spread');
      case 'pairs-changed':
        return pair.request('spread');
      case 'load-feed':
        return feed.request('spread');
    }
  }

  // ── asking ──

  async function load(): Promise<void> {
    if (stopped) return;
    clearTimeout(again);
    const [joined] = await Promise.allSettled([askStanding(), outbox.ready]);
    const isElsewhere = joined.status === 'rejected' && isNotRunning(joined.reason);
    const [running = null] = isElsewhere ? await Promise.allSettled([ask<typeof liveRunning>('GET', '/live/learning/running/assessment')]) : [];
    if (stopped) return;
    const landing = decideLanding(assessmentId, joined, running);
    if (landing.to === 'failure' && loadAgain(landing.problem) && openKept()) return;
    isKept = false;
    if (landing.to === 'lesson') {
      failures = 0;
      return stage.set({ is: 'running' });
    }
    if (landing.to === 'summary') return end({ is: 'summary', of: landing.of });
    if (landing.to === 'failure') return stage.get().is === 'running' ? undefined : stage.set({ is: 'failed', problem: landing.problem });
    quiet();
    onOtherLesson(landing.assessmentId);
  }

  /**
   * Retries if the problem may pass, so that the login is reported until it is recorded: soon at first, since the socket
   * may be open already and nothing else would ask, unless the server names a time. Returns true when it may pass.
   */
  function loadAgain(problem: unknown): boolean {
    if (!isApiError(problem) || !problem.isTransient) return false;
    failures += 1;
    again = setTimeout(() => void load(), Math.min(LOAD_AGAIN_MS, problem.retryAfterMs ?? backoffMs(failures, Math.random())));
    return true;
  }

  /**
   * Opens this device's last copy of the lesson when there is no network. Returns false if that does not apply or there
   * is no copy.
   */
  function openKept(): boolean {
    if (isKept) return true;
    if (stage.get().is === 'running') return false;
    const kept = readKeptLesson(accountId);
    if (kept?.assessmentId !== assessmentId) return false;
    isKept = true;
    const now = performance.now();
    clock.observe(new Date(kept.serverAtMs + Date.now() - kept.deviceAtMs).toISOString(), now, now);
    room.take(kept.model);
    stage.set({ is: 'running' });
    return true;
  }

  /** Reports that the student is here, and applies the student's state. */
  async function askStanding(): Promise<Joined> {
    const joined = await takeIn(joining.join());
    if (stopped) return joined;
    if (!knowsEarlier()) own.request('now');
    if (canReadFeed(model.get())) feed.request('now');
    if (isPairAsked(model.get())) pair.request('now');
    return joined;
  }

  /** Loads the student's state while the lesson runs. */
  async function findStanding(): Promise<void> {
    await askStanding();
    if (stage.get().is === 'failed') stage.set({ is: 'running' });
  }

  /** Applies this device's data of the lesson first. */
  async function takeIn(asked: Promise<JoinAnswer>): Promise<Joined> {
    const { joined, sentAt, receivedAt } = await asked;
    await outbox.ready;
    if (stopped) return joined;
    isKept = false;
    clock.observe(joined.session.server_time, sentAt, receivedAt);
    room.take(takeActive(model.get(), joined), sentAt);
    const { draft, session } = joined;
    if (joined.has_notes) notes.reload();
    if (draft) drafting.meetServer({ assessment_id: assessmentId, session_id: session.id, form: draft.form }, draft);
    return joined;
  }

  function onStandingLost(problem: unknown): void {
    if (isNotRunning(problem)) void load();
    else if (model.get().question === null) stage.set({ is: 'failed', problem });
  }

  /** Checks whether the earlier forms have nothing more to load. */
  function knowsEarlier(): boolean {
    const now = model.get();
    return (now.known?.phases ?? []).slice(0, -1).every(({ form }) => isSettled(now, form) && questionOf(now, form) !== null);
  }

  /** Loads this student's answers in the forms so far. */
  async function askOwn(): Promise<void> {
    const epoch = model.get().known?.epoch;
    const answer = await ask<typeof liveOwnAnswers>('GET', '/live/learning/student/answers', { query });
    if (model.get().known?.epoch === epoch) room.take(takeOwnLesson(model.get(), answer));
  }

  /** Loads the student's own group. A student in no group joins one. */
  async function askPair(): Promise<void> {
    const { known } = model.get();
    const { pair: found } = await ask<typeof liveOwnPair>('GET', '/live/learning/pairs/own', { query });
    const own = found ?? (await ask<typeof livePairJoin>('POST', '/live/learning/pairs/join', { body: query })).pair;
    if (model.get().known?.epoch === known?.epoch) room.take({ ...model.get(), pair: own });
  }

  /** Loads the feed of the displayed form as soon as it may be seen. */
  async function loadFeed(): Promise<void> {
    const last = phaseOf(model.get())?.form;
    const form = shownForm.get() ?? last;
    if (!form || (form === last && !canReadFeed(model.get()))) return;
    const answer = await ask<typeof postsCurrentForm>('GET', '/posts/current/form', { query: { ...query, form } });
    room.take(takeFeed(model.get(), answer, accountId));
    feedProblem.set(null);
  }

  /** Requests the own answer only if it is new. A request under way may still return the earlier state. */
  function hearOwnAnswer(): void {
    const now = model.get();
    if (now.known === null || modeOf(now, outbox.items.get(), countdown.seconds.get()) !== 'discussing') standing.request('now');
  }

  function showForm(form: Form): void {
    const next = form === phaseOf(model.get())?.form ? null : form;
    if (next === shownForm.get()) return;
    shownForm.set(next);
    feedProblem.set(null);
    if (!knowsEarlier()) own.request('now');
    feed.request('now');
  }

  async function askTime(): Promise<void> {
    const sentAt = performance.now();
    const { session } = await ask<typeof liveElapsedTime>('GET', '/live/learning/running/elapsedtime', { query });
    clock.observe(session.server_time, sentAt, performance.now());
    room.take(takeSession(model.get(), session));
  }

  const unfollow = followOutbox(outbox, model.get, {
    onOwnPost: (post) => {
      // The student's own time ends with the answer. Events did not report the class's state.
      if (phaseOf(model.get())?.isOwn) standing.request('now');
      room.take(takeOwnPost(model.get(), post));
      feed.request('now');
    },
    onDoubt: () => standing.request('now'),
  });

  // ── the end ──

  function end(last: Stage): void {
    deleteKeptLesson(accountId);
    quiet();
    stage.set(last);
  }

  /** Stops all requests and subscriptions. The outbox keeps what is unsent. */
  function quiet(): void {
    clearTimeout(again);
    for (const part of [room, joining, standing, feed, own, pair, time, countdown, notes]) part.stop();
    unfollow();
  }

  void load();
  return {
    assessmentId,
    stage,
    model,
    shownForm,
    showForm,
    feedProblem,
    countdown,
    drafting,
    clock,
    outbox,
    notes,
    update: (step) => room.take(step(model.get())),
    hearOwnAnswer,
    hearOwnChannel: () => void (model.get().known && room.catchUp()),
    hearOwnTime: () => standing.request('now'),
    hearOwnPair: () => pair.request('now'),
    reloadFeed: () => feed.request('now'),
    retry: () => {
      stage.set({ is: 'loading' });
      void load();
    },
    stop: () => {
      stopped = true;
      quiet();
      drafting.stop();
    },
  };
}
