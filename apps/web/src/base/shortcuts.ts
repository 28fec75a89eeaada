import { useEffect } from 'react';
import { useEvent } from './use-event.ts';
import { usePreferences } from './preferences.ts';

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"]';

/** Whether a key that is a letter or a sign belongs to what has the focus, or to an open dialog. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  document.querySelector('dialog[open]') !== null ||
  (event.target instanceof Element && event.target.closest(TYPING) !== null);

/**
 * Single keys of a page, by what `KeyboardEvent.key` says in lower case: they wait while somebody types or a dialog is
 * open, and can be switched off in Appearance (WCAG 2.1.4). `run` returns false where the key means nothing.
 */
export function useShortcuts(keys: Readonly<Record<string, (event: KeyboardEvent) => boolean | void>>, enabled = true): void {
  const { preferences } = usePreferences();
  const onKeyDown = useEvent((event: KeyboardEvent) => {
    const run = keys[event.key.toLowerCase()];
    if (!run || isTaken(event)) return;
    if (run(event) !== false) event.preventDefault();
  });
  const isOn = enabled && preferences.shortcuts;
  useEffect(() => {
    if (!isOn) return undefined;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn, onKeyDown]);
}
