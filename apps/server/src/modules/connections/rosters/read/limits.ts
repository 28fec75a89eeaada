/**
 * The limits of a roster. A school district of 20,000 people, 1,000 classes and 200,000 enrollments is far below them.
 */
export const ROSTER_LIMITS = {
  /** The maximum number of parts of an archive, including folders. */
  entries: 200,
  /** The maximum number of tables that are read. */
  tables: 40,
  /** The maximum size of an unpacked archive; each part is read twice. */
  inflatedBytes: 512 * 1024 * 1024,
  /** The maximum size of one row of a table. */
  recordBytes: 64 * 1024,
  columns: 200,
  schools: 2_000,
  sessions: 10_000,
  courses: 50_000,
  classes: 20_000,
  people: 100_000,
  members: 1_000_000,
  /** The maximum number of ties of guardians to children. */
  ties: 400_000,
  /** The maximum number of rows with listed faults; the rest is only counted. */
  faults: 100_000,
} as const;
