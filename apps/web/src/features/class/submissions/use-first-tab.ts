import { useEffect, useRef } from 'react';

/** Gives the chosen tab of a dialog the focus when it opens: the keys of the dialog must not fall into its search. */
export function useFirstTab(name: string, tab: string): void {
  const first = useRef(`${name}-tab-${tab}`);
  useEffect(() => document.getElementById(first.current)?.focus(), []);
}
