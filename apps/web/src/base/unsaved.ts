import { useEffect, useRef } from 'react';
import { createStore } from './store.ts';

/** The losses: by every way of leaving, or only by leaving the page (another view of it keeps the typed text). */
type Loss = 'anyWay' | 'page';

const store = createStore<ReadonlyMap<object, Loss>>(new Map());
/** The forms that hold typed, unsaved text. */
export const unsavedStore = { get: store.get, subscribe: store.subscribe };

function hold(holder: object, loss: Loss | null): void {
  if ((store.get().get(holder) ?? null) === loss) return;
  const next = new Map(store.get());
  if (loss) next.set(holder, loss);
  else next.delete(holder);
  store.set(next);
}

/** Returns true when going from one path to another loses something. */
export const losesSomething = (from: string, to: string): boolean => [...store.get().values()].some((loss) => loss === 'anyWay' || from !== to);

/**
 * Makes Back, Forward, links and a reload ask first while `isDirty` (`LeaveGuard`). Returns a function that stops this
 * immediately. Call it before the component itself navigates, when everything is saved or discarded.
 */
export function useUnsaved(isDirty: boolean, loss: Loss = 'anyWay'): () => void {
  const holder = useRef({}).current;
  useEffect(() => {
    hold(holder, isDirty ? loss : null);
    return () => hold(holder, null);
  }, [holder, isDirty, loss]);
  return () => hold(holder, null);
}
