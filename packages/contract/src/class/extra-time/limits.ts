/** How much extra time a student can have in the forms of lessons, in percent of the class's. Apart, for pages that need no schema. */
export const MOST_EXTRA_PERCENT = 1_000;
