import type { liveRunning } from '@classwright/contract/lesson/live/calls';
import { channels, type AccountEvent, type SeatEvent } from '@classwright/contract/lesson/live/events';
import { connectAfter, listen } from '../base/realtime.ts';
import { getSession, lastSignOutReason, signOut, subscribeSession, tokenFingerprint, type Session } from '../base/session.ts';
import { createStore, type Store } from '../base/store.ts';
import { isApiError } from '../base/api.ts';
import { ask } from '../lesson/ask.ts';
import { deleteKeptLesson, readKeptLesson } from './lesson/kept-lesson.ts';
import { decideLanding } from './lesson/landing.ts';
import { startLesson, type Lesson } from './lesson/lesson.ts';
import { openOutbox, standingOf, type Outbox } from '../lesson/outbox/index.ts';
import { t } from '../base/t.ts';
import { assessmentIdOf, idIn, type Ways } from './ways.ts';

/** The current screen of the page. */
export type Screen =
  | { is: 'loading' }
  | { is: 'lesson'; lesson: Lesson }
  /** The live snapshot of a finished lesson; null if the address names none. */
  | { is: 'snapshot'; assessmentId: number | null }
  /** A missed lesson, done alone, and a question that is asked again; null if the address names none. */
  | { is: 'solo'; assessmentId: number | null }
  | { is: 'review'; reviewId: number | null }
  /** The address names no lesson: shows the summary of the first of these that has one. */
  | { is: 'summary'; of: readonly number[] }
  | { is: 'failed'; problem: unknown }
  /** Signed out by another device, while unsent items are being delivered. */
  | { is: 'signed-out'; message: string };

export interface Page {
  readonly screen: Pick<Store<Screen>, 'get' | 'subscribe'>;
  /** The lesson that has begun while the person reads something else; null: none. */
  readonly begun: Pick<Store<number | null>, 'get' | 'subscribe'>;
  readonly outbox: Outbox;
  /** Grows each time that another phone asks for this one's seat, or no longer does. */
  readonly seatAsked: Pick<Store<number>, 'get' | 'subscribe'>;
  /** Resolves when it is known for the first time what to show. */
  readonly settled: Promise<void>;
  retry: () => void;
  stop: () => void;
}

/** The time during which an ended token may still deliver answers and drafts. */
const ENDED_TOKEN_MS = 60_000;

/** The time after which the page connects, though its first screen has not been drawn yet. */
const CONNECTS_WITHIN_MS = 3_000;

export interface PageOptions {
  /** The screen that the address names, in place of a lesson. */
  first?: Screen | null;
  /** True when the session is a seat, which hears nothing of the account but news about its lessons. */
  isSeat?: boolean;
}

/** True for a person who has to set up a second factor first, which Home lets them do. */
const needsFactor = (problem: unknown): boolean => isApiError(problem, 'FACTOR_FIRST');

/** Runs everything on the student's page except the lesson itself: the person and the choice of lesson. */
export function startPage(session: Session, assessmentId: number | null, ways: Ways, { first = null, isSeat = false }: PageOptions = {}): Page {
  const { account_id } = session.user;
  const screen = createStore<Screen>({ is: 'loading' });
  const settled = untilSettled(screen);
  connectAfter(Promise.race([settled.then(untilDrawn), wait(CONNECTS_WITHIN_MS)]));
  const begun = createStore<number | null>(null);
  const seatAsked = createStore(0);
  /** The token that a newer device ended, while it may still deliver. */
  let ended: { token: string; until: number } | null = null;
  const { outbox, close } = openOutbox(account_id, () => {
    const now = getSession();
    if (now?.user.account_id === account_id) return now.token;
    return ended && performance.now() < ended.until ? ended.token : null;
  });
  let lesson: Lesson | null = null;

  function showSnapshot(): void {
    if (assessmentId !== null) ways.toSnapshot(assessmentId);
    screen.set({ is: 'snapshot', assessmentId });
  }

  function open(): void {
    if (first) return screen.set(first);
    if (assessmentId === null) return void openWhateverRuns();
    lesson = startLesson({
      assessmentId,
      accountId: account_id,
      outbox,
      onOtherLesson: ways.toLesson,
      onFinished: showSnapshot,
      onCanceled: () => ways.toHome(t(losesWith(outbox) ? 'join.canceledLost' : 'join.canceled')),
    });
    const { stage } = lesson;
    stage.subscribe(() => {
      const now = stage.get();
      if (now.is === 'failed' && needsFactor(now.problem)) ways.toHome();
    });
    screen.set({ is: 'lesson', lesson });
  }

  async function openWhateverRuns(): Promise<void> {
    const [running] = await Promise.allSettled([ask<typeof liveRunning>('GET', '/live/learning/running/assessment')]);
    const landing = decideLanding(null, null, running);
    if (landing.to === 'other-lesson') ways.toLesson(landing.assessmentId);
    else if (landing.to === 'summary') screen.set({ is: 'summary', of: landing.of });
    else if (landing.to === 'failure') {
      if (needsFactor(landing.problem)) return ways.toHome();
      // Without a network it is the lesson that this device has stored.
      const kept = isApiError(landing.problem) && landing.problem.isTransient ? readKeptLesson(account_id) : null;
      if (kept) ways.toLesson(kept.assessmentId);
      else screen.set({ is: 'failed', problem: landing.problem });
    }
  }

  /** Handles a sign-in with this account elsewhere. It matters to this tab only if its own token has ended. */
  async function onNewDevice(event: Extract<AccountEvent, { name: 'new-device-login' }>): Promise<void> {
    const token = getSession()?.token;
    if (!token) return;
    const own = await tokenFingerprint(token);
    // Without a digest (plain http) the server is asked. Its 401 signs out.
    if (own === null) return void ask<typeof liveRunning>('GET', '/live/learning/running/assessment').catch(() => undefined);
    if (own !== event.token_fingerprint.toLowerCase()) return;
    leaveWords = event.message;
    signOut('elsewhere', token);
  }

  let leaveWords = '';
  let lastToken = session.token;

  async function onSignedOut(): Promise<void> {
    const reason = lastSignOutReason();
    lesson?.stop();
    stopListening();
    if (reason === 'chosen') return ways.toHome(); // in another tab: from there to sign-in
    if (reason !== 'elsewhere') return ways.toSignIn({ reason: 'expired', isLost: losesWith(outbox) });
    deleteKeptLesson(account_id);
    ended = { token: lastToken, until: performance.now() + ENDED_TOKEN_MS };
    const message = leaveWords || t('join.signedOutElsewhere');
    screen.set({ is: 'signed-out', message });
    await untilDelivered(outbox, ENDED_TOKEN_MS);
    ways.toSignIn({ reason: 'elsewhere', message });
  }

  const stopListening = listen((isSeat ? channels.seat : channels.account)(account_id), {
    onEvent: (name, data) => {
      const event = { ...(data as object), name } as AccountEvent | SeatEvent;
      if (event.name === 'new-device-login') void onNewDevice(event);
      else if (event.name === 'own-seat.asked') seatAsked.set(seatAsked.get() + 1);
      else if (event.name === 'own-answer.filed' && event.assessment_id === lesson?.assessmentId) lesson.hearOwnAnswer();
      else if (event.name === 'own-time.changed' && event.assessment_id === lesson?.assessmentId) lesson.hearOwnTime();
      else if (event.name === 'own-pair.changed' && event.assessment_id === lesson?.assessmentId) lesson.hearOwnPair();
      else if (event.name === 'own-notes.changed' && event.assessment_id === lesson?.assessmentId) lesson.notes.reload();
      else if (event.name === 'assessment-student-started' && (event.assessment_id !== assessmentId || !isRunning())) hearStarted(event.assessment_id);
    },
    onReady: () => lesson?.hearOwnChannel(),
  });
  /**
   * A lesson has begun. From a lesson, and from a page that shows nothing, the page goes there; a person who reads the
   * summary of another lesson, does one alone or answers a question again is asked.
   */
  const hearStarted = (startedId: number): void => {
    const { is } = screen.get();
    const isReading = is === 'snapshot' || is === 'summary' || is === 'solo' || is === 'review' || lesson?.stage.get().is === 'summary';
    if (isReading && startedId !== assessmentId) begun.set(startedId);
    else ways.toLesson(startedId);
  };
  const isRunning = () => lesson !== null && ['loading', 'running'].includes(lesson.stage.get().is);
  const stopSession = subscribeSession(() => {
    const now = getSession();
    if (now?.user.account_id === account_id) lastToken = now.token;
    else void onSignedOut();
  });

  open();
  return {
    screen,
    begun,
    outbox,
    seatAsked,
    settled,
    retry: () => {
      screen.set({ is: 'loading' });
      open();
    },
    stop: () => {
      lesson?.stop();
      stopListening();
      stopSession();
      close();
    },
  };
}

/** Resolves when it is known what to show: everything but a screen that loads. */
function untilSettled(screen: Page['screen']): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const look = () => {
      const now = screen.get();
      if (now.is === 'lesson' && now.lesson.stage.get().is === 'loading') stops.push(now.lesson.stage.subscribe(look));
      else if (now.is !== 'loading') {
        for (const stop of stops) stop();
        resolve();
      }
    };
    stops.push(screen.subscribe(look));
  });
}

/** Resolves after the next frame. A hidden tab has none. */
const untilDrawn = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Resolves after a time. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the screen that an address names; null for a lesson. */
export function screenOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Screen | null {
  if (pathname.startsWith('/student-live-snapshot')) return { is: 'snapshot', assessmentId: assessmentIdOf(search) };
  if (pathname.startsWith('/student-live-solo')) return { is: 'solo', assessmentId: assessmentIdOf(search) };
  if (pathname.startsWith('/student-live-review')) return { is: 'review', reviewId: idIn(search, 'review_id') };
  return null;
}

/** Checks whether closing the page would lose something: an unsent item in a browser that stores nothing. */
const losesWith = ({ keeping, items }: Outbox): boolean => keeping.get() === 'memory' && items.get().some((item) => standingOf(item) === 'waiting');

/** Resolves when nothing waits any longer, or when the time is up. */
function untilDelivered(outbox: Outbox, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const look = () => {
      if (!outbox.hasUnsent()) done();
    };
    const timer = setTimeout(done, patienceMs);
    const unsubscribe = outbox.items.subscribe(look);
    void outbox.wake().then(look);
  });
}
