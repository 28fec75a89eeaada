/** How much may be sent of a roster at once. Apart from the endpoints, so that screens get it without their validators. */
export const ROSTER_FILE_LIMITS = { files: 20, maxBytes: 64 * 1024 * 1024 } as const;

/** What rows of a roster are, in the order in which they are done. */
export const ROSTER_KINDS = ['school', 'session', 'person', 'class', 'member'] as const;
export type RosterKind = (typeof ROSTER_KINDS)[number];

/** What somebody chooses about rows of a preview: to use the name or the address of the roster, and that somebody with a new id is the same person. */
export const ROSTER_CHOICES = ['name', 'email', 'same'] as const;
export type RosterChoice = (typeof ROSTER_CHOICES)[number];

/** What is decided about a class that is new to a source: nothing yet, that it is a class of its own, that it is one of ours. */
export const ROSTER_DECISIONS = ['undecided', 'new', 'ours'] as const;
export type RosterDecision = (typeof ROSTER_DECISIONS)[number];

/** What rows of a table can be. */
export const ROSTER_TABLE_KINDS = ['person', 'class', 'member', 'course', 'school', 'session', 'ignore'] as const;
/** The fields that columns can be given to, by what the rows are; those marked must be. */
export const ROSTER_FIELDS = {
  person: { id: true, first: false, last: false, name: false, email: false, username: false, role: false, schools: false, status: false },
  class: { id: true, title: false, course: false, school: false, sessions: false, code: false, room: false, subject: false, status: false },
  member: { class: true, person: true, role: false, begin: false, end: false, status: false },
  course: { id: true, title: true, subject: false, school: false, status: false },
  school: { id: true, name: true, status: false },
  session: { id: true, title: true, type: false, start: false, end: false, parent: false, year: false, status: false },
  ignore: {},
} as const satisfies Record<(typeof ROSTER_TABLE_KINDS)[number], Record<string, boolean>>;
