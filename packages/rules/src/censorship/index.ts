/**
 * Censorship: finding listed words in what people write, however they are disguised, and putting something else in
 * their place. Pure; the lists are given by the caller. docs/censorship.md has the choices and the figures.
 */
export { CensorshipMatcher, type CensorshipEntry, type CensorshipMatch, type MatchScope } from './matcher.ts';
export type { Censored } from './censored.ts';
export { censorText } from './censor-text.ts';
export { censorDocument } from './censor-document.ts';
