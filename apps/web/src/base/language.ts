import { english, toLanguage } from '@classwright/contract/messages/translate';
import { loadWords } from './api.ts';
import { createStore } from './store.ts';

/** What texts, numbers, dates and order are written by. The page says which it is: `<html lang dir>`, written by the server. */
export const languageStore = createStore(english);

/** For `Intl`: every date, number, size and order on the screen takes it from here. */
export const locale = (): string => languageStore.get().locale;

/**
 * Resolves when texts can be shown: at once in English, else when the language's have come. Where they do not come, the
 * page is English and says so.
 */
export async function languageAtHand(patienceMs = 10_000): Promise<void> {
  const root = document.documentElement;
  const { words } = root.dataset;
  if (!words) return;
  const late = new Promise<never>((_, reject) => setTimeout(reject, patienceMs));
  try {
    languageStore.set(toLanguage(root.lang, await Promise.race([loadWords(words), late]), root.dir === 'rtl'));
  } catch {
    root.lang = 'en';
    root.dir = 'ltr';
  }
}
