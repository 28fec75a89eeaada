import type { Form } from '@classwright/contract/lesson/live/forms';
import { FORMS } from '@classwright/contract/lesson/live/forms';
import { keep, readKeptJson } from '../../../../base/storage.ts';
import { createStore, type Store } from '../../../../base/store.ts';

/**
 * What the desk decides about projectors in the same browser, beyond what it reveals to the lesson: revealing is for good
 * and for every device, this only draws a curtain on the wall or opens it.
 */
export interface WallWishes {
  /** Forms whose distribution was revealed and is hidden on the wall again. */
  readonly hidden: readonly Form[];
  /** After the lesson: whether the wall shows how answers changed. */
  readonly results: boolean;
}

const NOTHING: WallWishes = { hidden: [], results: false };
const HELLO = 'hello';
const nameOf = (assessmentId: number): string => `cw.wall.${assessmentId}`;

export interface WallControl extends Pick<Store<WallWishes>, 'get' | 'subscribe'> {
  change: (change: Partial<WallWishes>) => void;
  stop: () => void;
}

/** The desk's end: remembers the wishes in this tab and tells every wall, also one that opens later. */
export function controlWall(assessmentId: number): WallControl {
  const name = nameOf(assessmentId);
  const store = createStore<WallWishes>(known(readKeptJson<Partial<WallWishes>>('tab', name)));
  const channel = open(name);
  const tell = () => channel?.postMessage(store.get());
  channel?.addEventListener('message', ({ data }) => data === HELLO && tell());
  tell();
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (change) => {
      store.set({ ...store.get(), ...change });
      keep('tab', name, JSON.stringify(store.get()));
      tell();
    },
    stop: () => channel?.close(),
  };
}

/** The wall's end: follows the desk; without one in this browser the wall shows whatever was revealed. */
export function followWall(assessmentId: number): Pick<Store<WallWishes>, 'get' | 'subscribe'> & { stop: () => void } {
  const store = createStore<WallWishes>(NOTHING);
  const channel = open(nameOf(assessmentId));
  channel?.addEventListener('message', ({ data }) => data !== HELLO && store.set(known(data as Partial<WallWishes>)));
  channel?.postMessage(HELLO);
  return { get: store.get, subscribe: store.subscribe, stop: () => channel?.close() };
}

const open = (name: string): BroadcastChannel | null => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name));

/** What comes from storage or another tab may be of another version of the program. */
function known(wishes: Partial<WallWishes> | null): WallWishes {
  if (!wishes || typeof wishes !== 'object') return NOTHING;
  return { hidden: FORMS.filter((form) => Array.isArray(wishes.hidden) && wishes.hidden.includes(form)), results: wishes.results === true };
}
