import type { UserView } from '@classwright/contract/people/sign-in/calls';
import { IDBFactory } from 'fake-indexeddb';
import { signIn } from '../base/session.ts';
import { addComment, addReply, like } from '../join/lesson/interact.ts';
import { NOTHING_KNOWN, takeActive, takeFeed, type LessonModel } from '../join/lesson/model.ts';
import { modeOf } from '../join/lesson/view.ts';
import { startPage } from '../join/page.ts';
import type { Outcome } from '../lesson/outbox/deliver.ts';
import { openOutbox, standingOf, type Content, type Outbox, type OutboxItem } from '../lesson/outbox/index.ts';

/**
 * The student's page without its screens, for load tests: session, socket, room follower, outbox and lesson are the
 * real ones. The module holds a tab's state, so each tab needs its own instance, created with its own globals.
 */
export interface Phone {
  /** Returns the current screen, or the page that was opened instead. */
  place: () => string;
  model: () => LessonModel | null;
  /** Returns true when answers can be given now. */
  isAnswering: () => boolean;
  items: () => readonly OutboxItem[];
  /** Returns true when written text outlives the page. */
  isKept: () => boolean;
  /** Returns how many items wait to be sent; null until those of earlier visits are read. */
  waiting: () => number | null;
  type: (change: { response_id?: number; comment?: string }) => void;
  /** Returns what the form shows as written here; null while no lesson is shown. */
  written: () => Content | null;
  /** Resolves when the answer is on the device. */
  submit: () => Promise<void>;
  /** Likes a post. Resolves to false when the server refuses it. */
  like: (postId: number) => Promise<boolean>;
  comment: (postId: number, words: string, key: string) => Promise<boolean>;
  reply: (postId: number, commentId: number, words: string, key: string) => Promise<boolean>;
}

export interface PhoneOptions {
  token: string;
  user: UserView;
  assessmentId: number;
  /** True for a phone that came in with the code of the lesson. */
  isSeat: boolean;
  onOutcome: (item: OutboxItem, outcome: Outcome) => void;
  /** Called with `home` or another name when the page opens another one in its place, as a browser then ends it. */
  onLeft: (place: string) => void;
}

export function openPhone({ token, user, assessmentId, isSeat, onOutcome, onLeft }: PhoneOptions): Phone {
  const { account_id } = user;
  signIn(token, user);
  let gone: string | null = null;
  const leaveFor = (place: string): void => {
    gone = place;
    onLeft(place);
  };
  const ways = {
    toLesson: (id: number) => leaveFor(`lesson ${id}`),
    toSnapshot: () => undefined,
    toHome: () => leaveFor('home'),
    toSignIn: ({ reason }: { reason: string }) => leaveFor(`sign-in: ${reason}`),
  };
  const page = startPage({ token, user }, assessmentId, ways, { isSeat });
  page.outbox.onOutcome(onOutcome);
  const lesson = () => {
    const screen = page.screen.get();
    return gone === null && screen.is === 'lesson' ? screen.lesson : null;
  };
  return {
    place: () => gone ?? lesson()?.stage.get().is ?? page.screen.get().is,
    model: () => lesson()?.model.get() ?? null,
    isAnswering: () => {
      const at = lesson();
      return at !== null && modeOf(at.model.get(), page.outbox.items.get(), at.countdown.seconds.get()) === 'answering';
    },
    ...readOutbox(page.outbox),
    type: (change) => lesson()?.drafting.change(change),
    written: () => lesson()?.drafting.content.get() ?? null,
    submit: async () => lesson()?.drafting.submit(),
    like: async (postId) => {
      const at = lesson();
      const post = at?.model.get().feed?.posts.find(({ id }) => id === postId);
      return at != null && post !== undefined && like(at, post, account_id);
    },
    comment: async (postId, words, key) => {
      const at = lesson();
      return at !== null && addComment(at, postId, words, key);
    },
    reply: async (postId, commentId, words, key) => {
      const at = lesson();
      return at !== null && addReply(at, postId, commentId, words, key);
    },
  };
}

/** Opens Home, which delivers what the device still has, as every page of the app does. */
export function openHome({ token, user, onOutcome }: Pick<PhoneOptions, 'token' | 'user' | 'onOutcome'>): Phone {
  signIn(token, user);
  const { outbox } = openOutbox(user.account_id);
  outbox.onOutcome(onOutcome);
  const refuse = async () => false;
  return {
    place: () => 'home',
    model: () => null,
    isAnswering: () => false,
    ...readOutbox(outbox),
    type: () => undefined,
    written: () => null,
    submit: async () => undefined,
    like: refuse,
    comment: refuse,
    reply: refuse,
  };
}

function readOutbox(outbox: Outbox): Pick<Phone, 'items' | 'isKept' | 'waiting'> {
  let isRead = false;
  void outbox.ready.then(() => (isRead = true));
  return {
    items: () => outbox.items.get(),
    isKept: () => outbox.keeping.get() === 'device',
    waiting: () => (isRead ? outbox.items.get().filter((item) => standingOf(item) === 'waiting').length : null),
  };
}

/** Returns the model of a page that opens now, from the server's responses. */
export function toFreshModel(active: Parameters<typeof takeActive>[1], feed: Parameters<typeof takeFeed>[1] | null, accountId: number): LessonModel {
  const known = takeActive(NOTHING_KNOWN, active);
  return feed ? takeFeed(known, feed, accountId) : known;
}

/** Creates a device's database, which outlives its tabs. */
export const createDeviceDatabase = (): IDBFactory => new IDBFactory();
