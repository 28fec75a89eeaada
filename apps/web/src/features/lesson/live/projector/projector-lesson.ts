import { FALLBACK_LIMITS } from '@classwright/rules/limits';
import { channels, type ProjectorEvent } from '@classwright/contract/lesson/live/events';
import type {
  liveProjector,
  liveProjectorResults,
  ProjectorResultsView,
  ProjectorStandingView,
  ProjectorView,
} from '@classwright/contract/lesson/live/projector';
import { replaceEqualDeep } from '@tanstack/react-query';
import { api, isApiError } from '../../../../base/api.ts';
import { connectionStore, listen } from '../../../../base/realtime.ts';
import { createRefetcher } from '../../../../base/refetcher.ts';
import { createStore, type Store } from '../../../../base/store.ts';
import { watchPage } from '../../../../base/watch-page.ts';
import { createServerClock } from '../../../../lesson/clock.ts';
import { createCountdown } from '../lesson/countdown.ts';

/** The projector's state of a lesson: no more than the class may see. */
export interface ProjectorState {
  readonly view: ProjectorView | null;
  /** The moves of the class, only while they are to be shown. */
  readonly results: ProjectorResultsView | null;
  /** The reason why the lesson could not be loaded the last time. */
  readonly problem: unknown;
}

export interface ProjectorLesson {
  readonly state: Pick<Store<ProjectorState>, 'get' | 'subscribe'>;
  readonly seconds: Pick<Store<number>, 'get' | 'subscribe'>;
  /** Sets whether the projector shows how the class moved. */
  showResults: (shown: boolean) => void;
  reload: () => void;
  stop: () => void;
}

/**
 * Pure. Returns the state after an update, or 'ask' if the lesson asks a question whose text is not known. An update is
 * complete, so nothing is merged or missed. Of two updates the later one counts.
 */
export function takeStanding(known: ProjectorView | null, told: ProjectorStandingView): ProjectorView | 'ask' {
  if (known && told.as_of <= known.as_of) return known;
  if (!told.run) return { ...told, question: null };
  return known?.run?.epoch === told.run.epoch && known.question?.id === told.run.question_id ? { ...told, question: known.question } : 'ask';
}

const CHANGED: ProjectorEvent['name'] = 'assessment.projector.changed';
const NOTHING: ProjectorState = { view: null, results: null, problem: undefined };
const PACE = { spreadMs: () => 0, gapMs: 500, tryAgainMs: 2_000 };

/** Keeps the last picture of a wall on its device, so that it is there after a reload without a network. */
export interface KeptPicture {
  read: (assessmentId: number) => ProjectorView | null;
  write: (assessmentId: number, view: ProjectorView) => void;
}

export function startProjectorLesson(assessmentId: number, picture?: KeptPicture): ProjectorLesson {
  const state = createStore<ProjectorState>({ ...NOTHING, view: picture?.read(assessmentId) ?? null });
  const clock = createServerClock();
  const query = { assessment_id: assessmentId };
  let showsResults = false;
  let stopped = false;

  const change = (part: Partial<ProjectorState>): void => {
    if (stopped) return;
    state.set({ ...state.get(), ...part });
    if (part.view) picture?.write(assessmentId, part.view);
    countdown.refresh();
  };
  const lesson = createRefetcher(
    async () => {
      const sentAt = performance.now();
      const { projector } = await api<typeof liveProjector>('GET', '/live/learning/projector', { query });
      clock.observe(projector.server_time, sentAt, performance.now());
      const known = state.get().view;
      change({ view: known && projector.as_of < known.as_of ? known : replaceEqualDeep(known, projector), problem: undefined });
    },
    {
      ...PACE,
      onFailure: (problem) => {
        change({ problem });
        if (!isApiError(problem)) console.error(problem); // a fault of ours
      },
    },
  );
  const moves = createRefetcher(async () => {
    const { results } = await api<typeof liveProjectorResults>('GET', '/live/learning/projector/results', { query });
    if (showsResults) change({ results });
  }, PACE);
  const ask = (): void => lesson.request('now');
  const countdown = createCountdown({
    clock,
    deadline: () => {
      const run = state.get().view?.run;
      return run && !run.closed ? Date.parse(run.deadline_at) : null;
    },
    // Nothing polls while the socket is up.
    onTick: (tick) => connectionStore.get().status !== 'online' && tick % FALLBACK_LIMITS.resyncTicks === 0 && ask(),
    onOverdue: ask,
  });

  function hear(told: ProjectorStandingView): void {
    clock.observeEvent(told.server_time);
    const known = state.get().view;
    const view = takeStanding(known, told);
    if (view === 'ask') ask();
    else if (view !== known) change({ view });
  }

  const stops = [
    listen(channels.projector(assessmentId), {
      onEvent: (name, data) => name === CHANGED && hear(data as ProjectorEvent),
      onReady: ask,
      onRefused: ask,
    }),
    watchPage({ onLookedAt: () => lesson.request(), onSocketLost: () => undefined }),
    lesson.stop,
    moves.stop,
    countdown.stop,
  ];
  ask();

  return {
    state,
    seconds: countdown.seconds,
    showResults: (shown) => {
      showsResults = shown;
      if (shown) moves.request('now');
      else if (state.get().results) change({ results: null });
    },
    reload: ask,
    stop: () => {
      stopped = true;
      for (const stop of stops) stop();
    },
  };
}
