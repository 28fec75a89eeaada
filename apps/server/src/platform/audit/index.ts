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
  /** Null: about many at once. */
  subjectId: number | null;
  before?: unknown;
  after?: unknown;
  requestId: string;
  /** It leads a batch of so many entries, itself among them; its parts are written by `auditParts`, with the same request. */
  batchSize?: number;
}

/** `actor`: who did it, and whose school reads of it; `accountId` null: nobody that is known, or the server itself. */
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
  /** Whose record it is. */
  ownerId: number;
  requestId: string;
}

/** Somebody looked at another person's personal record; one's own leaves no entry. Takes the pool too, for calls that only read. */
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

/** The same for many people of one cause, whose names stand with their accounts. Things are told by `auditEach`, each with its name. */
export async function auditMany(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'schoolId'>,
  { after, ...cause }: Omit<AuditEntry, 'subjectId' | 'before'> & { subjectType: 'account' },
  subjectIds: readonly number[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  await insertAuditEntries(tx, { ...toCause(actor, cause), after: after === undefined ? null : JSON.stringify(after) }, subjectIds);
}

/** The same where each subject has values of its own. */
export async function auditEach(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'schoolId'>,
  cause: Cause,
  subjects: readonly Pick<AuditEntry, 'subjectId' | 'before' | 'after'>[],
): Promise<void> {
  if (subjects.length > 0) await insertEachAuditEntry(tx, toCause(actor, cause), subjects);
}

/**
 * What happened to many subjects as parts of a batch that several transactions do: in the trail they stand under the
 * entry that leads it, which `audit` writes at the end.
 */
export async function auditParts(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'schoolId'>,
  cause: Cause,
  subjects: readonly Pick<AuditEntry, 'subjectId' | 'before' | 'after'>[],
): Promise<void> {
  if (subjects.length > 0) await insertAuditParts(tx, toCause(actor, cause), subjects);
}
