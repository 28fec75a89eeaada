/**
 * Reference lists: the short lists that classes, questions and assessments name, schools among them. One way to make
 * and read rows for all of them. A row that something points at stays; one that work may have hung on is archived.
 */
export { referenceModule } from './implement.ts';
export { findMeantSchool, getMeantSchool, type SchoolWords } from './meant-school.ts';
export { dropSchool, makeSchool } from './schools.ts';
export { createReferenceRow, findOnlySchoolName, listOpenSchools, listReferenceRows, REFERENCE_LISTS, type ReferenceList } from './queries.ts';
