import { type RawBuilder, sql } from 'kysely';

/** What was typed, folded as the keys of names are, with nothing in it that means anything to LIKE. */
const folded = (text: string): RawBuilder<string> => sql<string>`replace(replace(replace(fold_name(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;

/** LIKE patterns for keys of names that contain, or start with, what was typed. */
export const contains = (text: string): RawBuilder<string> => sql<string>`'%' || ${folded(text)} || '%'`;
export const startsWith = (text: string): RawBuilder<string> => sql<string>`${folded(text)} || '%'`;

const MOST_WORDS = 8;

/** The words of what was typed; more than a name has are left out. */
export const wordsOf = (typed: string): string[] =>
  typed
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
