import type { authLogout, authMe } from '@classwright/contract/people/sign-in/calls';
import { api } from './api.ts';
import { getSession, getToken, signOut, updateUser } from './session.ts';
import { showSnack } from './snackbar.ts';
import { t } from './t.ts';

/** Reloads the person of the tab's token: menus and rights may have changed, the token may have ended. */
export async function refreshUser(): Promise<void> {
  const token = getToken();
  if (!token) return;
  const answer = await api<typeof authMe>('GET', '/auth/me', { token }).catch(() => null);
  if (answer && getToken() === token) updateUser(answer.user);
}

/**
 * Signs out here immediately and ends the token on the server. Shows a message when the server could not be reached.
 */
export function logOut(): void {
  const session = getSession();
  signOut('chosen');
  if (!session) return;
  const { token, user } = session;
  import('./delete-kept-data.ts').then(({ deleteKeptData }) => deleteKeptData(user.account_id)).catch(() => null);
  api<typeof authLogout>('POST', '/auth/logout', { token }).catch((error: unknown) => {
    const told = error instanceof Error && 'status' in error && error.status === 401;
    if (!told) showSnack(t('shell.logOutFailed'), { color: 'amber', timeout: 10_000 });
  });
}
