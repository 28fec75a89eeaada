/**
 * Rosters by file: people, classes, terms and memberships, from files of a school's information system.
 *
 * Invariants: a preview changes nothing, and applying it does exactly what it showed, or gives the reason why not;
 * people and things are matched by the ids of the system and by addresses, never by names; files are kept until a job
 * has read them, and passwords, birth dates and contacts never; a class has one source that manages its people; a class
 * that is new to a source and may be one of ours is neither created nor changed until somebody decides; a membership
 * that ends keeps its data, and nobody is deactivated; many memberships end only with consent; each step commits with
 * its progress, so it is applied once; anything that nobody has changed since can be undone for 30 days; the cost of
 * one file is limited, in its own thread; guardians are read only where somebody turned that on.
 */
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import { rosterApplyJob, type RosterJobMeans } from './apply/apply-job.ts';
import { rosterUndoJob } from './apply/undo-job.ts';
import { implementClassPeople } from './class-people/calls.ts';
import { implementMeetings } from './meeting/calls.ts';
import { deleteOldRosters, cancelOldReadings } from './old-roster-queries.ts';
import { discardRosterFiles, rosterReadJob, type RosterReadMeans } from './read-job.ts';
import { implementRosterActs } from './roster-act.ts';
import { implementRosterImport } from './roster-import.ts';
import { implementRosterReads } from './roster-read.ts';
import { personalData } from './personal-data.ts';

export { proposeAmong } from './meeting/propose.ts';
export { listCandidates } from './meeting/queries.ts';
export { mayBringGuardians } from './may-bring-guardians.ts';
export { ReadingStoppedError } from './preview/preview-roster.ts';
export { RosterProblem } from './read/roster-problem.ts';
export { applySource, previewSource, type SourcePreviewed } from './source-preview.ts';

interface RostersOptions extends Omit<RosterJobMeans & RosterReadMeans, 'db'> {
  backgroundDb: Db;
  jobs: Jobs;
  /** True when Google Classroom is set up, so it may manage the list of a class. */
  hasClassroom: boolean;
}

export function rostersModule({
  backgroundDb: db,
  jobs,
  storage,
  stagingFolder,
  installationId,
  hasClassroom,
  access,
  room,
  realtime,
  t,
}: RostersOptions): Manifest {
  const means: RosterJobMeans = { db, access, room, realtime, t };
  const staging = { db, t, jobs, storage };
  return {
    personalData,
    implementations: [
      ...implementRosterImport(staging),
      ...implementRosterReads({ t }),
      ...implementRosterActs(staging),
      ...implementMeetings({ t }),
      ...implementClassPeople({ t, room, hasClassroom }),
    ],
    jobs: [
      rosterReadJob({ db, access, storage, stagingFolder, installationId, t }),
      rosterApplyJob(means),
      rosterUndoJob(means),
      scheduledJob('roster.forget', 60, async () => {
        await cancelOldReadings(db);
        await discardRosterFiles(db, storage);
        await deleteOldRosters(db);
      }),
    ],
  };
}
