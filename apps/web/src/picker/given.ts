/**
 * What the window's address says, and what it forgets, before anything else of the program runs: a window starts with a
 * copy of what its opener's tab keeps, the session among it, and a script of others is to run here.
 */
export interface Given {
  /** The name of the channel, from the address or as this window has kept it; null: it was opened by hand. */
  id: string | null;
  /** What Google sent it back with; null: it was just opened. */
  answer: string | null;
}

const KEY = 'cw.drive';

export const given: Given = take();

function take(): Given {
  const answer = location.search === '' ? null : location.search;
  const ids = [location.hash.slice(1)];
  try {
    ids.push(sessionStorage.getItem(KEY) ?? '');
    sessionStorage.clear();
  } catch {
    // storage is blocked: there is nothing to forget, and connecting anew cannot come back to the form
  }
  const id = ids.find((one) => /^[0-9a-f]{32}$/.test(one)) ?? null;
  try {
    if (id !== null) sessionStorage.setItem(KEY, id);
  } catch {
    // the same
  }
  history.replaceState(null, '', location.pathname);
  return { id, answer };
}
