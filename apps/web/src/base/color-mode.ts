import { useSyncExternalStore } from 'react';

/** The key read by the blocking script `src/color-scheme.ts`, which owns the attribute on <html>. */
const KEY = 'cw.color-mode';

export type ColorMode = 'light' | 'dark';

/** Returns the mode shown on the screen now. */
function currentColorMode(): ColorMode {
  return document.documentElement.getAttribute('data-color-mode') === 'dark' ? 'dark' : 'light';
}

/** Chooses a mode on this device; null returns to the device's own. */
export function chooseColorMode(mode: ColorMode | null): void {
  try {
    if (mode) localStorage.setItem(KEY, mode);
    else localStorage.removeItem(KEY);
  } catch {
    document.documentElement.setAttribute('data-color-mode', mode ?? 'light');
  }
  dispatchEvent(new Event('cw:color-mode'));
}

/**
 * Calls back whenever the mode on the screen changes, regardless of the cause. Returns a function that stops listening.
 */
function onColorMode(listener: () => void): () => void {
  let shown = currentColorMode();
  const observer = new MutationObserver(() => {
    // writing the same mode again is a mutation too, and listeners may write it
    if (currentColorMode() === shown) return;
    shown = currentColorMode();
    listener();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-color-mode'] });
  return () => observer.disconnect();
}

/** Returns true when dark mode is on, and the function to switch it. */
export function useDarkMode(): [boolean, (dark: boolean) => void] {
  const mode = useSyncExternalStore(onColorMode, currentColorMode);
  return [mode === 'dark', (dark) => chooseColorMode(dark ? 'dark' : 'light')];
}
