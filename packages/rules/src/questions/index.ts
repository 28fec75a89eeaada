/**
 * The question bank: approval, scoring, ratings, required content, search, and differences between versions. Source:
 * document 2, sections 4 and 5.
 */
export * from './approval.ts';
export * from './check.ts';
export * from './compare.ts';
export * from './limits.ts';
export * from './list-fields.ts';
export * from './ratings.ts';
export * from './scoring.ts';
export * from './search-words.ts';
