/**
 * Guardians: accounts of their own, tied to children, who see of their children what the children see themselves.
 *
 * Invariants: every call about a child asks `isGuardianOf`, so an ended tie counts from the next call on, on every
 * process; a guardian's window only reads, and never shows a classmate, a draft or a private note; each look is a
 * reading of the child's record; a code on paper is used once, within 30 days, and only its keyed hash is kept; a
 * roster changes and ends only the ties that it made, and never makes one again that somebody ended by hand.
 */
import { GUARDIAN_CODE_DAYS } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import { implementCodes } from './codes.ts';
import type { GuardiansDependencies } from './dependencies.ts';
import { personalData } from './personal-data.ts';
import { deleteOldCodes } from './queries.ts';
import { implementTies } from './ties.ts';
import { implementWeek, weekJob } from './week.ts';
import { implementWindow } from './window.ts';

export { announceChildren } from './announce.ts';
export { insertTie as tieGuardian } from './queries.ts';
export {
  changeRosterRelations,
  countRosterTies,
  endRosterTies,
  insertRosterTies,
  listGuardianAccounts,
  listTiesOfChildren,
  listTiesOfSource,
  type NewRosterTie,
  restoreRosterTies,
  type RosterTieRow,
} from './roster-queries.ts';

export function guardiansModule(dependencies: GuardiansDependencies): Manifest {
  return {
    personalData,
    implementations: [
      ...implementTies(dependencies),
      ...implementCodes(dependencies, GUARDIAN_CODE_DAYS),
      ...implementWindow(dependencies),
      ...implementWeek(dependencies),
    ],
    jobs: [scheduledJob('guardian-codes.forget', 24 * 60, () => deleteOldCodes(dependencies.db)), weekJob(dependencies)],
  };
}
