/**
 * The rights of an app, by the last word of the standard's scopes. Source: OneRoster 1.2, REST bindings, section 3.
 */
export const API_SCOPES = ['roster.readonly', 'gradebook.readonly', 'gradebook.createput', 'gradebook.delete'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** The time in which an app whose access was ended can be reconnected with the same secret. */
export const RESTORE_MINUTES = 60;
/** The number of days that records of reads are kept. */
export const READS_KEPT_DAYS = 400;
export const MAX_CLIENT_NAME_CHARACTERS = 100;
