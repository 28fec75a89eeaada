/** The maximum number of characters of a private note. */
export const MAX_NOTE_CHARACTERS = 2_000;
