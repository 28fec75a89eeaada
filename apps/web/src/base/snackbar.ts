import { SCREEN_LIMITS } from '@classwright/rules/screen-limits';
import type { Hue } from './hue.ts';
import { keep, readKeptJson } from './storage.ts';
import { createStore } from './store.ts';

/** The content of the snackbar. Only the newest is shown. */
export interface Snack {
  readonly id: number;
  readonly message: string;
  readonly color: Hue;
  /** The time it is shown, 4000 ms by default; 0 stays until it is closed. */
  readonly timeout: number;
  /** True to wrap a long message so that all of it is readable; otherwise it is one line with an ellipsis. */
  readonly multiline: boolean;
  /** Undoes the action. The returned text then replaces the message. */
  readonly undo?: (() => Promise<string>) | undefined;
}

/** The time to read the message and to reach Undo. */
const UNDO_MS = 10_000;

const NEXT_PAGE_KEY = 'cw.snack';

const current = createStore<Snack | null>(readKeptJson<Snack>('tab', NEXT_PAGE_KEY));
keep('tab', NEXT_PAGE_KEY, null);
export const snackStore = { get: current.get, subscribe: current.subscribe };

/** The last id. Ids continue from those of the previous page. */
let count = current.get()?.id ?? 0;

type SnackOptions = Partial<Omit<Snack, 'id' | 'message'>>;

const toSnack = (message: string, { color = 'green', undo, timeout = undo ? UNDO_MS : SCREEN_LIMITS.snackbarMs, multiline = true }: SnackOptions): Snack => {
  count += 1;
  return { id: count, message, color, timeout, multiline, ...(undo && { undo }) };
};

export function showSnack(message: string, options: SnackOptions = {}): void {
  current.set(toSnack(message, options));
}

/**
 * Shows a snackbar on the page that this tab loads next. The lesson is a separate program, so its message on leaving
 * appears elsewhere.
 */
export function showSnackOnNextPage(message: string, options: SnackOptions = {}): void {
  keep('tab', NEXT_PAGE_KEY, JSON.stringify(toSnack(message, options)));
}

/** Closes the snackbar; with an id only if it still shows that one. */
export function closeSnack(id?: number): void {
  if (id === undefined || current.get()?.id === id) current.set(null);
}
