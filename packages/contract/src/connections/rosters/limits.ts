/**
 * The size limits of one roster upload. Separate from the endpoints, so that screens get it without their validators.
 */
export const ROSTER_FILE_LIMITS = { files: 20, maxBytes: 64 * 1024 * 1024 } as const;

/** The kinds of roster rows, in the order in which they are processed. */
export const ROSTER_KINDS = ['school', 'session', 'person', 'class', 'member', 'guardian', 'tie'] as const;
export type RosterKind = (typeof ROSTER_KINDS)[number];

/**
 * A person's choices for rows of a preview: use the roster's name or address, or confirm that someone with a new id is
 * the same person.
 */
export const ROSTER_CHOICES = ['name', 'email', 'same'] as const;
export type RosterChoice = (typeof ROSTER_CHOICES)[number];

/** The decisions about a class that is new to a source: none yet, a class of its own, or one of ours. */
export const ROSTER_DECISIONS = ['undecided', 'new', 'ours'] as const;
export type RosterDecision = (typeof ROSTER_DECISIONS)[number];

/** The kinds of rows in a table. */
export const ROSTER_TABLE_KINDS = ['person', 'class', 'member', 'course', 'school', 'session', 'ignore'] as const;
/** The fields to which columns can be mapped, by kind of row. `true` marks a required field. */
export const ROSTER_FIELDS = {
  person: { id: true, first: false, last: false, name: false, email: false, username: false, role: false, schools: false, status: false },
  class: { id: true, title: false, course: false, school: false, sessions: false, code: false, room: false, subject: false, status: false },
  member: { class: true, person: true, role: false, begin: false, end: false, status: false },
  course: { id: true, title: true, subject: false, school: false, status: false },
  school: { id: true, name: true, status: false },
  session: { id: true, title: true, type: false, start: false, end: false, parent: false, year: false, status: false },
  ignore: {},
} as const satisfies Record<(typeof ROSTER_TABLE_KINDS)[number], Record<string, boolean>>;
