/**
 * Censorship: finding listed words in people's texts, even disguised ones, and replacing them. Pure; the caller passes
 * the lists. docs/censorship.md explains the choices and the measurements.
 */
export { CensorshipMatcher, type CensorshipEntry, type CensorshipMatch, type MatchScope } from './matcher.ts';
export type { Censored } from './censored.ts';
export { censorText } from './censor-text.ts';
export { censorDocument } from './censor-document.ts';
