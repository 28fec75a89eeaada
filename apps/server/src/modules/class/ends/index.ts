/**
 * Ends: the one way in which a source outside ends classes, memberships, topics, works, announcements and invitations here,
 * and in which that is undone.
 *
 * Invariants: nothing of a source ends without `Grounds`, which only a list that was read twice and needs no consent, or a
 * person's choice, provides; what ended is archived and never deleted, so that it can be restored whole. No module of a source
 * imports the functions below from where they are at home: the house's rules refuse it.
 */
import type { Manifest } from '../../../manifest.ts';

export { asChosen, believeList, ConsentRequired, type Grounds, type Missed, missingTwice, ReadAgain } from './grounds.ts';
export {
  endAnnouncements,
  endClass,
  endInvitations,
  endMembers,
  endTopics,
  endWorks,
  restoreAnnouncements,
  restoreInvitations,
  restoreTopics,
  restoreWorks,
} from './things.ts';

/** Other modules are the only ones that ask it. */
export function endsModule(): Manifest {
  return {};
}
