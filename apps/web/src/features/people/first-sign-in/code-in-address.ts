/**
 * Returns the code after the # of a link, which browsers send to no server, and removes it from the address bar, so
 * that nobody can see it there or in the history. Null when there is none.
 */
export function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
