/**
 * The maximum extra time of a student in the forms of lessons, in percent of the class's. In a separate file, for pages
 * that need no schema.
 */
export const MAX_EXTRA_PERCENT = 1_000;
