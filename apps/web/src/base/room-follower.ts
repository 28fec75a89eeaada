import { isApiError } from './api-error.ts';
import { listen } from './realtime.ts';
import { createRefetcher, type Refetcher, type RefetchOptions } from './refetcher.ts';
import { createStore, type Store } from './store.ts';
import { watchPage } from './watch-page.ts';

/** What a server says has happened since a state: events that lead on from it, else the newer state. Neither: nothing to take in. */
export interface Missed<State, Event> {
  events?: readonly Event[] | null;
  /** Pure. Takes the newer state in; one that is older than what is known by then must change nothing. */
  take?: ((state: State) => State) | null;
}

export interface RoomOptions<State, Event> {
  channel: string;
  /** The state before anything was asked for. */
  initial: State;
  /** Whether events can follow a state; until then they wait. */
  isKnown: (state: State) => boolean;
  /** A message of the channel as an event. */
  read: (name: string, data: object) => Event;
  /** Pure. The same object for an event that is in the state already, 'reload' for one that does not follow from it. */
  fold: (state: State, event: Event) => State | 'reload';
  /** What has happened since a state. A failure that passes is tried again. */
  ask: (state: State) => Promise<Missed<State, Event>>;
  /** Asking failed for a reason that does not pass. */
  onLost?: (error: unknown) => void;
  /** Pure. What is kept of a state once `onChange` has been told of it. */
  settle?: (state: State) => State;
  /** `answer`: no events led to the state, so whatever they would have said may have to be asked for. */
  onChange?: (before: State, after: State, by: 'event' | 'answer') => void;
  /** The channel is entered, for the first time or again. */
  onReady?: () => void;
  /** This person may not hear the channel. */
  onRefused?: () => void;
  /** The page is looked at again, or its socket is lost. Instead of asking what was missed. */
  onDoubt?: (about: 'look' | 'socket') => void;
  pace?: Pick<RefetchOptions, 'spreadMs' | 'gapMs' | 'tryAgainMs'>;
}

/** A room of the server as this page knows it, kept up to date by the room's numbered events. */
export interface RoomFollower<State> {
  readonly state: Pick<Store<State>, 'get' | 'subscribe'>;
  /** Takes in a state that came by another way. `askedAt`: when it was asked for, by the steady counter, if it was the server's. */
  take: (state: State, askedAt?: number) => void;
  /** Asks what has happened since the state. */
  catchUp: Refetcher['request'];
  /** Nothing more is asked, heard or taken in. */
  stop: () => void;
}

/**
 * Follows a room: state plus events equal the state fetched afresh. Events that come before the first state wait for
 * it; one that does not follow from the state (a gap, another epoch) makes the follower ask what happened; so do a
 * connection that was lost and a state that was asked for before the channel was entered.
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
  /** Events that came before the first state. */
  let early: Event[] = [];
  /** When the channel was entered: what was asked for before may miss what happened until then. */
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

  /** False: the event does not follow from what is known. */
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
