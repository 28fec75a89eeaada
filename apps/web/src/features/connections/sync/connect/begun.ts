import { keep, readKeptJson } from '../../../../base/storage.ts';
import { beginConnecting } from '../calls.ts';

/** The data that the tab keeps while a person gives consent at Google. */
export interface Begun {
  /** Proves that this browser started it. */
  secret: string;
  /** The page where it was started, to continue there. */
  to: string;
}

const KEY = 'cw.sync';

/** Opens Google's consent page. `to`: the page to open afterwards. @throws {ApiError} */
export async function connectGoogle(to: string): Promise<void> {
  const { url, secret } = await beginConnecting();
  keep('tab', KEY, JSON.stringify({ secret, to } satisfies Begun));
  location.assign(url);
}

/** Returns what this tab started; null if it started nothing or has already returned. */
export function takeBegun(): Begun | null {
  const begun = readKeptJson<Begun>('tab', KEY);
  keep('tab', KEY, null);
  return typeof begun?.secret === 'string' ? { secret: begun.secret, to: typeof begun.to === 'string' ? begun.to : '/sync' } : null;
}

/** Takes Google's answer out of the address bar and the history. */
export function takeAnswer(): string {
  const answer = location.search;
  if (answer !== '') history.replaceState(history.state, '', location.pathname);
  return answer;
}
