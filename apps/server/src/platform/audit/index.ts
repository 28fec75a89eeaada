/**
 * The audit trail: who changed which record, when, from what to what. Append-only, written in the transaction of the
 * change, so there is no change without its entry.
 */
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { insertAuditEntries, insertAuditEntry, insertAuditParts, insertEachAuditEntry } from './queries.ts';

export interface AuditEntry {
  /** The name of the endpoint. */
  action: string;
  subjectType: string;
  /** Null when the entry is about many subjects. */
  subjectId: number | null;
  before?: unknown;
  after?: unknown;
  requestId: string;
  /**
   * The entry leads a batch of so many entries, including itself. `auditParts` writes its parts, with the same request.
   */
  batchSize?: number;
}

/**
 * Writes an audit entry. `actor`: who did it, and whose school may read it. `accountId` null: an unknown person, or the
 * server itself.
 */
export async function audit(
  tx: Tx,
  actor: Pick<Actor, 'schoolId'> & { accountId: number | null },
  { action, subjectType, subjectId, before, after, requestId, batchSize }: AuditEntry,
): Promise<void> {
  await insertAuditEntry(tx, {
    account_id: actor.accountId,
    school_id: actor.schoolId,
    action,
    subject_type: subjectType,
    subject_id: subjectId,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    request_id: requestId,
    ...(batchSize !== undefined && batchSize > 1 ? { batch_size: batchSize } : {}),
  });
}

export interface AuditedView {
  /** The name of the endpoint. */
  action: string;
  subjectType: string;
  subjectId: number;
  /** The account that the record belongs to. */
  ownerId: number;
  requestId: string;
}

/**
 * Records that somebody looked at another person's personal record. Looking at one's own leaves no entry. Takes the
 * pool too, for calls that only read.
 */
export async function auditView(
  db: Db,
  actor: Pick<Actor, 'accountId' | 'schoolId'>,
  { action, subjectType, subjectId, ownerId, requestId }: AuditedView,
): Promise<void> {
  if (ownerId === actor.accountId) return;
  await insertAuditEntry(db, {
    account_id: actor.accountId,
    school_id: actor.schoolId,
    action,
    subject_type: subjectType,
    subject_id: subjectId,
    before: null,
    after: null,
    request_id: requestId,
  });
}

type Cause = Pick<AuditEntry, 'action' | 'subjectType' | 'requestId'>;
const toCause = ({ accountId, schoolId }: Pick<Actor, 'accountId' | 'schoolId'>, { action, subjectType, requestId }: Cause) => ({
  account_id: accountId,
  school_id: schoolId,
  action,
  subject_type: subjectType,
  request_id: requestId,
});

/**
 * Records one action on many people, whose names are kept with their accounts. For things use `auditEach`, which
 * records each with its name.
 */
export async function auditMany(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'schoolId'>,
  { after, ...cause }: Omit<AuditEntry, 'subjectId' | 'before'> & { subjectType: 'account' },
  subjectIds: readonly number[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  await insertAuditEntries(tx, { ...toCause(actor, cause), after: after === undefined ? null : JSON.stringify(after) }, subjectIds);
}

/** Records one action on many subjects, each with values of its own. */
export async function auditEach(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'schoolId'>,
  cause: Cause,
  subjects: readonly Pick<AuditEntry, 'subjectId' | 'before' | 'after'>[],
): Promise<void> {
  if (subjects.length > 0) await insertEachAuditEntry(tx, toCause(actor, cause), subjects);
}

/**
 * Records what happened to many subjects as parts of a batch that runs in several transactions. In the trail they
 * appear under the leading entry, which `audit` writes at the end.
 */
export async function auditParts(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'schoolId'>,
  cause: Cause,
  subjects: readonly Pick<AuditEntry, 'subjectId' | 'before' | 'after'>[],
): Promise<void> {
  if (subjects.length > 0) await insertAuditParts(tx, toCause(actor, cause), subjects);
}
