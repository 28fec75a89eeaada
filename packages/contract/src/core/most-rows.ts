/** What a list takes in one call: a table that somebody pastes, rows that somebody selected. Apart, for pages that need no schema. */
export const MOST_ROWS_AT_ONCE = 300;
