import type { authMe } from '@classwright/contract/auth';
import { api, isApiError } from './api.ts';
import { forgetRemembered, rememberedToken, signIn } from './session.ts';

const TIMEOUT_MS = 8000;

/**
 * Lets a tab that was opened anew begin with the device's last sign-in, as the server knows the person now. Without an
 * answer the tab begins with nobody; a token that counts no more is forgotten.
 */
export async function restoreRemembered(): Promise<void> {
  const token = rememberedToken();
  if (token === null) return;
  try {
    const { user } = await api<typeof authMe>('GET', '/auth/me', { token, timeoutMs: TIMEOUT_MS });
    if (rememberedToken() === token) signIn(token, user, { remember: true });
  } catch (failure) {
    if (isApiError(failure) && failure.status === 401) forgetRemembered();
  }
}
