import { createStore, type Store } from '../../../../base/store.ts';
import { keep, readKeptJson } from '../../../../base/storage.ts';
import type { ChartView } from '../../../../ui/charts/index.ts';
import type { PostOrder } from '../feed/order.ts';

/** A teacher's preferences for the screen, remembered on the device. */
export interface Preferences {
  /**
   * True when the distribution and the number of right answers are shown. They can be hidden, since a laptop may be
   * mirrored to the class.
   */
  readonly showsFigures: boolean;
  /** True when single keys act on the lesson (WCAG 2.1.4: they can be switched off). */
  readonly usesKeys: boolean;
  readonly chart: ChartView;
  readonly order: PostOrder;
}

const DEFAULTS: Preferences = { showsFigures: false, usesKeys: true, chart: 'bars', order: 'discussed' };

export interface PreferenceStore extends Pick<Store<Preferences>, 'get' | 'subscribe'> {
  change: (change: Partial<Preferences>) => void;
  /** Sets preferences for this lesson alone: the device does not keep them. */
  setHere: (here: Partial<Preferences>) => void;
}

/** The preferences of one account on this device. */
export function openPreferences(accountId: number): PreferenceStore {
  const key = `cw.teach.${accountId}`;
  let kept: Preferences = { ...DEFAULTS, ...known(readKeptJson<Partial<Preferences>>('device', key)) };
  const store = createStore<Preferences>(kept);
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (change) => {
      kept = { ...kept, ...change };
      store.set({ ...store.get(), ...change });
      keep('device', key, JSON.stringify(kept));
    },
    setHere: (here) => store.set({ ...store.get(), ...here }),
  };
}

/** Keeps the valid stored preferences, which may come from another version of the app. */
function known(kept: Partial<Preferences> | null): Partial<Preferences> {
  if (!kept || typeof kept !== 'object') return {};
  const taken: Partial<Record<keyof Preferences, unknown>> = {};
  if (typeof kept.showsFigures === 'boolean') taken.showsFigures = kept.showsFigures;
  if (typeof kept.usesKeys === 'boolean') taken.usesKeys = kept.usesKeys;
  if (kept.chart === 'bars' || kept.chart === 'pie' || kept.chart === 'table') taken.chart = kept.chart;
  if (kept.order === 'discussed' || kept.order === 'newest') taken.order = kept.order;
  return taken as Partial<Preferences>;
}
