import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { ManyIds } from '../../core/list-endpoints.ts';
import { asMessage } from '../../messages/translate.ts';
import { Id, inSchool, run, solved, view } from './fields.ts';
import { SYNC_KINDS } from './runs.ts';

const SyncConflictView = z.object({
  id: Id,
  kind: z.enum(SYNC_KINDS),
  subject: z.string(),
  course_id: Id.nullable(),
  course_name: z.string().nullable(),
  field: z.string(),
  ours: z.string().nullable(),
  /** The person who changed it here last, or null when unknown. */
  ours_by: z.string().nullable(),
  ours_at: z.string().nullable(),
  theirs: z.string().nullable(),
  theirs_by: z.string().nullable(),
  theirs_at: z.string().nullable(),
  /** The cell, for a grade. */
  course_work_id: Id.nullable(),
  student_id: Id.nullable(),
  found_at: z.string(),
});

export type SyncConflictView = z.infer<typeof SyncConflictView>;

export const syncConflictList = endpoint({
  name: 'sync.conflict.list',
  method: 'GET',
  path: '/sync/conflicts',
  access: view,
  summary: 'Things changed on both sides to different values, which wait for somebody to choose',
  query: pageQuery.extend({ course_id: id(asMessage('sync.class')).optional(), ...inSchool }),
  response: z.object({ data: z.array(SyncConflictView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

const choice = z.enum(['ours', 'theirs'], { error: packMessage('sync.conflict.choice') });

export const syncConflictSolve = endpoint({
  name: 'sync.conflict.solve',
  cost: 2,
  method: 'POST',
  path: '/sync/conflicts/:id',
  access: run,
  summary: 'Choose which side’s value counts on both',
  params: z.object({ id: id(asMessage('sync.conflict')) }),
  body: z.object({ choice }),
  response: solved,
  errors: ['SYNC_CONFLICT_OVER', 'CLASS_ARCHIVED'],
});

export const syncConflictSolveMany = endpoint({
  name: 'sync.conflict.solveMany',
  cost: 5,
  method: 'POST',
  path: '/sync/conflicts',
  access: run,
  summary: 'Settles several conflicts of a sync at once',
  body: ManyIds.extend({ choice }),
  response: solved,
  errors: [],
});
