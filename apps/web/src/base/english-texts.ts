/**
 * The English texts that are loaded: all of them in development and in tests. A build replaces this file by a table that
 * each part of the app fills with the texts that it names (`vite/words-plugin.ts`).
 */
export { en as englishTexts } from '@classwright/contract/messages/en';
