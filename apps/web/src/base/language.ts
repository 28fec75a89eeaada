import { english, toLanguage } from '@classwright/contract/messages/translate';
import { loadTexts } from './api.ts';
import { createStore } from './store.ts';

/**
 * The language of texts, numbers, dates and sort order. The page declares it: `<html lang dir>`, written by the server.
 */
export const languageStore = createStore(english);

/** Returns the locale for `Intl`. Every date, number, size and sort order on the screen uses it. */
export const locale = (): string => languageStore.get().locale;

/**
 * Resolves when texts can be shown: immediately in English, otherwise when the language's texts have loaded. If they do
 * not load, the page is in English and shows a notice.
 */
export async function languageReady(patienceMs = 10_000): Promise<void> {
  const root = document.documentElement;
  const { words } = root.dataset;
  if (!words) return;
  const late = new Promise<never>((_, reject) => setTimeout(reject, patienceMs));
  try {
    languageStore.set(toLanguage(root.lang, await Promise.race([loadTexts(words), late]), root.dir === 'rtl'));
  } catch {
    root.lang = 'en';
    root.dir = 'ltr';
  }
}
