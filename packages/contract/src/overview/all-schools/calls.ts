import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { MAX_SCHOOL_LIMITS, MAX_SCHOOLS_AT_ONCE, MAX_SUSPENSION_REASON } from './limits.ts';

const Count = z.number().int();

/** One school, with what it has and what it may have. It names no person. */
const SchoolRow = z.object({
  id: Count,
  name: z.string(),
  is_archived: z.boolean(),
  /** Active accounts. */
  people: Count,
  /** Classes that are not archived. */
  classes: Count,
  /** The bytes of all files, and of uploads in progress. */
  file_bytes: Count,
  /** The last time that somebody of the school was here, to within some minutes. Null: not since this is recorded. */
  active_at: z.string().nullable(),
  /** The reason of a suspension, as the school's people read it, and its beginning. Null: it is not suspended. */
  suspension: z.object({ reason: z.string(), since: z.string() }).nullable(),
  /** The limits; null for none. */
  max_people: Count.nullable(),
  max_file_bytes: Count.nullable(),
  max_requests_per_minute: Count.nullable(),
});
export type SchoolRow = z.infer<typeof SchoolRow>;

const ids = z.array(z.number().int().positive()).min(1).max(MAX_SCHOOLS_AT_ONCE);
const limitOf = (max: number) => z.number().int().min(1).max(max).nullable().optional();

export const allSchoolsList = endpoint({
  name: 'allSchools.list',
  cost: 5,
  method: 'GET',
  path: '/all-schools',
  access: { resource: 'all-schools', action: 'view' },
  reach: 'all',
  summary: 'Every school with its sizes, its limits and its suspension',
  response: z.object({ schools: z.array(SchoolRow) }),
  errors: ['SHARED_BY_SCHOOLS'],
  readOnly: true,
});

export const allSchoolsSuspend = endpoint({
  name: 'allSchools.suspend',
  cost: 5,
  method: 'POST',
  path: '/all-schools/suspend',
  access: { resource: 'all-schools', action: 'edit' },
  reach: 'all',
  summary: 'Suspend schools: nobody of them is let in until they are resumed',
  body: z.object({ ids, reason: text({ label: asMessage('allSchools.reason'), max: MAX_SUSPENSION_REASON }) }),
  response: z.object({ message: z.string() }),
  errors: ['SHARED_BY_SCHOOLS', 'NOT_FOUND'],
});

export const allSchoolsResume = endpoint({
  name: 'allSchools.resume',
  cost: 5,
  method: 'POST',
  path: '/all-schools/resume',
  access: { resource: 'all-schools', action: 'edit' },
  reach: 'all',
  summary: 'Resume suspended schools',
  body: z.object({ ids }),
  response: z.object({ message: z.string() }),
  errors: ['SHARED_BY_SCHOOLS', 'NOT_FOUND'],
});

export const allSchoolsLimit = endpoint({
  name: 'allSchools.limit',
  cost: 5,
  method: 'POST',
  path: '/all-schools/limit',
  access: { resource: 'all-schools', action: 'edit' },
  reach: 'all',
  summary: 'Set limits of schools; a limit that is left out stays, and null removes it',
  body: z.object({
    ids,
    max_people: limitOf(MAX_SCHOOL_LIMITS.people),
    max_file_bytes: limitOf(MAX_SCHOOL_LIMITS.files),
    max_requests_per_minute: limitOf(MAX_SCHOOL_LIMITS.requests),
  }),
  response: z.object({ message: z.string() }),
  errors: ['SHARED_BY_SCHOOLS', 'NOT_FOUND'],
});
