import type { ClassRole, MessageKey } from '@classwright/contract';
import { EMAIL } from '@classwright/contract';
import { isStudentType } from '../../people/accounts/index.ts';
import type { Invitee } from './queries.ts';

const LONGEST_ADDRESS = 254;

/** Returns true when email could be sent to the address. */
export const isAddress = (email: string): boolean => email.length <= LONGEST_ADDRESS && EMAIL.test(email);

/** Returns true when somebody of an account type can have this role in a class. */
export const fitsRole = (typeName: string, role: ClassRole): boolean => isStudentType(typeName) === (role === 'STUDENT') && !isAdministrator(typeName);

/** Returns true for the type Admin, whose accounts already run every class. */
const isAdministrator = (typeName: string): boolean => typeName.trim().toLowerCase() === 'admin';

/**
 * Returns the reason why an address cannot be invited, or null if it can. People of other schools are treated as
 * unknown.
 */
export function judgeInvitee(invitee: Invitee, role: ClassRole): MessageKey | null {
  if (invitee.is_in_class) return 'invitation.refused.inClass';
  if (invitee.is_invited) return 'invitation.refused.invited';
  if (invitee.account_id === null || invitee.type_name === null) return null;
  if (!invitee.is_active) return 'invitation.refused.inactive';
  if (fitsRole(invitee.type_name, role)) return null;
  if (isAdministrator(invitee.type_name)) return 'invitation.refused.admin';
  return role === 'TEACHER' ? 'invitation.refused.student' : 'invitation.refused.teacher';
}
