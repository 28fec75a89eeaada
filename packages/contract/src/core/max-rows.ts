/**
 * The maximum number of rows in one call: a table that somebody pastes, rows that somebody selected. In a separate
 * file, for pages that need no schema.
 */
export const MAX_ROWS_PER_CALL = 300;
