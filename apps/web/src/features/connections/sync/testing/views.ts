import type { ClassProposal, ClassroomClassView } from '@classwright/contract/connections/sync/classes';
import type { SyncChangeView, SyncRunView } from '@classwright/contract/connections/sync/runs';
import type { SyncConflictView } from '@classwright/contract/connections/sync/conflicts';
import type { SyncPersonView } from '@classwright/contract/connections/sync/people';
import { success } from '../../../../testing/scripted-fetch.ts';

export const STAFF = [
  'classroom-sync:view',
  'classroom-sync:run',
  'classes:view',
  'classes:manage',
  'classwork:view',
  'classwork:edit',
  'classwork:delete',
  'submissions:edit',
];
export const NONE = { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 };

/** A run as the server sends it. Each test passes in what it is about. */
export const runOf = (more: Partial<SyncRunView> = {}): SyncRunView => ({
  id: 5,
  scope: 'classes',
  course_id: null,
  course_name: null,
  account_id: 7,
  account_name: 'Ada Byron',
  mode: 'apply',
  status: 'running',
  counts: NONE,
  waits_until: null,
  classes: 0,
  classes_done: 0,
  calls: 0,
  message: null,
  failures: [],
  question: null,
  begun_by: 7,
  by: 'Ada Byron',
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: null,
  can_apply: false,
  can_cancel: true,
  can_undo: false,
  ...more,
});
export const doneOf = (more: Partial<SyncRunView> = {}): SyncRunView =>
  runOf({ status: 'finished', message: 'Classes Sync is complete', can_cancel: false, finished_at: '2026-11-20T10:01:00.000Z', ...more });

export const googleClassOf = (more: Partial<ClassroomClassView> = {}): ClassroomClassView => ({
  external_id: '771',
  name: 'Physics 9B',
  section: 'B',
  state: 'ACTIVE',
  owner_name: 'Ada Byron',
  course_id: null,
  course_name: null,
  alternate_link: 'https://classroom.google.com/c/771',
  is_ignored: false,
  ...more,
});

export const personOf = (more: Partial<SyncPersonView> = {}): SyncPersonView => ({
  id: 21,
  state: 'unknown',
  name: 'ليلى حداد',
  email: 'layla@school.test',
  account_id: null,
  account_name: null,
  account_email: null,
  classes: ['Physics 9B'],
  role: 'STUDENT',
  note: null,
  ...more,
});

export const conflictOf = (more: Partial<SyncConflictView> = {}): SyncConflictView => ({
  id: 31,
  kind: 'submission',
  subject: 'Forces, 王小明',
  course_id: 3,
  course_name: 'Physics 9B',
  field: 'Grade',
  ours: '17',
  ours_by: 'Ada Byron',
  ours_at: '2026-11-20T10:00:00.000Z',
  theirs: '15',
  theirs_by: null,
  theirs_at: '2026-11-20T09:00:00.000Z',
  course_work_id: 8,
  student_id: 11,
  found_at: '2026-11-20T11:00:00.000Z',
  ...more,
});

export const changeOf = (more: Partial<SyncChangeView> = {}): SyncChangeView => ({
  id: 41,
  kind: 'class',
  subject: 'Physics 9B',
  course_name: null,
  field: '',
  action: 'made',
  direction: 'here',
  before: null,
  after: null,
  outcome: 'planned',
  reason: null,
  at: '2026-11-20T10:00:00.000Z',
  ...more,
});

export const statusOf = (more: object = {}) =>
  success({
    standing: 'ok',
    explanation: null,
    school_id: 1,
    schools: [],
    can_connect: true,
    connections: [],
    schedule: 'hourly',
    can_schedule: false,
    arrival: null,
    can_hear_more: false,
    open_conflicts: 0,
    unmatched_people: 0,
    undecided_classes: 0,
    makes_classes: false,
    has_drive_picker: false,
    ...more,
  });

/** Unlinked classes of Google Classroom. `as_of` is null if no run has looked yet. */
export const freeOf = (rows: readonly ClassroomClassView[], as_of: string | null = '2026-11-20T10:00:00.000Z', proposals: readonly ClassProposal[] = []) =>
  success({
    ...{ data: rows, proposals },
    pagination: { total: rows.length, per_page: 200, current_page: 1, last_page: 1, from: rows.length > 0 ? 1 : null, to: rows.length || null },
    as_of,
  });
