/**
 * Reads the window's address and clears stored data before any other code runs. A window starts with a copy of its
 * opener's tab storage, including the session, and a third-party script will run here.
 */
export interface Given {
  /** The name of the channel, from the address or from this window's storage; null if it was opened by hand. */
  id: string | null;
  /** Google's answer on return; null if it was just opened. */
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
    // Storage is blocked: there is nothing to delete, and reconnecting cannot return to the form.
  }
  const id = ids.find((one) => /^[0-9a-f]{32}$/.test(one)) ?? null;
  try {
    if (id !== null) sessionStorage.setItem(KEY, id);
  } catch {
    // The same applies here.
  }
  history.replaceState(null, '', location.pathname);
  return { id, answer };
}
