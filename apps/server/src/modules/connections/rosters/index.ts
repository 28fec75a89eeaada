/**
 * Rosters by file: people, classes, terms and who is in which class, from files of a school's information system.
 *
 * Invariants: a preview changes nothing, and doing it does what it showed, or says why not; who and what is which is told
 * by the ids of the system and by addresses, never by names; files are kept until a job has read them, and nothing of passwords, births and contacts;
 * a class has one source that its people follow; a class that is new to a source and may be one of ours is neither made nor changed until somebody decides; a place that ends keeps all that hangs on it, and nobody is deactivated;
 * many places end only where somebody says so; whatever is done commits with how far it is, so it is done once; what nobody
 * has changed since can be taken back for 30 days; one file's cost is bounded, in a thread of its own.
 */
import type { Manifest } from '../../../manifest.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import { rosterApplyJob, type RosterJobMeans } from './apply/apply-job.ts';
import { rosterUndoJob } from './apply/undo-job.ts';
import { implementClassPeople } from './class-people/calls.ts';
import { implementMeetings } from './meeting/calls.ts';
import { forgetRosters, giveUpOldReadings } from './queries.ts';
import { discardRosterFiles, rosterReadJob, type RosterReadMeans } from './read-job.ts';
import { implementRosterActs } from './roster-act.ts';
import { implementRosterImport } from './roster-import.ts';
import { implementRosterReads } from './roster-read.ts';

export { findDoer } from './apply/find-doer.ts';
export { proposeAmong } from './meeting/propose.ts';
export { listCandidates } from './meeting/queries.ts';
export { NotWantedError } from './preview/preview-roster.ts';
export { RosterProblem } from './read/roster-problem.ts';
export { applySource, previewSource, type SourcePreviewed } from './source-preview.ts';

interface RostersOptions extends RosterJobMeans, RosterReadMeans {
  jobs: Jobs;
  /** Google Classroom is set up, so it may keep the list of a class. */
  hasClassroom: boolean;
}

export function rostersModule({ jobs, storage, stagingFolder, installationId, hasClassroom, ...means }: RostersOptions): Manifest {
  const { db, access, t } = means;
  const staging = { db, t, jobs, storage };
  return {
    implementations: [
      ...implementRosterImport(staging),
      ...implementRosterReads({ t }),
      ...implementRosterActs(staging),
      ...implementMeetings({ t }),
      ...implementClassPeople({ t, room: means.room, hasClassroom }),
    ],
    jobs: [
      rosterReadJob({ db, access, storage, stagingFolder, installationId }),
      rosterApplyJob(means),
      rosterUndoJob(means),
      scheduledJob('roster.forget', 60, async () => {
        await giveUpOldReadings(db);
        await discardRosterFiles(db, storage);
        await forgetRosters(db);
      }),
    ],
  };
}
