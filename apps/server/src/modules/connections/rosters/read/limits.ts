/** What a roster may cost. A school district of 20,000 people, 1,000 classes and 200,000 enrolments stays far below. */
export const ROSTER_LIMITS = {
  /** Parts of an archive, folders among them. */
  entries: 200,
  /** Tables that are read. */
  tables: 40,
  /** What comes out of an archive; each part is read twice. */
  inflatedBytes: 512 * 1024 * 1024,
  /** One row of a table. */
  recordBytes: 64 * 1024,
  columns: 200,
  schools: 2_000,
  sessions: 10_000,
  courses: 50_000,
  classes: 20_000,
  people: 100_000,
  members: 1_000_000,
  /** Rows that something is said about; the rest is counted. */
  faults: 100_000,
} as const;
