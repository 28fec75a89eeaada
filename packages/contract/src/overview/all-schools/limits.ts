/** The maximum number of schools that one call changes. */
export const MAX_SCHOOLS_AT_ONCE = 1000;
/** The maximum length of the reason of a suspension, which the school's people read. */
export const MAX_SUSPENSION_REASON = 300;
/** The largest limit of each kind: people, bytes of files, and requests a minute. */
export const MAX_SCHOOL_LIMITS = { people: 1_000_000, files: 1_000_000_000_000_000, requests: 1_000_000 } as const;
/** The share of a limit from which a school's administrators are warned, in percent. */
export const LIMIT_WARNING_PERCENT = 90;
