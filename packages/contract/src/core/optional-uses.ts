/**
 * The optional uses of students' data: sync with Google Classroom, files from Google Drive, showing the picture to others,
 * and the name on the wall of a lesson.
 */
export const OPTIONAL_USES = ['classroom', 'drive', 'picture', 'wall_name'] as const;
export type OptionalUse = (typeof OPTIONAL_USES)[number];

/** The choices of a school for a use: the school agrees for everyone, a guardian of the student is asked, or the student. */
export const CONSENT_ASKS = ['school', 'guardian', 'student'] as const;
export type ConsentAsks = (typeof CONSENT_ASKS)[number];

/** The most students for whom the office records consents at once. */
export const MAX_CONSENTS_AT_ONCE = 300;
