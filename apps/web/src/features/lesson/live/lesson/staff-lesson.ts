import { FALLBACK_LIMITS } from '@classwright/rules/limits';
import { channels, type PresenceEvent, type TallyEvent } from '@classwright/contract/lesson/live/events';
import type { Form } from '@classwright/contract/lesson/live/forms';
import { replaceEqualDeep } from '@tanstack/react-query';
import { api, isApiError } from '../../../../base/api.ts';
import { connectionStore, listen } from '../../../../base/realtime.ts';
import { createRefetcher, type Refetcher } from '../../../../base/refetcher.ts';
import { createStore, type Store } from '../../../../base/store.ts';
import { createServerClock, type ServerClock } from '../../../../lesson/clock.ts';
import { followLesson } from '../../../../lesson/follow-lesson.ts';
import { createAsking } from './asking.ts';
import { createCountdown } from './countdown.ts';
import { effectsOf, type Part, type Turn } from './effects.ts';
import {
  isOwnTimeNews,
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

/** A turn of the lesson as a single event. */
export interface LessonTurn {
  turn: Turn;
  form: Form | null;
  /** A running number, so that the same turn twice is two events. */
  id: number;
}

/** A lesson on the screen of those who run it: the known state and its automatic updates. */
export interface StaffLesson {
  readonly assessmentId: number;
  readonly model: Pick<Store<StaffModel>, 'get' | 'subscribe'>;
  /** The reasons why parts could not be loaded the last time. */
  readonly problems: Pick<Store<Problems>, 'get' | 'subscribe'>;
  readonly news: Pick<Store<LessonTurn | null>, 'get' | 'subscribe'>;
  readonly seconds: Pick<Store<number>, 'get' | 'subscribe'>;
  readonly clock: Pick<ServerClock, 'now'>;
  /** Changes the known state right away. The server's response follows. */
  update: (step: (model: StaffModel) => StaffModel) => void;
  /** Sets the form whose feed is shown. Only that feed is kept up to date. Null: none. */
  show: (form: Form | null) => void;
  reload: (part: Part) => void;
  /** Requests the lesson's state because something did not fit. */
  resync: () => void;
  stop: () => void;
}

/** Two refreshes a second are fast enough for people. */
const PACE = { spreadMs: () => 0, gapMs: 500, tryAgainMs: 2_000 };
const PARTS: readonly Part[] = ['assessment', 'roster', 'feed', 'logs', 'summary'];

export function startStaffLesson(assessmentId: number): StaffLesson {
  const problems = createStore<Problems>({});
  const news = createStore<LessonTurn | null>(null);
  const clock = createServerClock();
  const asking = createAsking(assessmentId);
  /** Forms whose loaded feed is out of date. */
  const stale = new Set<Form>();
  let shown: Form | null = null;

  const room = followLesson<StaffModel>({
    assessmentId,
    clock,
    call: api,
    initial: NOTHING_KNOWN,
    isKnown: ({ assessment }) => assessment !== null,
    fold: takeEvent,
    takeSession,
    onChange,
    onLost: (error) => isApiError(error) && error.status === 404 && request('assessment', 'now'),
    onReady: askPeople,
    onRefused: () => request('assessment', 'now'),
    onDoubt: (about) => {
      resync();
      if (about === 'look') askPeople();
    },
    pace: PACE,
  });
  const model = room.state;
  const calls: Record<Part, () => Promise<void>> = { assessment: askAssessment, roster: askRoster, feed: askFeed, logs: askLogs, summary: askSummary };
  const refetchers = Object.fromEntries(
    PARTS.map((part) => [part, createRefetcher(() => attempt(part), { ...PACE, onFailure: (problem) => onFailure(part, problem) })]),
  ) as Record<Part, Refetcher>;
  const countdown = createCountdown({
    clock,
    deadline: () => {
      const phase = phaseOf(model.get());
      return phase && !phase.closed && model.get().known?.state === 'running' ? phase.deadlineAtMs : null;
    },
    onTick,
    onOverdue: () => room.catchUp('now'),
  });

  // ── what is known changes ──

  function onChange(before: StaffModel, after: StaffModel, jumped: boolean): void {
    countdown.refresh();
    if (isOwnTimeNews(before, after)) for (const part of ['roster', 'feed'] as const) request(part, 'spread');
    if (!after.known || after.known === before.known) return;
    const { parts, turn } = effectsOf(before.known, after.known, jumped);
    // The first response shows the current state, which is not a turn.
    if (turn && before.assessment) news.set({ turn, form: phaseOf(after)?.form ?? null, id: (news.get()?.id ?? 0) + 1 });
    for (const part of parts) request(part, turn ? 'now' : 'spread');
  }

  function request(part: Part, how: 'now' | 'spread'): void {
    if (part === 'feed') for (const { form } of model.get().known?.phases ?? []) stale.add(form);
    refetchers[part].request(how);
  }

  function resync(how: 'now' | 'spread' = 'spread'): void {
    if (model.get().assessment) room.catchUp(how);
    else request('assessment', 'now');
  }

  // ── asking ──

  async function attempt(part: Part): Promise<void> {
    await calls[part]();
    if (problems.get()[part] !== undefined) problems.set({ ...problems.get(), [part]: undefined });
  }

  function onFailure(part: Part, problem: unknown): void {
    problems.set({ ...problems.get(), [part]: problem });
    if (!isApiError(problem)) console.error(problem); // a fault of ours
  }

  async function askAssessment(): Promise<void> {
    const sentAt = performance.now();
    const assessment = await asking.assessment();
    if (assessment.session) clock.observe(assessment.session.server_time, sentAt, performance.now());
    const isFirst = model.get().assessment === null;
    room.take(takeAssessment(model.get(), assessment), sentAt);
    if (isFirst && (assessment.status === 'finished' || phasesOf(model.get()).length > 1)) request('summary', 'now');
  }

  async function askRoster(): Promise<void> {
    const epoch = model.get().known?.epoch;
    const { tally, ...roster } = await asking.roster();
    if (model.get().known?.epoch !== epoch) return;
    const next = takeRoster(model.get(), replaceEqualDeep(model.get().roster, roster));
    room.take(tally && epoch !== undefined ? takeTally(next, epoch, tally) : next);
  }

  async function askFeed(): Promise<void> {
    const form = shown;
    const epoch = model.get().known?.epoch;
    if (!form || epoch === undefined) return;
    stale.delete(form);
    try {
      const feed = await asking.feed(form);
      if (model.get().known?.epoch === epoch) room.take(takeFeed(model.get(), form, replaceEqualDeep(model.get().feeds[form], feed)));
    } catch (error) {
      stale.add(form);
      throw error;
    }
  }

  async function askLogs(): Promise<void> {
    const epoch = model.get().known?.epoch;
    const logs = await asking.logs();
    if (model.get().known?.epoch === epoch) room.take({ ...model.get(), logs: replaceEqualDeep(model.get().logs, logs) });
  }

  async function askSummary(): Promise<void> {
    const epoch = model.get().known?.epoch;
    const summary = await asking.summary();
    if (model.get().known?.epoch === epoch) room.take(takeSummary(model.get(), summary));
  }

  // ── hearing ──

  function onStaffEvent(event: TallyEvent | PresenceEvent): void {
    if (event.name === 'assessment.presence.changed') return room.take(takeConnected(model.get(), event.connected, event.as_of));
    if (event.name !== 'assessment.tally.changed') return;
    room.take(takeTally(model.get(), event.epoch, event.tally));
  }

  /** Counts a second. Nothing polls while the socket is up. */
  function onTick(tick: number): void {
    const { status } = connectionStore.get();
    if (status === 'online' || tick % FALLBACK_LIMITS.resyncTicks !== 0 || !model.get().assessment) return;
    room.catchUp('now');
    if (model.get().known?.state === 'running') request('roster', 'now');
  }

  /** Requests the roster together with the figures. */
  function askPeople(): void {
    if (model.get().known) request('roster', 'spread');
  }

  const stopListening = listen(channels.staff(assessmentId), {
    onEvent: (name, data) => onStaffEvent({ ...(data as object), name } as TallyEvent | PresenceEvent),
    onReady: askPeople,
  });
  refetchers.assessment.request('now');

  return {
    assessmentId,
    model,
    problems,
    news,
    seconds: countdown.seconds,
    clock,
    update: (step) => room.take(step(model.get())),
    show: (form) => {
      shown = form;
      if (form && (stale.has(form) || !model.get().feeds[form])) refetchers.feed.request('now');
    },
    reload: (part) => request(part, 'now'),
    resync: () => resync('now'),
    stop: () => {
      room.stop();
      stopListening();
      countdown.stop();
      for (const refetcher of Object.values(refetchers)) refetcher.stop();
    },
  };
}
