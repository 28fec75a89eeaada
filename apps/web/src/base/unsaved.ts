import { useEffect, useRef } from 'react';
import { createStore } from './store.ts';

/** What would be lost: by every way out, or only by leaving the page (another view of it keeps what was typed). */
type Loss = 'anyWay' | 'page';

const store = createStore<ReadonlyMap<object, Loss>>(new Map());
/** Who holds something that was typed and is not saved. */
export const unsavedStore = { get: store.get, subscribe: store.subscribe };

function hold(holder: object, loss: Loss | null): void {
  if ((store.get().get(holder) ?? null) === loss) return;
  const next = new Map(store.get());
  if (loss) next.set(holder, loss);
  else next.delete(holder);
  store.set(next);
}

/** Whether going from one path to another loses something. */
export const losesSomething = (from: string, to: string): boolean => [...store.get().values()].some((loss) => loss === 'anyWay' || from !== to);

/**
 * While `isDirty`, Back, Forward, links and a reload ask first (`LeaveGuard`). Returns what lets go at once: to be called
 * before the component itself goes elsewhere, when all is saved or given up.
 */
export function useUnsaved(isDirty: boolean, loss: Loss = 'anyWay'): () => void {
  const holder = useRef({}).current;
  useEffect(() => {
    hold(holder, isDirty ? loss : null);
    return () => hold(holder, null);
  }, [holder, isDirty, loss]);
  return () => hold(holder, null);
}
