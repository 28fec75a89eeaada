import { createStore, type Store } from './store.ts';

/** A question to the person whether it is them, and what to do with its answer. */
interface Asked {
  answer: (isConfirmed: boolean) => void;
}

const asked = createStore<Asked | null>(null);
/** The open question, which a dialog shows. Null: none. */
export const confirmStore: Pick<Store<Asked | null>, 'get' | 'subscribe'> = { get: asked.get, subscribe: asked.subscribe };

let askers = 0;
/** Declares that the page shows the question when it is asked. Returns a function that ends this. */
export function offerToAsk(): () => void {
  askers += 1;
  return () => {
    askers -= 1;
    if (askers === 0) asked.get()?.answer(false);
  };
}

let answering: Promise<boolean> | null = null;

/**
 * Asks the person to confirm who they are. Calls that need it at the same time share one question. Resolves to true once they
 * have, and to false when they leave, or when this page cannot ask.
 */
export function askToConfirm(): Promise<boolean> {
  if (askers === 0) return Promise.resolve(false);
  answering ??= new Promise<boolean>((answer) => asked.set({ answer })).finally(() => {
    answering = null;
    asked.set(null);
  });
  return answering;
}
