import type { UserView } from '@classwright/contract/people/sign-in/calls';
import { createStore, type Store } from './store.ts';
import { keep, readKept, readKeptJson } from './storage.ts';

/**
 * Who is signed in, per tab: the tab's own storage decides, so that a teacher's and a student's window live side by
 * side in one browser; the last account is remembered on the device for tabs that are opened anew.
 *
 * Nothing here touches unsent answers. They are kept by account elsewhere and outlive every way of signing out.
 */
export interface Session {
  readonly token: string;
  readonly user: UserView;
}

/** Why nobody is signed in any more: said on the sign-in page, unless the person chose it or was `told` already. */
export type SignOutReason = 'chosen' | 'expired' | 'elsewhere' | 'deactivated' | 'told';

export const TAB_KEY = 'cw.session';
/** Whose sign-in was the device's last, by number, and its token: nothing else about the person. */
export const DEVICE_KEY = 'cw.session.last';
/** A tab that signed out stays so when it is reloaded, whoever else is signed in on this device. */
const NOBODY = 'none';

function restore(): Session | null {
  const kept = readKeptJson<Session>('tab', TAB_KEY); // null for NOBODY, which is no JSON
  return kept?.token && kept.user?.account_id ? kept : null;
}

/** The tab keeps what a reload shows at once. How the person is reached is not there until the server is asked again. */
function keepInTab({ token, user: { email: _email, mobile: _mobile, ...user } }: Session): void {
  keep('tab', TAB_KEY, JSON.stringify({ token, user }));
}

const current = createStore<Session | null>(restore());

export const getSession = (): Session | null => current.get();
export const getToken = (): string | null => current.get()?.token ?? null;
export const subscribeSession = (listener: () => void): (() => void) => current.subscribe(listener);

/** The token that the server has taken from this page: only then is there a page to come back to. */
let taken: string | null = null;
export function tokenTaken(token: string): void {
  taken = token;
}

const expired = createStore<Session | null>(null);
/** Whose sign-in has ended while the page stays as it is, until they sign in again or leave; else null. */
export const expiredStore: Pick<Store<Session | null>, 'get' | 'subscribe'> = { get: expired.get, subscribe: expired.subscribe };

let holders = 0;
/** As long as it holds, an ended sign-in leaves the page and what was typed there. Returns the way to stop. */
export function holdPageOnExpiry(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
  };
}

/** Gives a held page up: nobody is signed in any more. */
export function leaveExpired(): void {
  taken = null;
  signOut('expired');
}

let signOutReason: SignOutReason | null = null;
/** Why the tab has no account now; null before anybody signed in here. */
export const lastSignOutReason = (): SignOutReason | null => signOutReason;

/** Begins a tab that was opened anew with the device's last sign-in, where there is one to ask the server about. */
export async function beginRemembered(): Promise<void> {
  if (!current.get() && readKept('device', DEVICE_KEY)) await import('./restore.ts').then((part) => part.restoreRemembered()).catch(() => null);
}

/** Stores who signed in, for this tab and, where it is wanted, as the device's last. */
export function signIn(token: string, user: UserView, { remember = false }: { remember?: boolean } = {}): void {
  const { api_token: _token, ...person } = user;
  const session: Session = { token, user: person };
  signOutReason = null;
  expired.set(null);
  keepInTab(session);
  if (remember) keep('device', DEVICE_KEY, JSON.stringify({ token, account_id: user.account_id }));
  current.set(session);
}

/** Takes over the person as the server sees them now (menus and rights change); the token stays. */
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
 * Forgets who is signed in in this tab, and on the device when it was the last. With a token: only if that is still
 * the one in use, so that a late 401 of an older token signs nobody out. A page that holds on to what was typed stays.
 */
export function signOut(reason: SignOutReason = 'chosen', token?: string): void {
  const session = current.get();
  if (token !== undefined && session?.token !== token) return;
  if (reason === 'expired' && session && holders > 0 && taken === session.token) return expired.set(session);
  expired.set(null);
  signOutReason = session ? reason : signOutReason;
  keep('tab', TAB_KEY, NOBODY);
  if (!session || readKeptJson<Session>('device', DEVICE_KEY)?.token === session.token) keep('device', DEVICE_KEY, null);
  current.set(null);
}

/** Signed out in another tab with the same token: the token has ended, so this tab follows at once. */
if (typeof addEventListener === 'function') {
  addEventListener('storage', (event) => {
    if (event.key !== DEVICE_KEY || event.newValue !== null || !event.oldValue) return;
    const token = current.get()?.token;
    if (token && event.oldValue.includes(token)) signOut('chosen', token);
  });
}

/** SHA-256 of a token in hex, as the server names ended tokens; null where the browser offers no digest (plain http). */
export async function tokenFingerprint(token: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
