/**
 * Reference lists: the short lists that classes, questions and assessments name, including schools. All of them share
 * the same code for creating and reading rows. A row that something refers to cannot be deleted; one that work may have
 * depended on is archived.
 */
export { periodsChanged } from './events.ts';
export { referenceModule } from './implement.ts';
export { findMeantSchool, getMeantSchool, type SchoolWords } from './meant-school.ts';
export { createReferenceRow, findOnlySchool, listOpenSchools, listOfferedRows, listReferenceRows, REFERENCE_LISTS, type ReferenceList } from './queries.ts';
