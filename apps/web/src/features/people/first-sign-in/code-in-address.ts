/**
 * The code that a link carries behind its #, which browsers tell no server. It is taken out of the address bar, so that
 * nobody reads it over a shoulder or finds it in the history. Null when there is none.
 */
export function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
