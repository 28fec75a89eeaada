/** Consents: optional uses of students’ data, for students, guardians and the office. */
export { ConsentsSection, OpenConsents } from './ConsentsSection.tsx';
export { SchoolConsents } from './SchoolConsents.tsx';
