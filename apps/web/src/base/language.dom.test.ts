import { afterEach, expect, test, vi } from 'vitest';
import { english } from '@classwright/contract/messages/translate';
import { languageReady, languageStore, locale } from './language.ts';
import { messages } from './messages.ts';

const root = document.documentElement;
const t = messages({ 'a.plain': 'Plain', 'a.second': 'Second' });

const open = (lang: string, words?: string) => {
  root.lang = lang;
  root.dir = 'rtl';
  if (words) root.dataset.words = words;
};
afterEach(() => {
  vi.unstubAllGlobals();
  delete root.dataset.words;
  languageStore.set(english);
});

test('an English page waits for nothing', async () => {
  const fetch = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', fetch);
  open('en');
  await languageReady();
  expect(fetch).not.toHaveBeenCalled();
  expect([t('a.plain'), locale()]).toEqual(['Plain', 'en-US']);
});

test('the texts of a page’s language come before the English ones, which stand where it has none', async () => {
  vi.stubGlobal('fetch', async (address: string) => Response.json(address === '/words/de-1.json' ? { 'a.plain': 'Schlicht' } : {}));
  open('de', '/words/de-1.json');
  await languageReady();
  expect([t('a.plain'), t('a.second'), locale()]).toEqual(['Schlicht', 'Second', 'de']);
});

test.each([
  ['the network fails', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server has them no more', async () => new Response('', { status: 404 })],
  ['they do not come in time', () => new Promise(() => undefined)],
])('when %s, the page is English and says so', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch);
  open('ar', '/words/ar-1.json');
  await languageReady(20);
  expect([t('a.plain'), root.lang, root.dir, locale()]).toEqual(['Plain', 'en', 'ltr', 'en-US']);
});
