/** The maximum number of characters of a private note. */
export const MOST_NOTE_CHARACTERS = 2_000;
