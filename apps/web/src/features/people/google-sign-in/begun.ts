import type { authGoogleBegin } from '@classwright/contract/people/sign-in/calls';
import { api } from '../../../base/api.ts';
import { keep, readKeptJson } from '../../../base/storage.ts';

/** What the tab keeps while its person is with Google. */
export interface Begun {
  /** Proves that this browser began it. */
  secret: string;
  /** Also for tabs that are opened later on this device. */
  remember: boolean;
  /** Where to go on afterwards. */
  to?: string | undefined;
}

const KEY = 'cw.google';

/** Leaves for Google's page. @throws {ApiError} */
export async function beginGoogle({ remember, to }: Omit<Begun, 'secret'>): Promise<void> {
  const { url, secret } = await api<typeof authGoogleBegin>('POST', '/auth/google', { token: null });
  keep('tab', KEY, JSON.stringify({ secret, remember, to } satisfies Begun));
  location.assign(url);
}

/** What this tab began; null when it began nothing, or has come back already. */
export function takeBegun(): Begun | null {
  const begun = readKeptJson<Begun>('tab', KEY);
  keep('tab', KEY, null);
  return typeof begun?.secret === 'string' ? begun : null;
}

/** What Google answered, out of the address bar and the history. */
export function takeAnswer(): string {
  const answer = location.search;
  if (answer !== '') history.replaceState(history.state, '', location.pathname);
  return answer;
}
