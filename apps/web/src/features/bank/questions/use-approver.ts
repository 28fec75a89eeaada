import type { Approver } from '@classwright/rules/questions/approval';
import { isStudent, useUser } from '../../../base/use-user.ts';

/** Returns the signed-in person's rights on approval, by the server's rules. */
export function useApprover(): { approver: Approver; choosesStatus: boolean; isStudent: boolean } {
  const user = useUser();
  const approver = { canApprove: user.rights.includes('questions:approve'), canPublish: user.rights.includes('questions:publish') };
  return { approver, choosesStatus: approver.canPublish, isStudent: isStudent(user) };
}
