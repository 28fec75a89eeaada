import type { settingsPreferencesGet, settingsPreferencesUpdate } from '@classwright/contract/class/settings/calls';
import { DEFAULT_PREFERENCES, type ShellPreferences } from '@classwright/contract/people/profiles/shell-preferences';
import { api, isApiError } from './api.ts';
import { chooseColorMode } from './color-mode.ts';
import { getSession } from './session.ts';
import { keep, readKeptJson } from './storage.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/**
 * A person's choices for the look of their screens: applied immediately, stored on the device so that the first paint
 * is right, and with the account for their other devices. `waiting` has not reached the server yet.
 */
interface Kept {
  account_id: number;
  preferences: ShellPreferences;
  waiting: Partial<ShellPreferences>;
}

const KEY = 'cw.preferences';
const store = createStore<Kept | null>(readKeptJson<Kept>('device', KEY));

function ofThisAccount(): Kept | null {
  const account_id = getSession()?.user.account_id;
  if (account_id === undefined) return null;
  const kept = store.get();
  return kept?.account_id === account_id ? kept : { account_id, preferences: DEFAULT_PREFERENCES, waiting: {} };
}

function change(next: Kept): void {
  keep('device', KEY, JSON.stringify(next));
  store.set(next);
}

/** Applies choices, and stores them here and, as soon as there is a connection, with the account. */
export function choosePreferences(choices: Partial<ShellPreferences>): void {
  const kept = ofThisAccount();
  if (!kept) return;
  change({ ...kept, preferences: { ...kept.preferences, ...choices }, waiting: { ...kept.waiting, ...choices } });
  if (typeof choices.dark_mode === 'boolean') chooseColorMode(choices.dark_mode ? 'dark' : 'light');
  void syncPreferences();
}

/** True when the last attempt to reach the server failed. */
const unreached = createStore(false);

let underWay: Promise<void> | null = null;

/**
 * Sends waiting choices, otherwise loads those made elsewhere; one call at a time. Never fails: unsent choices are sent
 * later.
 */
export function syncPreferences(): Promise<void> {
  underWay ??= exchange().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function exchange(): Promise<void> {
  const kept = ofThisAccount();
  if (!kept) return;
  const sent = kept.waiting;
  const waits = Object.keys(sent).length > 0;
  try {
    const answer = waits
      ? await api<typeof settingsPreferencesUpdate>('PUT', '/settings/preferences', { body: sent })
      : await api<typeof settingsPreferencesGet>('GET', '/settings/preferences');
    unreached.set(false);
    takeOver(kept.account_id, answer.preferences, sent);
  } catch (error) {
    unreached.set(true);
    // a refusal would happen again; the choice stays on this device
    if (waits && isApiError(error) && !error.isTransient && error.status !== 401) forget(kept.account_id, sent);
    return;
  }
  if (Object.keys(ofThisAccount()?.waiting ?? {}).length > 0) await exchange();
}

/** Applies the server's choices, except those made while the call was under way. */
function takeOver(accountId: number, answered: ShellPreferences, sent: Partial<ShellPreferences>): void {
  const kept = ofThisAccount();
  if (kept?.account_id !== accountId) return;
  const waiting = without(kept.waiting, sent);
  const preferences = { ...answered, ...waiting };
  change({ account_id: accountId, preferences, waiting });
  if (preferences.dark_mode !== null && preferences.dark_mode !== kept.preferences.dark_mode) chooseColorMode(preferences.dark_mode ? 'dark' : 'light');
}

function forget(accountId: number, sent: Partial<ShellPreferences>): void {
  const kept = ofThisAccount();
  if (kept?.account_id === accountId) change({ ...kept, waiting: without(kept.waiting, sent) });
}

function without(waiting: Partial<ShellPreferences>, sent: Partial<ShellPreferences>): Partial<ShellPreferences> {
  return Object.fromEntries(Object.entries(waiting).filter(([name, value]) => sent[name as keyof ShellPreferences] !== value));
}

/** Returns the signed-in person's choices, and whether some could not reach the server yet. */
export function usePreferences(): { preferences: ShellPreferences; waits: boolean } {
  useStore(store);
  const failed = useStore(unreached);
  const kept = ofThisAccount();
  // the stored choices may lack a preference that exists now
  return { preferences: { ...DEFAULT_PREFERENCES, ...kept?.preferences }, waits: failed && Object.keys(kept?.waiting ?? {}).length > 0 };
}
