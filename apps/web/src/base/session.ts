import type { UserView } from '@classwright/contract/people/sign-in/calls';
import { createStore, type Store } from './store.ts';
import { keep, playedSeat, readKept, readKeptJson } from './storage.ts';

/**
 * The signed-in person, per tab. The tab's own storage decides, so that a teacher's and a student's window can be open
 * in one browser; the device remembers the last account for newly opened tabs. Nothing here affects unsent answers,
 * which are kept by account elsewhere and survive every kind of sign-out.
 */
export interface Session {
  readonly token: string;
  readonly user: UserView;
}

/**
 * The reason nobody is signed in any more. The sign-in page shows it, unless the person chose it or was `told` already.
 */
export type SignOutReason = 'chosen' | 'expired' | 'elsewhere' | 'deactivated' | 'told';

export const TAB_KEY = 'cw.session';
/** The key of the device's last sign-in: the account's number and its token, nothing else about the person. */
export const DEVICE_KEY = 'cw.session.last';
/** The mark of a tab that signed out. It stays so when reloaded, even if others are signed in on this device. */
const NOBODY = 'none';

function restore(): Session | null {
  const kept = readKeptJson<Session>('tab', TAB_KEY); // null for NOBODY, which is no JSON
  return kept?.token && kept.user?.account_id ? kept : null;
}

/**
 * Stores in the tab the data that a reload shows immediately. The person's email and phone are missing until the server
 * is asked again.
 */
function keepInTab({ token, user: { email: _email, mobile: _mobile, ...user } }: Session): void {
  keep('tab', TAB_KEY, JSON.stringify({ token, user }));
}

const current = createStore<Session | null>(restore());

export const getSession = (): Session | null => current.get();
export const getToken = (): string | null => current.get()?.token ?? null;
export const subscribeSession = (listener: () => void): (() => void) => current.subscribe(listener);

/** The token that the server has ended for this page: only then is there a page to come back to. */
let taken: string | null = null;
export function tokenTaken(token: string): void {
  taken = token;
}

const expired = createStore<Session | null>(null);
/** The person whose sign-in has ended while the page stays open, until they sign in again or leave; otherwise null. */
export const expiredStore: Pick<Store<Session | null>, 'get' | 'subscribe'> = { get: expired.get, subscribe: expired.subscribe };

let holders = 0;
/** Keeps the page and its typed text when the sign-in ends. Returns a function that releases it. */
export function holdPageOnExpiry(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
  };
}

/** Leaves a held page: nobody is signed in any more. */
export function leaveExpired(): void {
  taken = null;
  signOut('expired');
}

let signOutReason: SignOutReason | null = null;
/** Returns the reason the tab has no account now; null before anyone signed in here. */
export const lastSignOutReason = (): SignOutReason | null => signOutReason;

/** Returns the token of this tab, or else of the device's last sign-in, which the server has not confirmed; null: none. */
export function rememberedToken(): string | null {
  if (current.get()) return getToken();
  if (playedSeat() !== null || readKept('tab', TAB_KEY) !== null) return null;
  const token = readKeptJson<{ token?: unknown }>('device', DEVICE_KEY)?.token;
  return typeof token === 'string' ? token : null;
}

/** Starts a newly opened tab with the device's last sign-in, if there is one to check with the server. */
export async function beginRemembered(): Promise<void> {
  if (!current.get() && rememberedToken() !== null) await import('./restore.ts').then((part) => part.restoreRemembered()).catch(() => null);
}

/** Stores the signed-in person for this tab and, if wanted, as the device's last. */
export function signIn(token: string, user: UserView, { remember = false }: { remember?: boolean } = {}): void {
  const { api_token: _token, ...person } = user;
  const session: Session = { token, user: person };
  signOutReason = null;
  expired.set(null);
  keepInTab(session);
  if (remember) keep('device', DEVICE_KEY, JSON.stringify({ token, account_id: user.account_id }));
  current.set(session);
}

/** True while the session belongs to this page alone, so that the sign-ins of tab and device stay as they are. */
let isOfPage = false;

/**
 * Makes this page act with a token that is no sign-in: a seat in a lesson with its student, or a classroom's wall, which
 * is nobody. It is stored nowhere here.
 */
export function actWith(token: string, user = { rights: [] } as unknown as UserView): void {
  isOfPage = true;
  current.set({ token, user });
}

/** Updates the person with the server's current data (menus and rights change). The token is unchanged. */
export function updateUser(user: UserView): void {
  const session = current.get();
  if (!session || session.user.account_id !== user.account_id) return;
  const { api_token: _token, ...person } = user;
  const next: Session = { token: session.token, user: person };
  if (JSON.stringify(next) === JSON.stringify(session)) return;
  keepInTab(next);
  current.set(next);
}

/**
 * Removes the sign-in of this tab, and of the device if it was the last. With a token: only if it is still the one in
 * use, so that a late 401 of an older token signs nobody out. A page that holds typed text stays.
 */
export function signOut(reason: SignOutReason = 'chosen', token?: string): void {
  const session = current.get();
  if (token !== undefined && session?.token !== token) return;
  if (reason === 'expired' && session && holders > 0 && taken === session.token) return expired.set(session);
  expired.set(null);
  signOutReason = session ? reason : signOutReason;
  if (!isOfPage) keep('tab', TAB_KEY, NOBODY);
  if (!isOfPage && (!session || readKeptJson<Session>('device', DEVICE_KEY)?.token === session.token)) keep('device', DEVICE_KEY, null);
  current.set(null);
}

/** A sign-out in another tab with the same token has ended the token, so this tab signs out immediately. */
if (typeof addEventListener === 'function') {
  addEventListener('storage', (event) => {
    if (event.key !== DEVICE_KEY || event.newValue !== null || !event.oldValue) return;
    const token = current.get()?.token;
    if (token && event.oldValue.includes(token)) signOut('chosen', token);
  });
}

/**
 * Returns the SHA-256 of a token in hex, as the server names ended tokens; null if the browser offers no digest (plain
 * http).
 */
export async function tokenFingerprint(token: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
