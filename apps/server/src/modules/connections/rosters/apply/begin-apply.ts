import { type HandlerInput, rosterApply } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { can, type Person } from '../../../../platform/http/index.ts';
import type { Jobs } from '../../../../platform/jobs/index.ts';
import { isWithin } from '../../../../platform/reach.ts';
import { listAccountsByIds } from '../known-queries.ts';
import { computeRowsToDo, isRosterUnderWay, type RosterImport, updateRosterImport } from '../queries.ts';
import { mayBringGuardians } from '../may-bring-guardians.ts';
import { requireMeetingsHold } from '../meeting/require-meetings-hold.ts';
import { ROSTER_APPLY_JOB, type RosterJob } from './apply-job.ts';

/** Refuses a second roster at a school. @throws ROSTER_BUSY if another roster of one of its schools is in progress */
export async function requireNoRosterRunning(tx: Tx, { id, school_ids }: RosterImport): Promise<void> {
  if (await isRosterUnderWay(tx, school_ids, id)) throw appError('ROSTER_BUSY');
}

interface Beginning {
  actor: Person;
  /** The import, locked until commit. */
  row: RosterImport;
  input: Omit<HandlerInput<typeof rosterApply>, 'id'>;
  requestId: string;
}

/**
 * Starts a job that applies a preview. @throws ROSTER_NOT_PREVIEW, ROSTER_HAS_ERRORS, ROSTER_ENDS_MANY,
 * ROSTER_MEETING_CHANGED, ROSTER_BUSY, NOT_ALLOWED, VALIDATION_FAILED
 */
export async function beginRosterApply(tx: Tx, jobs: Jobs, { actor, row, input, requestId }: Beginning): Promise<void> {
  const { mode, create_accounts: createAccounts, teacher_for_classes_without: teacherId = null, confirm_many_ends: confirmed } = input;
  const total = computeRowsToDo(row.counts, { withWaiting: teacherId !== null }) + (row.offers?.corrects ?? 0);
  if (row.status !== 'preview' || total === 0) throw appError('ROSTER_NOT_PREVIEW');
  await requireMeetingsHold(tx, row);
  const errors = Object.values(row.counts).reduce((sum, { error }) => sum + error, 0);
  if (mode === 'whole' && errors > 0) throw appError('ROSTER_HAS_ERRORS', { count: errors });
  if (createAccounts && !can(actor, 'accounts', 'create')) throw appError('NOT_ALLOWED');
  if (row.options.bringGuardians && !mayBringGuardians(actor)) throw appError('NOT_ALLOWED');
  const correctsAccounts = (row.offers?.name.chosen ?? 0) + (row.offers?.email.chosen ?? 0) > 0;
  if (correctsAccounts && !can(actor, 'accounts', 'edit')) throw appError('NOT_ALLOWED');
  if (teacherId !== null) {
    const teacher = (await listAccountsByIds(tx, [teacherId])).get(teacherId);
    const isOf = teacher?.school_id !== null && teacher?.school_id !== undefined && row.school_ids.includes(teacher.school_id);
    if (!teacher?.status || teacher.is_student || !isOf || !isWithin(actor.reach, teacher.school_id))
      throw fieldError('teacher_for_classes_without', 'rosters.teacher.none');
  }
  const [most] = row.many_ends;
  if (most && !confirmed) throw appError('ROSTER_ENDS_MANY', { ...most, count: row.many_ends.length });
  await requireNoRosterRunning(tx, row);
  await updateRosterImport(tx, row.id, {
    status: 'waiting',
    options: { ...row.options, createAccounts, correctsAccounts, teacherId },
    total_rows: total + (row.options.silentRows ?? 0),
  });
  await jobs.enqueue<RosterJob>(tx, ROSTER_APPLY_JOB, [{ import_id: row.id, account_id: actor.accountId, request_id: requestId }], { requestId });
  await audit(tx, actor, {
    action: rosterApply.name,
    subjectType: 'roster',
    subjectId: row.id,
    after: { name: row.file_name, mode, createAccounts },
    requestId,
  });
}
