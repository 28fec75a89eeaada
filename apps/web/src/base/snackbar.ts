import { SCREEN_LIMITS } from '@classwright/rules/screen-limits';
import type { Hue } from './hue.ts';
import { keep, readKeptJson } from './storage.ts';
import { createStore } from './store.ts';

/** What the snackbar shows; one at a time, the newest. */
export interface Snack {
  readonly id: number;
  readonly message: string;
  readonly color: Hue;
  /** 4000 ms unless said; 0 stays until it is closed. */
  readonly timeout: number;
  /** A long message wraps and is readable in full; else it is one line with an ellipsis. */
  readonly multiline: boolean;
  /** Takes back what was done; its words are then shown in place of these. */
  readonly undo?: (() => Promise<string>) | undefined;
}

/** Long enough to read what happened and to reach Undo. */
const UNDO_MS = 10_000;

const NEXT_PAGE_KEY = 'cw.snack';

const current = createStore<Snack | null>(readKeptJson<Snack>('tab', NEXT_PAGE_KEY));
keep('tab', NEXT_PAGE_KEY, null);
export const snackStore = { get: current.get, subscribe: current.subscribe };

/** Ids go on where the page before ended. */
let count = current.get()?.id ?? 0;

type SnackOptions = Partial<Omit<Snack, 'id' | 'message'>>;

const toSnack = (message: string, { color = 'green', undo, timeout = undo ? UNDO_MS : SCREEN_LIMITS.snackbarMs, multiline = true }: SnackOptions): Snack => {
  count += 1;
  return { id: count, message, color, timeout, multiline, ...(undo && { undo }) };
};

export function showSnack(message: string, options: SnackOptions = {}): void {
  current.set(toSnack(message, options));
}

/** For the page that this tab loads next: the lesson is a program of its own, what it says in leaving is read elsewhere. */
export function showSnackOnNextPage(message: string, options: SnackOptions = {}): void {
  keep('tab', NEXT_PAGE_KEY, JSON.stringify(toSnack(message, options)));
}

/** Closes the snackbar; with an id only if it still shows that one. */
export function closeSnack(id?: number): void {
  if (id === undefined || current.get()?.id === id) current.set(null);
}
