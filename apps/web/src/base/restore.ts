import type { authMe } from '@classwright/contract/people/sign-in/calls';
import { api, isApiError } from './api.ts';
import { DEVICE_KEY, getSession, rememberedToken, signIn, TAB_KEY } from './session.ts';
import { keep, readKept } from './storage.ts';

const TIMEOUT_MS = 8000;

/**
 * Starts a newly opened tab with the device's last sign-in, with the server's current data of the person. Without an
 * answer nobody is signed in; an invalid token is deleted. A tab that signed out stays signed out.
 */
export async function restoreRemembered(): Promise<void> {
  const token = getSession() ? null : rememberedToken();
  if (token === null) return;
  try {
    const { user } = await api<typeof authMe>('GET', '/auth/me', { token, timeoutMs: TIMEOUT_MS });
    if (readKept('tab', TAB_KEY) === null) signIn(token, user, { remember: true });
  } catch (failure) {
    if (isApiError(failure) && failure.status === 401) keep('device', DEVICE_KEY, null);
  }
}
