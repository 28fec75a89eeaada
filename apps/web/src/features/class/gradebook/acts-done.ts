import { createStore } from '../../../base/store.ts';

/** The result of undoing an act. */
export interface Undone {
  /** The act that undid it, which can be undone too; null if nothing changed. */
  actId: number | null;
  /** The number of grades that were not undone because they have changed since. */
  left: number;
}

/** Undoes an act. `again`: it failed now and can be retried; null: it cannot be done. */
type Undo = (actId: number) => Promise<Undone | 'again' | null>;

interface Served {
  undoAct: Undo;
  /** Discards the newest act that has not been sent. Returns true if there was one. */
  dropNewest: () => boolean;
  /** Resolves when all typed grades are saved. */
  settle: () => Promise<void>;
  /** Reports the results of several undos, once, after the last of them. */
  report: (acts: number, left: number) => void;
}

interface Shown {
  canUndo: boolean;
  isUndoing: boolean;
}

/**
 * Creates the list of this page's acts, newest last: Undo undoes the last one, Redo repeats it. Every click counts,
 * also during a running one.
 */
export function createActs() {
  const store = createStore<Shown>({ canUndo: false, isUndoing: false });
  const done: number[] = [];
  const undone: number[] = [];
  /** Clicks that are not processed yet. */
  let presses: ('undo' | 'redo')[] = [];
  let served: Served | null = null;
  const show = (isUndoing: boolean) => {
    const { canUndo, isUndoing: before } = store.get();
    if (canUndo !== done.length > 0 || before !== isUndoing) store.set({ canUndo: done.length > 0, isUndoing });
  };

  /**
   * Returns the result of one click; null if there was nothing to undo, or it failed and the later clicks are
   * discarded.
   */
  async function undoNext({ undoAct }: Served, press: 'undo' | 'redo'): Promise<Undone | null> {
    const [from, to] = press === 'undo' ? [done, undone] : [undone, done];
    const id = from.pop();
    if (id === undefined) return null;
    const back = await undoAct(id);
    if (back === 'again') from.push(id);
    if (back === 'again' || back === null) presses = [];
    else {
      if (back.actId !== null) to.push(back.actId);
      return back;
    }
    return null;
  }

  async function run(by: Served): Promise<void> {
    let [acts, left] = [0, 0];
    show(true);
    try {
      await by.settle();
      for (let press = presses.shift(); press; press = presses.shift()) {
        const back = await undoNext(by, press);
        if (!back) continue;
        acts += 1;
        left += back.left;
      }
    } finally {
      presses = [];
      show(false);
    }
    if (acts > 0) by.report(acts, left);
  }

  function press(what: 'undo' | 'redo'): void {
    if (!served) return;
    presses.push(what);
    if (!store.get().isUndoing) void run(served);
  }
  return {
    store: { get: store.get, subscribe: store.subscribe },
    /** Adds an act that was done here. Earlier undone acts can no longer be redone. */
    add(actId: number | null): void {
      if (actId === null) return;
      done.push(actId);
      undone.length = 0;
      show(store.get().isUndoing);
    },
    /** Removes an act that was undone elsewhere on this page. */
    forget(actId: number): void {
      const place = done.lastIndexOf(actId);
      if (place >= 0) done.splice(place, 1);
      show(store.get().isUndoing);
    },
    undo(): void {
      if (!served?.dropNewest()) press('undo');
    },
    redo: (): void => press('redo'),
    /** Registers the open gradebook, which runs the acts. Returns a function that stops it. */
    serve(by: Served): () => void {
      served = by;
      return () => {
        served = null;
      };
    },
  };
}
export type Acts = ReturnType<typeof createActs>;
