import { createStore, type Store } from '../../base/store.ts';
import { backoffMs } from './backoff.ts';
import {
  addAnswer,
  addLeftItem,
  confirmAnswer,
  confirmDraft,
  forget,
  mergeServerDraft,
  dismissRefused,
  refuseItem,
  writeDraft,
  writeLeftDraft,
  type Step,
  type Writing,
} from './changes.ts';
import { deliver, type Attempt, type Outcome } from './deliver.ts';
import { draftKey, isDeletable, standingOf, type AnswerItem, type OutboxItem, type Place } from './item.ts';
import type { Keeping } from '../../base/keeping/keeping-store.ts';
import { withLock } from '../../base/keeping/lock.ts';
import { createKeepingStore, type KeepingStore } from './keeping-store.ts';
import { addLeftovers, readLeftovers, removeLeftovers } from './leftovers.ts';
import { nextItem } from './next-item.ts';
import { sendWhileLeaving } from './send-while-leaving.ts';
import { openTabChannel, type TabChannel } from './tab-channel.ts';

/** A draft is sent this long after its last change, but no later than `DRAFT_MOST_MS` after the first unsent one. */
export const DRAFT_PAUSE_MS = 800;
const DRAFT_MOST_MS = 3_000;
/** A draft written in another tab is sent by that tab. After this time, this one sends it. */
const OTHER_TAB_MS = 5_000;

export interface OutboxOptions {
  account_id: number;
  /** The token for this account's items; null if nobody with it is signed in and everything stays. */
  token: () => string | null;
  store?: KeepingStore;
  send?: (item: OutboxItem, attempt: Attempt) => Promise<Outcome>;
  tabs?: TabChannel;
  lock?: (name: string, work: () => Promise<void>) => Promise<void>;
  random?: () => number;
}

/** The unsent items of one account on this device, and the results of the sent ones. */
export interface Outbox {
  readonly account_id: number;
  /** The items in the order of writing. Received ones stay for a day, refused ones until they are dismissed. */
  readonly items: Pick<Store<readonly OutboxItem[]>, 'get' | 'subscribe'>;
  readonly keeping: Pick<Store<Keeping>, 'get' | 'subscribe'>;
  /** Returns true while something waits to be sent, also an answer that is on its way to the device. */
  hasUnsent: () => boolean;
  /** Resolves once the items of earlier visits are read. */
  readonly ready: Promise<void>;
  /** Resolves when the answer is on the device. Sending starts then. */
  submitAnswer: (writing: Omit<Writing, 'account_id'>) => Promise<AnswerItem>;
  /** Resolves when the newest draft is on the device. `urgent`: sent right away, else when the writer pauses. */
  writeDraft: (writing: Omit<Writing, 'account_id'>, how?: { urgent?: boolean }) => Promise<void>;
  /** Applies the server's draft of a form, unless the one here is newer. */
  meetServerDraft: (writing: Omit<Writing, 'account_id'>, server: { revision: number; saved_at: string }) => Promise<void>;
  /** Dismisses a refused item that the student has seen. */
  putAway: (key: string) => Promise<void>;
  /** Sends what waits now, since the connection or the person is back. Resolves when nothing more can be sent now. */
  wake: () => Promise<void>;
  /** Sends what waits in a way that outlives the page, and stores what is not in the device's database. Returns immediately. */
  leave: () => void;
  onOutcome: (listener: (item: OutboxItem, outcome: Outcome) => void) => () => void;
  stop: () => void;
}

export function createOutbox({
  account_id,
  token,
  store = createKeepingStore(),
  send = deliver,
  tabs = openTabChannel(),
  lock = withLock,
  random = Math.random,
}: OutboxOptions): Outbox {
  const items = createStore<readonly OutboxItem[]>([]);
  const listeners = new Set<(item: OutboxItem, outcome: Outcome) => void>();
  /** The time at which each draft may be sent, and that of its first unsent change, in `performance.now()` time. */
  const dueAt = new Map<string, { at: number; since: number }>();
  /** The newest draft of each form that is not stored yet. */
  const unwritten = new Map<string, Writing>();
  /** Submitted answers that are not stored yet. */
  const unstored = new Map<string, Writing>();
  /** The stamp of the leftovers that this page stored as it was closing; null for none. */
  let leftAs: string | null = null;
  let writing: Promise<void> | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let sending: { item: OutboxItem; control: AbortController } | null = null;

  async function refresh(): Promise<readonly OutboxItem[]> {
    const list = await store.list(account_id);
    items.set(list);
    return list;
  }

  async function apply<T>(step: Step<T>): Promise<T> {
    const result = await store.apply(account_id, step);
    await refresh();
    tabs.tell(account_id);
    return result;
  }

  const isDue = (item: OutboxItem) => item.kind === 'answer' || (dueAt.get(item.key)?.at ?? 0) <= performance.now();

  /** Sends until nothing can be sent now. A call while it runs makes it check again. */
  function flush(): Promise<void> {
    if (stopped) return Promise.resolve();
    again = true;
    running ??= lock(`classwright-outbox-${account_id}`, sendAll).finally(() => {
      running = null;
      if (again) return flush();
    });
    return running;
  }

  async function sendAll(): Promise<void> {
    const putOff: OutboxItem[] = [];
    clearTimeout(retry);
    for (;;) {
      again = false;
      const list = await refresh();
      const key = token();
      const item = key === null || stopped ? null : nextItem(list, putOff, isDue);
      if (!item || key === null) {
        if (again && !stopped && key !== null) continue;
        break;
      }
      const outcome = await attempt(item, key);
      if (outcome.is === 'later') {
        putOff.push(item);
        failures += 1;
        retryIn(Math.max(outcome.retryAfterMs ?? 0, backoffMs(failures, random())));
        if (outcome.blocksAll) break;
      } else if (outcome.is === 'signed-out') break;
      else if (outcome.is !== 'given-up') failures = 0;
    }
    again = false;
    armPause();
  }

  async function attempt(item: OutboxItem, key: string): Promise<Outcome> {
    const control = new AbortController();
    sending = { item, control };
    const outcome = await send(item, { token: key, signal: control.signal });
    sending = null;
    await settle(item, outcome);
    return outcome;
  }

  async function settle(item: OutboxItem, outcome: Outcome): Promise<void> {
    if (outcome.is === 'answer-received') await apply(confirmAnswer(item.key, outcome.received_at));
    else if (outcome.is === 'draft-saved') await apply(confirmDraft(item.key, outcome));
    else if (outcome.is === 'refused') await apply(refuseItem(item, outcome.refusal));
    for (const listener of [...listeners]) listener(item, outcome);
  }

  function retryIn(ms: number): void {
    clearTimeout(retry);
    retry = setTimeout(() => void flush(), ms);
  }

  /** Sets a timer for the next draft that is due. */
  function armPause(): void {
    clearTimeout(pause);
    const waiting = items.get().filter((item) => item.kind === 'draft' && standingOf(item) === 'waiting');
    const next = Math.min(...waiting.map((item) => dueAt.get(item.key)?.at ?? Number.POSITIVE_INFINITY));
    // While the connection is being retried, that attempt takes the drafts along.
    if (Number.isFinite(next) && failures === 0) pause = setTimeout(() => void flush(), Math.max(0, next - performance.now()));
  }

  function delay(key: string, ms: number): void {
    const now = performance.now();
    const waits = items.get().some((item) => item.key === key && standingOf(item) === 'waiting');
    const since = (waits && dueAt.get(key)?.since) || now;
    dueAt.set(key, { since, at: Math.min(now + ms, since + Math.max(ms, DRAFT_MOST_MS)) });
  }

  /** Stores the newest drafts one after the other. While one is being stored, only the last following one matters. */
  function writeDown(): Promise<void> {
    writing ??= (async () => {
      try {
        for (const [place, newest] of unwritten) {
          await store.apply(account_id, writeDraft(newest));
          await refresh();
          if (unwritten.get(place) === newest) unwritten.delete(place); // until `items` has it, a page that leaves finds it here
          tabs.tell(account_id);
        }
      } finally {
        writing = null;
      }
    })();
    return writing;
  }

  const placeOf = (place: Pick<Place, 'session_id' | 'form'>) => draftKey(account_id, place);

  const unhear = tabs.hear((other) => {
    if (other !== account_id || stopped) return;
    void refresh().then((list) => {
      for (const item of list) if (item.kind === 'draft' && standingOf(item) === 'waiting') delay(item.key, OTHER_TAB_MS);
      if (list.some((item) => item.kind === 'answer' && standingOf(item) === 'waiting')) void flush();
      else armPause();
    });
  });

  const unfind = store.found.subscribe(() => void flush());

  /** Deletes the leftovers of this page once they are stored: it was only in the background. */
  function dropLeftovers(): void {
    if (leftAs === null || unwritten.size + unstored.size > 0) return;
    removeLeftovers(account_id, leftAs);
    leftAs = null;
  }

  /** Stores, synchronously, everything that is not in the device's database, for the next page. */
  function leaveBehind(): void {
    const unsent = store.keeping.get() === 'memory' ? items.get().filter((item) => standingOf(item) !== 'received') : [];
    if (unwritten.size + unstored.size + unsent.length === 0) return;
    leftAs = addLeftovers(account_id, { answers: [...unstored.values()], drafts: [...unwritten.values()], items: unsent });
  }

  /** Stores the leftovers of pages that are gone. They stay where they are until all of them are stored. */
  async function takeUpLeftovers(): Promise<void> {
    const found = readLeftovers(account_id);
    if (!found) return;
    const { left, stamp } = found;
    for (const item of left.items) await apply(addLeftItem({ ...item, account_id }));
    for (const draft of left.drafts) await apply(writeLeftDraft({ ...draft, account_id }));
    for (const answer of left.answers) await apply(addAnswer({ ...answer, account_id }));
    removeLeftovers(account_id, stamp);
  }

  const ready = (async () => {
    await takeUpLeftovers();
    await refresh();
    if (items.get().some((item) => isDeletable(item, Date.now()))) await apply(forget((item) => isDeletable(item, Date.now())));
    void flush();
  })();

  return {
    account_id,
    items,
    keeping: store.keeping,
    hasUnsent: () => unstored.size > 0 || items.get().some((item) => standingOf(item) === 'waiting'),
    ready,
    submitAnswer: async (given) => {
      const place = placeOf(given);
      const writing = { ...given, account_id };
      unwritten.delete(place);
      unstored.set(place, writing);
      const answer = await apply(addAnswer(writing));
      unstored.delete(place);
      dropLeftovers();
      // A draft of the same form is obsolete, and must not delay the answer.
      if (sending?.item.kind === 'draft') sending.control.abort();
      failures = 0;
      void flush();
      return answer;
    },
    writeDraft: async (given, { urgent = false } = {}) => {
      const place = placeOf(given);
      unwritten.set(place, { ...given, account_id });
      if (urgent) dueAt.delete(place);
      else delay(place, DRAFT_PAUSE_MS);
      while (unwritten.has(place)) await writeDown();
      dropLeftovers();
      if (urgent) void flush();
      else armPause();
    },
    meetServerDraft: async (given, server) => {
      await apply(mergeServerDraft({ ...given, account_id }, server));
    },
    putAway: (key) => apply(dismissRefused(key)),
    wake: () => {
      failures = 0;
      dueAt.clear();
      return flush();
    },
    leave: () => {
      leaveBehind();
      const key = token();
      // An answer without a stored key is sent as a draft, which the server files if the student does not return.
      if (key !== null) sendWhileLeaving({ items: items.get(), unwritten: [...unwritten.values(), ...unstored.values()], token: key, send, settle });
    },
    onOutcome: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      if (!stopped) leaveBehind();
      stopped = true;
      clearTimeout(retry);
      clearTimeout(pause);
      unhear();
      unfind();
    },
  };
}
