import { useEffect } from 'react';
import { useEvent } from './use-event.ts';
import { usePreferences } from './preferences.ts';

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"]';

/** Whether a key that is a letter or a sign belongs to what has the focus, or to a dialog above where the keys are. */
const isTaken = (event: KeyboardEvent, openDialogs: number): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  document.querySelectorAll('dialog[open]').length > openDialogs ||
  (event.target instanceof Element && event.target.closest(TYPING) !== null);

/**
 * Single keys of a page, by what `KeyboardEvent.key` says in lower case: they wait while somebody types or a dialog is
 * open, and can be switched off in Appearance (WCAG 2.1.4). `run` returns false where the key means nothing. Keys of a
 * dialog wait for those that it opens in its turn.
 */
export function useShortcuts(
  keys: Readonly<Record<string, (event: KeyboardEvent) => boolean | void>>,
  enabled = true,
  place: 'page' | 'dialog' = 'page',
): void {
  const { preferences } = usePreferences();
  const onKeyDown = useEvent((event: KeyboardEvent) => {
    const run = keys[event.key.toLowerCase()];
    if (!run || isTaken(event, place === 'dialog' ? 1 : 0)) return;
    if (run(event) !== false) event.preventDefault();
  });
  const isOn = enabled && preferences.shortcuts;
  useEffect(() => {
    if (!isOn) return undefined;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn, onKeyDown]);
}
