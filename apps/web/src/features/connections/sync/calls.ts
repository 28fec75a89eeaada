import type { CallArguments } from '@classwright/contract/core/endpoint';
import type { courseList } from '@classwright/contract/class/classes/calls';
import type {
  ClassLinkView,
  ClassroomClassView,
  syncClasses,
  syncGradeHere,
  syncGradeOffer,
  syncGradeOfferTake,
  syncLink,
  syncLinkRead,
  syncUnlink,
  syncWorks,
} from '@classwright/contract/connections/sync/classes';
import type { SyncConflictView, syncConflictList, syncConflictSolve, syncConflictSolveMany } from '@classwright/contract/connections/sync/conflicts';
import type { syncConnect, syncConnectFinish, syncDisconnect, syncSettings, syncStatus } from '@classwright/contract/connections/sync/connections';
import type {
  syncCourses,
  syncCourseWorks,
  syncInvitations,
  syncRunApply,
  syncRunCancel,
  syncRunChanges,
  syncRunList,
  syncRunRead,
  syncRunUndo,
  SyncRunView,
} from '@classwright/contract/connections/sync/runs';
import type { SyncPeopleChoice, syncPeople, syncPeopleMatch, syncPersonMatch } from '@classwright/contract/connections/sync/people';
import { api } from '../../../base/api.ts';
import { isApiError } from '../../../base/api-error.ts';
import type { Choice, ChoiceSource } from '../../../ui/form/index.ts';
import { chooseSchool, inChosenSchool } from './chosen-school.ts';

export type Run = SyncRunView;
export type Scope = Run['scope'];
export type Conflict = SyncConflictView;
export type GoogleClass = ClassroomClassView;
export type ClassLink = ClassLinkView;
export type Side = 'ours' | 'theirs';
export type ClassChoice = NonNullable<NonNullable<CallArguments<typeof syncRunApply>['body']>['classes']>[number];
type ChangeQuery = CallArguments<typeof syncRunChanges>['query'];
type PeopleQuery = CallArguments<typeof syncPeople>['query'];

/** The root key of the sync's cache, with which all of it can be made stale. */
export const SYNC = 'sync';

export async function loadStatus(signal?: AbortSignal) {
  try {
    return await api<typeof syncStatus>('GET', '/sync', { query: inChosenSchool(), signal });
  } catch (failure) {
    // The selected school no longer exists, so another one is selected.
    if (!isApiError(failure) || failure.status !== 422) throw failure;
    chooseSchool(null);
    return api<typeof syncStatus>('GET', '/sync', { query: {}, signal });
  }
}
export const beginConnecting = () => api<typeof syncConnect>('POST', '/sync/connect', { body: inChosenSchool() });
export const finishConnecting = (body: { answer: string; secret: string }) =>
  api<typeof syncConnectFinish>('POST', '/sync/connect/finish', { body: { ...body, ...inChosenSchool() } });
export const disconnect = (id: number) => api<typeof syncDisconnect>('DELETE', '/sync/connections/:id', { params: { id } });
export const saveSettings = (settings: { schedule: 'off' | 'hourly' | 'nightly'; makes_classes?: boolean }) =>
  api<typeof syncSettings>('PUT', '/sync/settings', { body: { ...settings, ...inChosenSchool() } });

/** Starts a run for a button's scope; null: of one's classes. */
export async function beginRun(scope: Scope, courseId: number | null, mode: 'preview' | 'apply') {
  // Undecided classes are chosen in a preview.
  if (scope === 'classes' || courseId === null)
    return api<typeof syncCourses>('POST', '/sync-courses', { body: { mode, new_classes: 'leave', ...inChosenSchool() } });
  if (scope === 'class_work') return api<typeof syncCourseWorks>('POST', '/courses/:id/sync-course-works', { params: { id: courseId }, body: { mode } });
  return api<typeof syncInvitations>('POST', '/sync/course/invitations', { body: { course_id: courseId, mode } });
}
export const listRuns = (query: { page?: number; per_page?: number; course_id?: number; alive?: boolean }, signal: AbortSignal) =>
  api<typeof syncRunList>('GET', '/sync/runs', { query: { ...query, ...inChosenSchool() }, signal });
export const loadRun = async (id: number, signal: AbortSignal): Promise<Run> =>
  (await api<typeof syncRunRead>('GET', '/sync/runs/:id', { params: { id }, signal })).run;
export const listChanges = (id: number, query: ChangeQuery, signal: AbortSignal) =>
  api<typeof syncRunChanges>('GET', '/sync/runs/:id/changes', { params: { id }, query, signal });
export const applyRun = (id: number, body: { classes?: ClassChoice[]; confirm?: boolean }) =>
  api<typeof syncRunApply>('POST', '/sync/runs/:id/apply', { params: { id }, body });
export const cancelRun = (id: number) => api<typeof syncRunCancel>('POST', '/sync/runs/:id/cancel', { params: { id } });
export const undoRun = (id: number) => api<typeof syncRunUndo>('POST', '/sync/runs/:id/undo', { params: { id } });

export const listConflicts = (query: { page?: number; course_id?: number }, signal: AbortSignal) =>
  api<typeof syncConflictList>('GET', '/sync/conflicts', { query: { ...query, ...inChosenSchool() }, signal });
export const solveConflict = (id: number, choice: Side) => api<typeof syncConflictSolve>('POST', '/sync/conflicts/:id', { params: { id }, body: { choice } });
export const solveConflicts = (ids: number[], choice: Side) => api<typeof syncConflictSolveMany>('POST', '/sync/conflicts', { body: { ids, choice } });

export const listPeople = (query: PeopleQuery, signal: AbortSignal) =>
  api<typeof syncPeople>('GET', '/sync/people', { query: { ...query, ...inChosenSchool() }, signal });
export const matchPerson = (id: number, body: { account_id?: number; create?: boolean }) =>
  api<typeof syncPersonMatch>('POST', '/sync/people/:id', { params: { id }, body });

export const matchPeople = (ids: number[], choice: SyncPeopleChoice) =>
  api<typeof syncPeopleMatch>('POST', '/sync/people', { body: { ids, choice, ...inChosenSchool() } });

export const listClasses = (query: { page?: number; per_page?: number; search?: string; free?: boolean; proposals?: boolean }, signal?: AbortSignal) =>
  api<typeof syncClasses>('GET', '/sync/classes', { query: { ...query, ...inChosenSchool() }, signal });
export const loadLink = async (courseId: number, signal: AbortSignal): Promise<ClassLink | null> =>
  (await api<typeof syncLinkRead>('GET', '/courses/:id/link', { params: { id: courseId }, signal })).link;
export const linkClass = (courseId: number, body: { external_id?: string; create?: boolean }) =>
  api<typeof syncLink>('POST', '/courses/:id/link', { params: { id: courseId }, body });
export const unlinkClass = (courseId: number) => api<typeof syncUnlink>('DELETE', '/courses/:id/link', { params: { id: courseId } });

export const loadSyncedWorks = (courseId: number, signal: AbortSignal) =>
  api<typeof syncWorks>('GET', '/courses/:id/synced-works', { params: { id: courseId }, signal });
/** A cell with different grades on both sides. */
export type SyncedConflict = Awaited<ReturnType<typeof loadSyncedWorks>>['conflicts'][number];
export const gradeHere = (courseId: number, workId: number) =>
  api<typeof syncGradeHere>('POST', '/courses/:id/course-works/:workId/grade-here', { params: { id: courseId, workId } });

export const loadGradeOffer = (courseId: number, signal: AbortSignal) =>
  api<typeof syncGradeOffer>('GET', '/courses/:id/grade-offer', { params: { id: courseId }, signal });
export const importGradeSettings = (courseId: number) => api<typeof syncGradeOfferTake>('POST', '/courses/:id/grade-offer', { params: { id: courseId } });

const OFFERED = 25;
/**
 * A source of the classes that a person may link, found while typing: their own, or all for people who keep all of
 * them.
 */
export const linkable = (isOfAll: boolean): ChoiceSource => ({
  name: `/courses to link ${isOfAll}`,
  load: async (search_text: string, signal: AbortSignal): Promise<Choice[]> => {
    const query = { search_text, per_page: OFFERED, ...(isOfAll ? {} : { type: 'TEACHER' as const }) };
    const { data } = await api<typeof courseList>('GET', '/courses', { query, signal });
    return data.map(({ id, name, section }) => ({ id, name, ...(section === '' || name.includes(section) ? {} : { detail: section }) }));
  },
});

/** A source of unlinked classes in Google Classroom, found while typing. */
export const freeClasses: ChoiceSource<string> = {
  name: '/sync/classes free',
  load: async (search: string, signal: AbortSignal): Promise<Choice<string>[]> => {
    const { data } = await listClasses({ free: true, per_page: OFFERED, ...(search && { search }) }, signal);
    return data
      .filter(({ course_id }) => course_id === null)
      .map(({ external_id, name, section }) => ({ id: external_id, name, ...(section && { detail: section }) }));
  },
};
