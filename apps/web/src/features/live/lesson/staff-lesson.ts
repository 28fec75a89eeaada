import { FALLBACK_LIMITS } from '@classwright/rules/limits';
import { takeDirty } from '@classwright/rules/live/lesson-dirty';
import type { LessonState } from '@classwright/rules/live/lesson-state';
import { channels, type LessonEvent, type PresenceEvent, type TallyEvent } from '@classwright/contract/live-events';
import type { Form } from '@classwright/contract/forms';
import type { SessionView } from '@classwright/contract/live-views';
import { replaceEqualDeep } from '@tanstack/react-query';
import { isApiError } from '../../../base/api.ts';
import { connectionStore, listen } from '../../../base/realtime.ts';
import { createStore, type Store } from '../../../base/store.ts';
import { createServerClock, type ServerClock } from '../../../lesson/clock.ts';
import { createRefetcher, type Refetcher } from '../../../lesson/coalesce.ts';
import { watchPage } from '../../../lesson/watch-page.ts';
import { createAsking } from './asking.ts';
import { createCountdown } from './countdown.ts';
import { effectsOf, type Part, type Turn } from './effects.ts';
import {
  NOTHING_KNOWN,
  phaseOf,
  phasesOf,
  takeAssessment,
  takeConnected,
  takeEvent,
  takeFeed,
  takeRoster,
  takeSession,
  takeSummary,
  takeTally,
  type StaffModel,
} from './model.ts';

export type Problems = Readonly<Partial<Record<Part, unknown>>>;

/** A turn of the lesson, as something that happened once. */
export interface TurnNews {
  turn: Turn;
  form: Form | null;
  /** Counts turns, so that the same one twice is two. */
  id: number;
}

/** The lesson on a screen of those who run it: what is known, and what happens by itself. */
export interface StaffLesson {
  readonly assessmentId: number;
  readonly model: Pick<Store<StaffModel>, 'get' | 'subscribe'>;
  /** Why a part could not be loaded the last time. */
  readonly problems: Pick<Store<Problems>, 'get' | 'subscribe'>;
  readonly news: Pick<Store<TurnNews | null>, 'get' | 'subscribe'>;
  readonly seconds: Pick<Store<number>, 'get' | 'subscribe'>;
  readonly clock: Pick<ServerClock, 'now'>;
  /** Changes what is known at once; the server's answer follows. */
  update: (step: (model: StaffModel) => StaffModel) => void;
  /** Which form's feed is on the screen: only that one is kept up to date. Null: none. */
  show: (form: Form | null) => void;
  reload: (part: Part) => void;
  /** Something did not fit: asks where the lesson is. */
  resync: () => void;
  stop: () => void;
}

/** Two refreshes a second are enough for eyes. */
const GAP_MS = 500;
const TRY_AGAIN_MS = 4_000;
const PARTS: readonly Part[] = ['assessment', 'roster', 'feed', 'logs', 'summary'];

/** Whether events lie between two states of one run that nobody has folded. */
const hasJumped = (before: LessonState | null, after: LessonState | null): boolean =>
  before !== null && after !== null && after.epoch === before.epoch && after.sequence > before.sequence;

export interface StaffLessonOptions {
  assessmentId: number;
  /** `desk`: everything. `projector`: the lesson and its figures, no posts and no people. */
  place: 'desk' | 'projector';
}

export function startStaffLesson({ assessmentId, place }: StaffLessonOptions): StaffLesson {
  const model = createStore<StaffModel>(NOTHING_KNOWN);
  const problems = createStore<Problems>({});
  const news = createStore<TurnNews | null>(null);
  const clock = createServerClock();
  const asking = createAsking(assessmentId);
  const again = new Map<Part, ReturnType<typeof setTimeout>>();
  /** Forms whose feed is older than what is known. */
  const stale = new Set<Form>();
  let shown: Form | null = null;
  let early: LessonEvent[] = [];
  let tallyHeardAt = Number.NEGATIVE_INFINITY;
  let stopped = false;

  const calls: Record<Part, () => Promise<void>> = { assessment: askAssessment, roster: askRoster, feed: askFeed, logs: askLogs, summary: askSummary };
  const refetchers = Object.fromEntries(PARTS.map((part) => [part, createRefetcher(() => attempt(part), { spreadMs: 0, gapMs: GAP_MS })])) as Record<
    Part,
    Refetcher
  >;
  const missed = createRefetcher(catchUp, { spreadMs: 0, gapMs: GAP_MS });
  const countdown = createCountdown({
    clock,
    deadline: () => {
      const phase = phaseOf(model.get());
      return phase && !phase.closed && model.get().known?.state === 'running' ? phase.deadlineAtMs : null;
    },
    onTick,
    onOverdue: () => missed.request('now'),
  });

  // ── what is known changes ──

  function set(next: StaffModel, jumped = false): void {
    const before = model.get();
    if (next === before || stopped) return;
    const { parts, turn } = next.known && next.known !== before.known ? effectsOf(before.known, next.known, jumped) : { parts: new Set<Part>(), turn: null };
    model.set(next.known ? { ...next, known: takeDirty(next.known).lesson } : next);
    countdown.refresh();
    // the first answer tells where the lesson is, not that it got there
    if (turn && before.assessment) news.set({ turn, form: phaseOf(next)?.form ?? null, id: (news.get()?.id ?? 0) + 1 });
    for (const part of parts) request(part, turn ? 'now' : 'spread');
  }

  function request(part: Part, how: 'now' | 'spread'): void {
    if (place === 'projector' && part !== 'assessment' && part !== 'roster' && part !== 'summary') return;
    if (part === 'feed') for (const { form } of model.get().known?.phases ?? []) stale.add(form);
    refetchers[part].request(how);
  }

  // ── asking ──

  async function attempt(part: Part): Promise<void> {
    clearTimeout(again.get(part));
    try {
      await calls[part]();
      if (problems.get()[part] !== undefined) problems.set({ ...problems.get(), [part]: undefined });
    } catch (problem) {
      if (stopped) return;
      problems.set({ ...problems.get(), [part]: problem });
      if (!isApiError(problem)) console.error(problem); // a fault of ours
      if (isApiError(problem) && problem.isTransient)
        again.set(
          part,
          setTimeout(() => refetchers[part].request('now'), problem.retryAfterMs ?? TRY_AGAIN_MS),
        );
    }
  }

  async function askAssessment(): Promise<void> {
    const sentAt = performance.now();
    const assessment = await asking.assessment();
    if (assessment.session) clock.observe(assessment.session.server_time, sentAt, performance.now());
    const isFirst = model.get().assessment === null;
    set(takeAssessment(model.get(), assessment));
    const buffered = early;
    early = [];
    for (const event of buffered) onEvent(event);
    if (isFirst && (assessment.status === 'finished' || phasesOf(model.get()).length > 1)) request('summary', 'now');
  }

  async function askRoster(): Promise<void> {
    const sentAt = performance.now();
    const epoch = model.get().known?.epoch;
    const { tally, ...roster } = await asking.roster();
    if (model.get().known?.epoch !== epoch) return;
    const next = takeRoster(model.get(), replaceEqualDeep(model.get().roster, roster));
    // figures that were heard meanwhile are newer than these
    set(tally && epoch !== undefined && tallyHeardAt < sentAt ? takeTally(next, epoch, tally) : next);
  }

  async function askFeed(): Promise<void> {
    const form = shown;
    const epoch = model.get().known?.epoch;
    if (!form || epoch === undefined) return;
    stale.delete(form);
    try {
      const feed = await asking.feed(form);
      if (model.get().known?.epoch === epoch) set(takeFeed(model.get(), form, replaceEqualDeep(model.get().feeds[form], feed)));
    } catch (error) {
      stale.add(form);
      throw error;
    }
  }

  async function askLogs(): Promise<void> {
    const epoch = model.get().known?.epoch;
    const logs = await asking.logs();
    if (model.get().known?.epoch === epoch) set({ ...model.get(), logs: replaceEqualDeep(model.get().logs, logs) });
  }

  async function askSummary(): Promise<void> {
    const epoch = model.get().known?.epoch;
    const summary = await asking.summary();
    if (model.get().known?.epoch === epoch) set(takeSummary(model.get(), summary));
  }

  /** After a gap, a reconnect, a look away, or while the socket is down: what happened since. */
  async function catchUp(): Promise<void> {
    if (!model.get().assessment) return void (await attempt('assessment'));
    const { known } = model.get();
    const sentAt = performance.now();
    try {
      const { events, session } = await asking.missed(known?.epoch ?? 0, known?.sequence ?? 0);
      if (stopped) return;
      if (session) clock.observe(session.server_time, sentAt, performance.now());
      if (events?.every(fold)) return;
      if (session) takeWithoutEvents(session);
    } catch (error) {
      if (isApiError(error) && error.status === 404) request('assessment', 'now');
      else if (isApiError(error) && error.isTransient)
        again.set(
          'assessment',
          setTimeout(() => missed.request('now'), TRY_AGAIN_MS),
        );
    }
  }

  function takeWithoutEvents(session: SessionView): void {
    const before = model.get().known;
    const next = takeSession(model.get(), session);
    set(next, hasJumped(before, next.known));
  }

  // ── hearing ──

  function onEvent(event: LessonEvent): void {
    if (!model.get().assessment) early.push(event);
    else if (!fold(event)) missed.request('now');
  }

  /** False: the event does not follow from what is known. */
  function fold(event: LessonEvent): boolean {
    const next = takeEvent(model.get(), event);
    if (next === 'reload') return false;
    clock.observeEvent(event.server_time);
    set(next);
    return true;
  }

  function onStaffEvent(event: TallyEvent | PresenceEvent): void {
    if (event.name === 'assessment.presence.changed') return set(takeConnected(model.get(), event.connected));
    if (event.name !== 'assessment.tally.changed') return;
    tallyHeardAt = performance.now();
    set(takeTally(model.get(), event.epoch, event.tally));
  }

  /** With the socket up nothing polls. */
  function onTick(tick: number): void {
    const { status } = connectionStore.get();
    if (status === 'online' || tick % FALLBACK_LIMITS.resyncTicks !== 0 || !model.get().assessment) return;
    missed.request('now');
    if (model.get().known?.state === 'running') request('roster', 'now');
  }

  function onReady(): void {
    missed.request('spread');
    if (model.get().known) request('roster', 'spread');
  }

  const stops = [
    listen(channels.assessment(assessmentId), {
      onEvent: (name, data) => onEvent({ ...(data as object), name } as LessonEvent),
      onReady,
      onRefused: () => request('assessment', 'now'),
    }),
    listen(channels.staff(assessmentId), { onEvent: (name, data) => onStaffEvent({ ...(data as object), name } as TallyEvent | PresenceEvent), onReady }),
    watchPage({ onLookedAt: onReady, onSocketLost: () => missed.request('spread') }),
  ];
  refetchers.assessment.request('now');

  return {
    assessmentId,
    model,
    problems,
    news,
    seconds: countdown.seconds,
    clock,
    update: (step) => {
      const next = step(model.get());
      set(next, hasJumped(model.get().known, next.known));
    },
    show: (form) => {
      shown = form;
      if (form && (stale.has(form) || !model.get().feeds[form])) refetchers.feed.request('now');
    },
    reload: (part) => request(part, 'now'),
    resync: () => missed.request('now'),
    stop: () => {
      stopped = true;
      countdown.stop();
      for (const refetcher of [...Object.values(refetchers), missed]) refetcher.stop();
      for (const timer of again.values()) clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
