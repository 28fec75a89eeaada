/**
 * Sources: what a school's rows are known from besides (Google Classroom, rosters by file, OneRoster), and the links
 * between what is here and what is there.
 *
 * Invariants: within a source and its parent one thing there is one thing here, both ways, by id and never by name; a class
 * has one source that its people follow; a link outlives what is gone on either side, so that nothing is made twice; what a link
 * keeps here it keeps while it stands, and no longer.
 */
import type { Manifest } from '../../../manifest.ts';

export { isNightIn } from './night-queries.ts';
export { forgetRead, isKeptElsewhere, isStanding, noteClassroom } from './standing-queries.ts';
export { claimPeople, type ClassSource, findClassPeople, listClassSources, listSourcePeople, setClassPeople } from './people-queries.ts';
export {
  deleteLinks,
  ensureClassroomSource,
  findClassroomLink,
  findSourceOfLink,
  insertSource,
  keepLinks,
  type Link,
  listLinks,
  listLinksOfLocal,
  listSources,
  type NewLink,
  relink,
  renamePeople,
  saveLinks,
  type SourceKind,
  startLinksAnew,
  type SourceRow,
  updateSource,
} from './queries.ts';

/** It is asked by other modules alone. */
export function sourcesModule(): Manifest {
  return {};
}
