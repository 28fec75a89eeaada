import { useEffect } from 'react';
import { useEvent } from './use-event.ts';
import { usePreferences } from './preferences.ts';

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"]';

/**
 * Returns true when a letter or character key belongs to the focused element, or to a dialog above the one with the
 * shortcuts.
 */
const isTaken = (event: KeyboardEvent, openDialogs: number): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  document.querySelectorAll('dialog[open]').length > openDialogs ||
  (event.target instanceof Element && event.target.closest(TYPING) !== null);

/**
 * Adds shortcuts of single keys to a page, by the lower-case `KeyboardEvent.key`. They are off while a person types or
 * a dialog is open, and can be switched off in Appearance (WCAG 2.1.4). `run` returns false when the key has no effect.
 * Keys of a dialog are off while another dialog that it opened is open.
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
