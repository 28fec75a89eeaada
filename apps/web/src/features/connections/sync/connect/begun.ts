import { keep, readKeptJson } from '../../../../base/storage.ts';
import { beginConnecting } from '../calls.ts';

/** What the tab keeps while its person gives consent at Google. */
export interface Begun {
  /** Proves that this browser began it. */
  secret: string;
  /** Where it was begun, to go on there. */
  to: string;
}

const KEY = 'cw.sync';

/** Leaves for Google's page of consent; `to`: where to go on afterwards. @throws {ApiError} */
export async function connectGoogle(to: string): Promise<void> {
  const { url, secret } = await beginConnecting();
  keep('tab', KEY, JSON.stringify({ secret, to } satisfies Begun));
  location.assign(url);
}

/** What this tab began; null when it began nothing, or has come back already. */
export function takeBegun(): Begun | null {
  const begun = readKeptJson<Begun>('tab', KEY);
  keep('tab', KEY, null);
  return typeof begun?.secret === 'string' ? { secret: begun.secret, to: typeof begun.to === 'string' ? begun.to : '/sync' } : null;
}

/** What Google answered, out of the address bar and the history. */
export function takeAnswer(): string {
  const answer = location.search;
  if (answer !== '') history.replaceState(history.state, '', location.pathname);
  return answer;
}
