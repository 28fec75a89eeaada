import type { ClassRole, MessageKey } from '@classwright/contract';
import { EMAIL } from '@classwright/contract';
import { isStudentType } from '../../people/accounts/index.ts';
import type { Invitee } from './queries.ts';

const LONGEST_ADDRESS = 254;

/** Whether a mail could go there. */
export const isAddress = (email: string): boolean => email.length <= LONGEST_ADDRESS && EMAIL.test(email);

/** Whether somebody of an account type can be in a class in a role. */
export const fitsRole = (typeName: string, role: ClassRole): boolean => isStudentType(typeName) === (role === 'STUDENT') && !isAdministrator(typeName);

/** Runs every class already. */
const isAdministrator = (typeName: string): boolean => typeName.trim().toLowerCase() === 'admin';

/** Why an address cannot be invited; null: it can. Of people of other schools it says what it says of nobody. */
export function judgeInvitee(invitee: Invitee, role: ClassRole): MessageKey | null {
  if (invitee.is_in_class) return 'invitation.refused.inClass';
  if (invitee.is_invited) return 'invitation.refused.invited';
  if (invitee.account_id === null || invitee.type_name === null) return null;
  if (!invitee.is_active) return 'invitation.refused.inactive';
  if (fitsRole(invitee.type_name, role)) return null;
  if (isAdministrator(invitee.type_name)) return 'invitation.refused.admin';
  return role === 'TEACHER' ? 'invitation.refused.student' : 'invitation.refused.teacher';
}
