/**
 * Ends: the only way in which an outside source ends classes, memberships, topics, works, announcements and invitations
 * here, and in which that is undone.
 *
 * Invariants: nothing of a source ends without `Grounds`, which come only from a list that was read twice and needs no
 * consent, or from a person's choice; ended things are archived and never deleted, so that they can be restored
 * completely. No module of a source imports the functions below from their own modules; a lint rule refuses it.
 */
import type { Manifest } from '../../../manifest.ts';

export { grantChosenEnds, grantListEnds, ConsentRequired, type Grounds, type Missed, listMissingTwice, ReadAgain } from './grounds.ts';
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

/** The module has no calls of its own. Only other modules use it. */
export function endsModule(): Manifest {
  return {};
}
