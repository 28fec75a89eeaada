import { createStore } from '../../../base/store.ts';

/** What became of an act that was to be undone. */
export interface Undone {
  /** The act that undid it, which can be undone in its turn; null: nothing changed. */
  actId: number | null;
  /** How many grades stay because they were changed since. */
  left: number;
}

/** Undoes an act. `again`: it could not be done now and can be tried again; null: it cannot be done. */
type Undo = (actId: number) => Promise<Undone | 'again' | null>;

interface Served {
  undoAct: Undo;
  /** Gives up the newest act that has not been sent. Returns whether there was one. */
  dropNewest: () => boolean;
  /** Resolves when what was typed is saved. */
  settle: () => Promise<void>;
  /** Reports what some presses undid, once, when the last of them is done. */
  report: (acts: number, left: number) => void;
}

interface Shown {
  canUndo: boolean;
  isUndoing: boolean;
}

/** The acts of this page, the newest last: Undo undoes the last one, Redo does it again. Every press counts, also while one is under way. */
export function createActs() {
  const store = createStore<Shown>({ canUndo: false, isUndoing: false });
  const done: number[] = [];
  const undone: number[] = [];
  /** What was pressed and is not done yet. */
  let presses: ('undo' | 'redo')[] = [];
  let served: Served | null = null;
  const show = (isUndoing: boolean) => {
    const { canUndo, isUndoing: before } = store.get();
    if (canUndo !== done.length > 0 || before !== isUndoing) store.set({ canUndo: done.length > 0, isUndoing });
  };

  /** Returns what became of one press; null: there was nothing to undo, or it failed, and the presses after it are given up. */
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
    /** An act was done here. What was undone before cannot be done again. */
    add(actId: number | null): void {
      if (actId === null) return;
      done.push(actId);
      undone.length = 0;
      show(store.get().isUndoing);
    },
    /** An act was undone elsewhere on this page. */
    forget(actId: number): void {
      const place = done.lastIndexOf(actId);
      if (place >= 0) done.splice(place, 1);
      show(store.get().isUndoing);
    },
    undo(): void {
      if (!served?.dropNewest()) press('undo');
    },
    redo: (): void => press('redo'),
    /** The open gradebook does it. Returns the way to stop. */
    serve(by: Served): () => void {
      served = by;
      return () => {
        served = null;
      };
    },
  };
}
export type Acts = ReturnType<typeof createActs>;
