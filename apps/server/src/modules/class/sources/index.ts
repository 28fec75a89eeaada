/**
 * Sources: the other systems that know a school's rows (Google Classroom, rosters by file, OneRoster), and the links
 * between things here and there.
 *
 * Invariants: within a source and its parent one thing there is one thing here, both ways, by id and never by name; a
 * class has one source that manages its people; a link outlives deletions on either side, so that nothing is created
 * twice; a link locks things here only while it is active.
 */
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { saveClassroomSetup } from './standing-queries.ts';
import { personalData } from './personal-data.ts';

export { isNightIn } from './queries.ts';
export { clearReadTimes, isKeptElsewhere, isStanding } from './standing-queries.ts';
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
  resetLinks,
  type SourceRow,
  updateSource,
} from './queries.ts';

/** Creates the module, which has no calls and is used only by other modules. `hasClassroom`: this server has it set up. */
export function sourcesModule({ db, hasClassroom }: { db: Db; hasClassroom: boolean }): Manifest {
  return { personalData, prepare: () => saveClassroomSetup(db, hasClassroom) };
}
