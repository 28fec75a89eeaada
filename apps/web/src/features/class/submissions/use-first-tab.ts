import { useEffect, useRef } from 'react';

/** Focuses the selected tab when a dialog opens, so that the dialog's keys do not go into its search. */
export function useFirstTab(name: string, tab: string): void {
  const first = useRef(`${name}-tab-${tab}`);
  useEffect(() => document.getElementById(first.current)?.focus(), []);
}
