import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import type { Lesson } from './access.ts';

/** Records in the audit trail what somebody other than the owner did to a lesson. */
export async function auditTakeover(
  tx: Tx,
  actor: Actor,
  lesson: Lesson,
  { action, after, requestId }: { action: string; after?: unknown; requestId: string },
): Promise<void> {
  if (actor.accountId === lesson.ownerId) return;
  await audit(tx, actor, { action, subjectType: 'assessment', subjectId: lesson.assessmentId, after, requestId });
}
