import { isApiError } from './api-error.ts';
import { listen } from './realtime.ts';
import { createRefetcher, type Refetcher, type RefetchOptions } from './refetcher.ts';
import { createStore, type Store } from './store.ts';
import { watchPage } from './watch-page.ts';

/**
 * The server's report since a state: events that follow from it, otherwise the newer state. Neither: nothing has
 * changed.
 */
export interface Missed<State, Event> {
  events?: readonly Event[] | null;
  /** Pure. Applies the newer state. A state older than the known one must change nothing. */
  take?: ((state: State) => State) | null;
}

export interface RoomOptions<State, Event> {
  channel: string;
  /** The state before the first request. */
  initial: State;
  /** Returns true when events can follow a state; until then they wait. */
  isKnown: (state: State) => boolean;
  /** Converts a message of the channel to an event. */
  read: (name: string, data: object) => Event;
  /**
   * Pure. Returns the same object for an event that the state already includes, 'reload' for one that does not follow
   * from it.
   */
  fold: (state: State, event: Event) => State | 'reload';
  /** Loads the changes since a state. A temporary failure is retried. */
  ask: (state: State) => Promise<Missed<State, Event>>;
  /** Called when a request failed permanently. */
  onLost?: (error: unknown) => void;
  /** Pure. Returns the state to keep after `onChange` has been called with it. */
  settle?: (state: State) => State;
  /** Called after a change. `answer`: no events led to the state, so their content may have to be loaded. */
  onChange?: (before: State, after: State, by: 'event' | 'answer') => void;
  /** Called when the channel is entered, for the first time or again. */
  onReady?: () => void;
  /** Called when this person may not hear the channel. */
  onRefused?: () => void;
  /** Called when the page is looked at again, or its socket is lost, instead of loading missed events. */
  onDoubt?: (about: 'look' | 'socket') => void;
  pace?: Pick<RefetchOptions, 'spreadMs' | 'gapMs' | 'tryAgainMs'>;
}

/** A room of the server as this page knows it, kept current by the room's numbered events. */
export interface RoomFollower<State> {
  readonly state: Pick<Store<State>, 'get' | 'subscribe'>;
  /**
   * Applies a state from another source. `askedAt`: the time of its request, by the monotonic clock, if it was the
   * server's.
   */
  take: (state: State, askedAt?: number) => void;
  /** Loads the changes since the state. */
  catchUp: Refetcher['request'];
  /** Stops all requests and events. */
  stop: () => void;
}

/**
 * Follows a room: state plus events equal the state loaded again. Events before the first state wait for it. An event
 * that does not follow from the state (a gap, another epoch) makes the follower load the changes, as do a lost
 * connection and a state that was requested before the channel was entered.
 */
export function followRoom<State, Event>({
  channel,
  initial,
  isKnown,
  read,
  fold,
  ask,
  onLost,
  settle = (state) => state,
  onChange,
  onReady,
  onRefused,
  onDoubt,
  pace = {},
}: RoomOptions<State, Event>): RoomFollower<State> {
  const state = createStore(initial);
  const missed = createRefetcher(catchUp, {
    ...pace,
    onFailure: (error) => !(isApiError(error) && error.isTransient) && onLost?.(error),
  });
  /** The events before the first state. */
  let early: Event[] = [];
  /** The time at which the channel was entered. Earlier requests may miss events until then. */
  let enteredAt = Number.NEGATIVE_INFINITY;
  let stopped = false;

  function set(next: State, by: 'event' | 'answer'): void {
    const before = state.get();
    if (stopped || next === before) return;
    state.set(settle(next));
    onChange?.(before, next, by);
    if (early.length === 0 || !isKnown(state.get())) return;
    const waiting = early;
    early = [];
    for (const event of waiting) hear(event);
  }

  function take(next: State, askedAt = Number.POSITIVE_INFINITY): void {
    set(next, 'answer');
    if (askedAt < enteredAt) missed.request();
  }

  function hear(event: Event): void {
    if (!isKnown(state.get())) early.push(event);
    else if (!follow(event)) missed.request('now');
  }

  /** Returns false when the event does not follow from the known state. */
  function follow(event: Event): boolean {
    const next = fold(state.get(), event);
    if (next === 'reload') return false;
    set(next, 'event');
    return true;
  }

  async function catchUp(): Promise<void> {
    const askedAt = performance.now();
    const { events, take: step } = await ask(state.get());
    if (!stopped && !events?.every(follow) && step) take(step(state.get()), askedAt);
  }

  function catchUpIfKnown(): void {
    if (isKnown(state.get())) missed.request();
  }

  const doubt = onDoubt ?? catchUpIfKnown;
  const stops = [
    listen(channel, {
      onEvent: (name, data) => hear(read(name, data as object)),
      onReady: () => {
        enteredAt = performance.now();
        onReady?.();
        catchUpIfKnown();
      },
      onRefused: () => onRefused?.(),
    }),
    watchPage({ onLookedAt: () => doubt('look'), onSocketLost: () => doubt('socket') }),
    missed.stop,
  ];

  return {
    state,
    take,
    catchUp: missed.request,
    stop: () => {
      stopped = true;
      for (const stop of stops) stop();
    },
  };
}
