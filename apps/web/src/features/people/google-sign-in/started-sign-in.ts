import type { authGoogleBegin } from '@classwright/contract/people/sign-in/calls';
import { api } from '../../../base/api.ts';
import { keep, readKeptJson } from '../../../base/storage.ts';

/** The data that the tab keeps while the person is on Google's page. */
export interface StartedSignIn {
  /** The secret that proves that this browser started it. */
  secret: string;
  /** True to stay signed in for tabs opened later on this device. */
  remember: boolean;
  /** The page to open afterward. */
  to?: string | undefined;
}

const KEY = 'cw.google';

/** Opens Google's page. @throws {ApiError} */
export async function beginGoogle({ remember, to }: Omit<StartedSignIn, 'secret'>): Promise<void> {
  const { url, secret } = await api<typeof authGoogleBegin>('POST', '/auth/google', { token: null });
  keep('tab', KEY, JSON.stringify({ secret, remember, to } satisfies StartedSignIn));
  location.assign(url);
}

/** Returns and clears the tab's started sign-in; null if there is none, or it has returned already. */
export function takeStartedSignIn(): StartedSignIn | null {
  const begun = readKeptJson<StartedSignIn>('tab', KEY);
  keep('tab', KEY, null);
  return typeof begun?.secret === 'string' ? begun : null;
}

/** Returns Google's response and removes it from the address bar and the history. */
export function takeAnswer(): string {
  const answer = location.search;
  if (answer !== '') history.replaceState(history.state, '', location.pathname);
  return answer;
}
