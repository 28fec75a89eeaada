import { createStore } from '../../base/store.ts';

/** What taking an act back says, in words; null: there was nothing to say. */
export type TakeBack = (actId: number) => Promise<number | null>;

interface Shown {
  canUndo: boolean;
  isUndoing: boolean;
}

/** The acts of this page, the newest last: Undo takes the last one back, Redo does it again. */
export function createActs() {
  const store = createStore<Shown>({ canUndo: false, isUndoing: false });
  const done: number[] = [];
  const undone: number[] = [];
  let takeBack: TakeBack | null = null;
  /** What was typed last and has not been sent. Returns whether there was some. */
  let dropWaiting: (() => boolean) | null = null;
  let settle: (() => Promise<void>) | null = null;
  const show = (isUndoing: boolean) => {
    const { canUndo, isUndoing: before } = store.get();
    if (canUndo !== done.length > 0 || before !== isUndoing) store.set({ canUndo: done.length > 0, isUndoing });
  };
  async function run(from: number[], to: number[]): Promise<void> {
    if (store.get().isUndoing || !takeBack) return;
    show(true);
    try {
      await settle?.();
      const id = from.pop();
      const back = id === undefined ? null : await takeBack(id);
      if (back !== null) to.push(back);
    } finally {
      show(false);
    }
  }
  return {
    store: { get: store.get, subscribe: store.subscribe },
    /** An act was done here. What was taken back before cannot be done again. */
    add(actId: number | null): void {
      if (actId === null) return;
      done.push(actId);
      undone.length = 0;
      show(store.get().isUndoing);
    },
    /** An act was taken back elsewhere on this page. */
    forget(actId: number): void {
      const place = done.lastIndexOf(actId);
      if (place >= 0) done.splice(place, 1);
      show(store.get().isUndoing);
    },
    undo(): void {
      if (!dropWaiting?.()) void run(done, undone);
    },
    redo(): void {
      void run(undone, done);
    },
    /** The open gradebook does it. Returns the way to stop. */
    serve(by: { takeBack: TakeBack; dropWaiting: () => boolean; settle: () => Promise<void> }): () => void {
      ({ takeBack, dropWaiting, settle } = by);
      return () => {
        takeBack = dropWaiting = settle = null;
      };
    },
  };
}
export type Acts = ReturnType<typeof createActs>;
