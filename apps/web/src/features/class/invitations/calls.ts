import type { classPeople, ClassPersonView, peopleRemoveMany, peopleReturnMany } from '@classwright/contract/class/classes/people';
import type { ClassRole } from '@classwright/contract/class/classes/roles';
import type { CallResult } from '@classwright/contract/core/endpoint';
import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import type {
  invitationAccept,
  invitationDeleteMany,
  invitationRestoreMany,
  inviteGroup,
  inviteGroupChoices,
  inviteStudents,
  inviteTeachers,
  PendingInvitationView,
  pendingInvitations,
} from '@classwright/contract/class/invitations/calls';
import { api } from '../../../base/api.ts';

export type Person = ClassPersonView;
export type Pending = PendingInvitationView;
export type Invited = CallResult<typeof inviteStudents>;

export interface PeopleQuery {
  role: ClassRole;
  page: number;
  per_page: number;
  search_text?: string;
  status?: '0' | '1';
}

export const loadPeople = (courseId: number, query: PeopleQuery, signal: AbortSignal) =>
  api<typeof classPeople>('GET', '/courses/:id/people', { params: { id: courseId }, query, signal });

export const invitePeople = (role: ClassRole, courseId: number, userId: string): Promise<Invited> =>
  role === 'TEACHER'
    ? api<typeof inviteTeachers>('POST', '/invitations/teacher', { body: { userId, courseId, role } })
    : api<typeof inviteStudents>('POST', '/invitations/student', { body: { userId, courseId, role } });

export const inviteGroupOf = (courseId: number, group_id: number | undefined): Promise<Invited> =>
  api<typeof inviteGroup>('POST', '/invite/student/groups', { body: { course_id: courseId, group_id: group_id as number } });

export async function searchGroups(courseId: number, search_text: string, signal: AbortSignal) {
  return (await api<typeof inviteGroupChoices>('GET', '/invite/student/groups', { query: { course_id: courseId, search_text }, signal })).data;
}

const many = (courseId: number, ids: number[]) => ({ params: { id: courseId }, body: { ids } });

/** An action on many people of a class, and its undo. */
export interface Act {
  run: (courseId: number, ids: number[]) => Promise<ManyDone>;
  undo: (courseId: number, ids: number[]) => Promise<ManyDone>;
}
export const deleteInvitations: Act = {
  run: (courseId, ids) => api<typeof invitationDeleteMany>('POST', '/courses/:id/invitations/delete-many', many(courseId, ids)),
  undo: (courseId, ids) => api<typeof invitationRestoreMany>('POST', '/courses/:id/invitations/restore-many', many(courseId, ids)),
};
export const removePeople: Act = {
  run: (courseId, ids) => api<typeof peopleRemoveMany>('POST', '/courses/:id/people/remove-many', many(courseId, ids)),
  undo: (courseId, ids) => api<typeof peopleReturnMany>('POST', '/courses/:id/people/return-many', many(courseId, ids)),
};

export const loadPending = (query: { page: number }, signal: AbortSignal) => api<typeof pendingInvitations>('GET', '/pending/invitations', { query, signal });

export const acceptInvitation = (id: number) => api<typeof invitationAccept>('POST', '/invitations/accept/:id', { params: { id } });
