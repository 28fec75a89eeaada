/** What a program may do, by the last word of the standard's scopes. Source: OneRoster 1.2, REST bindings, section 3. */
export const API_SCOPES = ['roster.readonly', 'gradebook.readonly', 'gradebook.createput', 'gradebook.delete'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** For so long a program whose access was ended can be let in again with the same secret. */
export const RESTORE_MINUTES = 60;
/** What was read is kept for so long. */
export const READS_KEPT_DAYS = 400;
export const MOST_CLIENT_NAME = 100;
