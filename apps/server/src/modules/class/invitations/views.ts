import type { ClassPersonView, ClassTeacherView, InvitationView, PendingInvitationView } from '@classwright/contract';
import { fullName } from '../../people/accounts/index.ts';
import type { ClassPersonRow } from './people-queries.ts';
import type { InvitationRow } from './queries.ts';

type PictureUrl = (pictureFileId: number) => string;
const pictureOf = ({ picture_file_id }: { picture_file_id: number | null }, urlOf: PictureUrl): string | null =>
  picture_file_id === null ? null : urlOf(picture_file_id);
const nameOf = (person: { first_name: string | null; last_name: string | null }): string =>
  fullName({ first_name: person.first_name ?? '', last_name: person.last_name ?? '' });

/** Builds the view of an invitation for the staff of the class and for the person who accepts it. */
export function toInvitationView(row: InvitationRow, urlOf: PictureUrl): InvitationView {
  const picture = pictureOf(row, urlOf);
  const name = nameOf(row);
  return {
    id: row.id,
    userId: row.email,
    courseId: row.course_id,
    role: row.role,
    status: row.accepted_at === null ? 0 : 1,
    class_name: row.class_name,
    class_id: row.course_id,
    account_id: row.account_id,
    external_user_metadata: row.role === 'TEACHER' ? { name, photoUrl: picture, emailAddress: row.email } : { name, picture, email: row.email },
    created_at: row.created_at.toISOString(),
  };
}

/** Builds the view for the invited person. */
export const toPendingView = (row: InvitationRow): PendingInvitationView => ({
  id: row.id,
  courseId: row.course_id,
  class_id: row.course_id,
  class_name: row.class_name,
  section: row.section,
  role: row.role,
  status: 0,
  invited_by: row.inviter ?? '',
  created_at: row.created_at.toISOString(),
});

interface Viewer {
  /** True for staff, who see addresses and the available actions. */
  isStaff: boolean;
  canChange: boolean;
  urlOf: PictureUrl;
}

export const toPersonView = (row: ClassPersonRow, role: ClassPersonView['role'], { isStaff, canChange, urlOf }: Viewer): ClassPersonView => ({
  account_id: row.account_id,
  invitation_id: row.invitation_id,
  role,
  status: row.invitation_id === null ? 1 : 0,
  name: nameOf(row),
  email: isStaff ? row.email : null,
  picture: pictureOf(row, urlOf),
  is_owner: row.is_owner,
  can_remove: canChange && !row.is_owner,
});

export function toTeacherView(row: ClassPersonRow & { account_id: number }, courseId: number, { isStaff, urlOf }: Viewer): ClassTeacherView {
  const name = nameOf(row);
  const email = isStaff ? row.email : null;
  return {
    userId: row.account_id,
    account_id: row.account_id,
    courseId,
    first_name: row.first_name,
    last_name: row.last_name,
    name,
    email,
    is_owner: row.is_owner,
    profile: {
      id: row.account_id,
      name: { givenName: row.first_name, familyName: row.last_name, fullName: name },
      emailAddress: email,
      photoUrl: pictureOf(row, urlOf),
    },
  };
}
