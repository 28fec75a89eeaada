import type { Approver } from '@classwright/rules/questions/approval';
import { isStudent, useUser } from '../../../base/use-user.ts';

/** What the signed-in person may do to approval, as the server sees it too. */
export function useApprover(): { approver: Approver; choosesStatus: boolean; isStudent: boolean } {
  const user = useUser();
  const approver = { canApprove: user.rights.includes('questions:approve'), canPublish: user.rights.includes('questions:publish') };
  return { approver, choosesStatus: approver.canPublish, isStudent: isStudent(user) };
}
