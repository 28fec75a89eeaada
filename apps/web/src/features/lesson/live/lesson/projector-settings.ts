import type { Form } from '@classwright/contract/lesson/live/forms';
import { FORMS } from '@classwright/contract/lesson/live/forms';
import { keep, readKeptJson } from '../../../../base/storage.ts';
import { createStore, type Store } from '../../../../base/store.ts';

/**
 * The desk's settings for projectors in the same browser, beyond what it reveals to the lesson. A reveal is permanent
 * and for every device; these only hide or show content on the projector.
 */
export interface ProjectorSettings {
  /** Forms with a revealed distribution that the projector hides again. */
  readonly hidden: readonly Form[];
  /** True when, after the lesson, the projector shows how answers changed. */
  readonly results: boolean;
}

const NOTHING: ProjectorSettings = { hidden: [], results: false };
const HELLO = 'hello';
const nameOf = (assessmentId: number): string => `cw.wall.${assessmentId}`;

export interface ProjectorControl extends Pick<Store<ProjectorSettings>, 'get' | 'subscribe'> {
  change: (change: Partial<ProjectorSettings>) => void;
  stop: () => void;
}

/**
 * Creates the desk's side: remembers the settings in this tab and sends them to every projector, including those opened
 * later.
 */
export function controlProjector(assessmentId: number): ProjectorControl {
  const name = nameOf(assessmentId);
  const store = createStore<ProjectorSettings>(known(readKeptJson<Partial<ProjectorSettings>>('tab', name)));
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

/**
 * Creates the projector's side: follows the desk. Without a desk in this browser it shows everything that was revealed.
 */
export function followProjectorSettings(assessmentId: number): Pick<Store<ProjectorSettings>, 'get' | 'subscribe'> & { stop: () => void } {
  const store = createStore<ProjectorSettings>(NOTHING);
  const channel = open(nameOf(assessmentId));
  channel?.addEventListener('message', ({ data }) => data !== HELLO && store.set(known(data as Partial<ProjectorSettings>)));
  channel?.postMessage(HELLO);
  return { get: store.get, subscribe: store.subscribe, stop: () => channel?.close() };
}

const open = (name: string): BroadcastChannel | null => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name));

/** Keeps the valid settings from storage or another tab, which may come from another version of the app. */
function known(wishes: Partial<ProjectorSettings> | null): ProjectorSettings {
  if (!wishes || typeof wishes !== 'object') return NOTHING;
  return { hidden: FORMS.filter((form) => Array.isArray(wishes.hidden) && wishes.hidden.includes(form)), results: wishes.results === true };
}
