import { channels } from '@classwright/contract/lesson/live/events';
import type { wallCode, wallLesson, wallPairing } from '@classwright/contract/lesson/live/wall';
import type { ProjectorView } from '@classwright/contract/lesson/live/projector';
import { api, isApiError } from '../../../../base/api.ts';
import { connectionStore, listen } from '../../../../base/realtime.ts';
import { actWith, getToken, signOut, subscribeSession } from '../../../../base/session.ts';
import { keep, readKeptJson } from '../../../../base/storage.ts';
import { createStore, type Store } from '../../../../base/store.ts';
import { watchPage } from '../../../../base/watch-page.ts';
import type { KeptPicture } from '../projector/projector-lesson.ts';

/** The state of a screen without a sign-in. `offlineSince`: the moment since which the server cannot be reached; null while it can. */
export interface WallState {
  readonly shown: { is: 'asking' } | { is: 'code'; code: string } | { is: 'connected'; teacher: string; assessmentId: number | null };
  readonly offlineSince: number | null;
}

export interface WallDevice {
  readonly state: Pick<Store<WallState>, 'get' | 'subscribe'>;
  readonly picture: KeptPicture;
  stop: () => void;
}

/** The memory of the device: its code until somebody enters it, then its token, its teacher and the last lesson. */
interface Kept {
  code?: string;
  secret?: string;
  token?: string;
  accountId?: number;
  teacher?: string;
  assessmentId?: number | null;
}

const KEY = 'cw.wall';
const PICTURE_KEY = 'cw.wall.picture';
/** `seen`: while the socket says when there is something to ask; the desk shows when a screen was last there. */
const ASK_MS = { code: 3_000, lesson: 5_000, seen: 60_000 } as const;

/**
 * Runs the screen: gets a code, asks whether somebody has entered it, and then asks whose lesson to show, again whenever
 * the socket says so (LIVE-130) and every few seconds while it is lost. So a reload, a long sleep or a lost line needs
 * nobody. A token that has ended begins again with a new code.
 */
export function startWall(): WallDevice {
  let kept = readKeptJson<Kept>('device', KEY) ?? {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isWanted = false;
  let stopped = false;
  let heard: { accountId: number; stop: () => void } | null = null;
  const state = createStore<WallState>({ shown: toShown(kept), offlineSince: null });

  /** Listens to the channel of the teacher's screens, as soon as the teacher is known. */
  const hear = (accountId: number | undefined): void => {
    if (heard?.accountId === accountId) return;
    heard?.stop();
    heard = accountId === undefined ? null : { accountId, stop: listen(channels.walls(accountId), { onEvent: () => void look(), onReady: () => void look() }) };
  };
  const remember = (next: Kept): void => {
    kept = next;
    if (!kept.token) hear(undefined);
    keep('device', KEY, JSON.stringify(kept));
    state.set({ ...state.get(), shown: toShown(kept) });
  };
  const begin = (): void => {
    keep('device', PICTURE_KEY, null);
    remember({});
  };

  async function ask(): Promise<void> {
    if (kept.token) return askLesson(kept.token);
    if (kept.secret) return askPairing(kept.secret);
    const { code, secret } = await api<typeof wallCode>('POST', '/live/walls/codes', { token: null });
    remember({ code, secret });
  }

  async function askPairing(secret: string): Promise<void> {
    const answer = await api<typeof wallPairing>('POST', '/live/walls/pairing', { body: { secret }, token: null });
    if (answer.state === 'paired' && answer.token) {
      remember({ token: answer.token });
      await askLesson(answer.token);
    } else if (answer.state === 'expired') {
      remember({});
      await ask();
    }
  }

  async function askLesson(token: string): Promise<void> {
    if (getToken() !== token) actWith(token);
    const { account_id, teacher_name, assessment_id } = await api<typeof wallLesson>('GET', '/live/walls/lesson');
    if (kept.token !== token) return;
    remember({ token, accountId: account_id, teacher: teacher_name, assessmentId: assessment_id });
    hear(account_id);
  }

  async function look(): Promise<void> {
    isWanted = true; // the change that was heard may be newer than the response that is on its way
    if (isAsking || stopped) return;
    isAsking = true;
    isWanted = false;
    clearTimeout(timer);
    try {
      await ask();
      if (state.get().offlineSince !== null) state.set({ ...state.get(), offlineSince: null });
    } catch (error) {
      // a screen that its teacher disconnected, or whose teacher may show nothing any more, is nobody's again
      if (isApiError(error) && (error.status === 401 || error.status === 403 || error.code === 'WALL_NOT_FOUND')) begin();
      else if (state.get().offlineSince === null) state.set({ ...state.get(), offlineSince: Date.now() });
    }
    isAsking = false;
    if (stopped) return;
    if (isWanted) return look();
    const isHeard = heard !== null && connectionStore.get().status === 'online' && state.get().offlineSince === null;
    timer = setTimeout(() => void look(), isHeard ? ASK_MS.seen : kept.token ? ASK_MS.lesson : ASK_MS.code);
  }

  const stops = [
    watchPage({ onLookedAt: () => void look(), onSocketLost: () => void look() }),
    subscribeSession(() => {
      if (kept.token && getToken() === null) {
        begin();
        void look();
      }
    }),
  ];
  if (kept.token) {
    actWith(kept.token);
    hear(kept.accountId);
  }
  void look();

  return {
    state,
    picture: {
      read(assessmentId) {
        const last = readKeptJson<{ assessmentId: number; view: ProjectorView }>('device', PICTURE_KEY);
        return last?.assessmentId === assessmentId ? last.view : null;
      },
      write: (assessmentId, view) => keep('device', PICTURE_KEY, JSON.stringify({ assessmentId, view })),
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      heard?.stop();
      for (const stop of stops) stop();
      if (kept.token) signOut('chosen', kept.token);
    },
  };
}

function toShown({ code, token, teacher = '', assessmentId = null }: Kept): WallState['shown'] {
  if (token) return { is: 'connected', teacher, assessmentId };
  return code ? { is: 'code', code } : { is: 'asking' };
}
