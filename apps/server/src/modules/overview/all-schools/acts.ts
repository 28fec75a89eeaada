import { allSchoolsLimit, allSchoolsResume, allSchoolsSuspend } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { deleteSuspensions, type LimitKind, lockSchools, saveLimit, saveSuspensions } from './queries.ts';

/** Somebody who acts on schools, and the request in which that happens. An account id of null stands for somebody at the machine. */
export interface Acting {
  actor: { accountId: number | null; schoolId: number | null };
  requestId: string;
}

/** Limits by kind; null removes one, and one that is left out stays. */
export type Limits = Readonly<{ [kind in LimitKind]?: number | null | undefined }>;

/** Holds schools until commit. @throws NOT_FOUND when one of them does not exist */
async function requireSchools(tx: Tx, asked: readonly number[]): Promise<number[]> {
  const ids = await lockSchools(tx, asked);
  if (ids.length < new Set(asked).size) throw appError('NOT_FOUND');
  return ids;
}

async function note(tx: Tx, { actor, requestId }: Acting, ids: readonly number[], entry: { action: string; before?: object; after?: object }): Promise<void> {
  for (const id of ids) await audit(tx, actor, { ...entry, subjectType: 'school', subjectId: id, requestId });
}

/** Suspends schools with a reason, and returns their number. @throws NOT_FOUND */
export async function suspendSchools(tx: Tx, acting: Acting, asked: readonly number[], reason: string): Promise<number> {
  const ids = await requireSchools(tx, asked);
  await saveSuspensions(tx, ids, reason);
  await note(tx, acting, ids, { action: allSchoolsSuspend.name, after: { reason } });
  return ids.length;
}

/** Resumes schools, and returns the number of those that were suspended. @throws NOT_FOUND */
export async function resumeSchools(tx: Tx, acting: Acting, asked: readonly number[]): Promise<number> {
  const ended = await deleteSuspensions(tx, await requireSchools(tx, asked));
  for (const { school_id, reason } of ended) await note(tx, acting, [school_id], { action: allSchoolsResume.name, before: { reason } });
  return ended.length;
}

/** Sets limits of schools, and returns their number. @throws NOT_FOUND */
export async function limitSchools(tx: Tx, acting: Acting, asked: readonly number[], limits: Limits): Promise<number> {
  const ids = await requireSchools(tx, asked);
  const given = Object.entries(limits).filter((limit): limit is [LimitKind, number | null] => limit[1] !== undefined);
  for (const [kind, amount] of given) await saveLimit(tx, ids, kind, amount);
  await note(tx, acting, ids, { action: allSchoolsLimit.name, after: Object.fromEntries(given) });
  return ids.length;
}
