import type {
  rosterApply,
  rosterCancel,
  rosterChoose,
  rosterColumns,
  rosterGet,
  RosterImportView,
  rosterImport,
  rosterList,
  RosterMapping,
  rosterMeet,
  rosterMeetingClasses,
  rosterMeetings,
  RosterMeetingView,
  rosterRows,
  RosterRowView,
  rosterUndo,
  RosterUnknownTable,
} from '@classwright/contract/connections/rosters/calls';
import type { CallArguments } from '@classwright/contract/core/endpoint';
import type { suggestTeachers } from '@classwright/contract/school/reference/suggest';
import { api } from '../../../base/api.ts';
import type { ChoiceSource } from '../../../ui/form/index.ts';
import type { RostersSearch } from './search.ts';

export type Roster = RosterImportView;
export type RosterRow = RosterRowView;
export type UnknownTable = RosterUnknownTable;
export type RosterClassMatch = RosterMeetingView;
export type Mapping = RosterMapping;
export type Mappings = Record<string, Mapping>;

/** The upload of a district's file fits in this time on a slow line. A job then reads it. */
const SENDING_MS = 180_000;

export interface UploadOptions {
  school_id?: number | undefined;
  missing: 'file' | 'end' | 'keep';
  bring_guardians: boolean;
}

export const uploadRoster = (file: readonly File[], options: UploadOptions, signal: AbortSignal) =>
  api<typeof rosterImport>('POST', '/import/roster', {
    file,
    body: options,
    timeoutMs: SENDING_MS,
    signal,
  });

export const loadRosters = (page: number, signal: AbortSignal) => api<typeof rosterList>('GET', '/import/rosters', { query: { page, per_page: 10 }, signal });

export const loadRoster = (id: number, signal: AbortSignal) => api<typeof rosterGet>('GET', '/import/rosters/:id', { params: { id }, signal });

export const mapColumns = (id: number, mappings: Mappings) =>
  api<typeof rosterColumns>('POST', '/import/rosters/:id/columns', { params: { id }, body: { mappings } });

export const loadRosterRows = ({ roster = 0, kind, outcome, page = 1, search_text }: RostersSearch, signal: AbortSignal) => {
  const state = outcome === 'failed' || outcome === 'stays' ? { state: outcome } : outcome ? { outcome } : {};
  const query = { page, per_page: 25, ...(kind ? { kind } : {}), ...state, ...(search_text ? { search_text } : {}) };
  return api<typeof rosterRows>('GET', '/import/rosters/:id/rows', { params: { id: roster }, query, signal });
};

export const loadClassMatches = (id: number, query: CallArguments<typeof rosterMeetings>['query'], signal: AbortSignal) =>
  api<typeof rosterMeetings>('GET', '/import/rosters/:id/meetings', { params: { id }, query, signal });
export const meetClasses = (id: number, body: CallArguments<typeof rosterMeet>['body']) =>
  api<typeof rosterMeet>('POST', '/import/rosters/:id/meetings', { params: { id }, body });
export const loadMeetingClasses = (id: number, row: number, query: string, signal: AbortSignal) =>
  api<typeof rosterMeetingClasses>('GET', '/import/rosters/:id/meetings/classes', { params: { id }, query: { row, query, limit: 20 }, signal });

export const applyRoster = (id: number, body: CallArguments<typeof rosterApply>['body']) =>
  api<typeof rosterApply>('POST', '/import/rosters/:id/apply', { params: { id }, body });
export const chooseRows = (id: number, body: CallArguments<typeof rosterChoose>['body']) =>
  api<typeof rosterChoose>('POST', '/import/rosters/:id/choices', { params: { id }, body });
export const cancelRoster = (id: number) => api<typeof rosterCancel>('POST', '/import/rosters/:id/cancel', { params: { id } });
export const undoRoster = (id: number) => api<typeof rosterUndo>('POST', '/import/rosters/:id/undo', { params: { id } });
export const errorsPath = (id: number): `/api/${string}` => `/api/import/rosters/${id}/errors`;

/** A source of teachers, found by name or address. */
export const teachers: ChoiceSource = {
  name: '/suggest/teachers',
  minLength: 1,
  load: async (query, signal) => {
    const { data } = await api<typeof suggestTeachers>('GET', '/suggest/teachers', { query: { query, limit: 20 }, signal });
    return data.map(({ id, name, email }) => ({ id, name, detail: email }));
  },
};
