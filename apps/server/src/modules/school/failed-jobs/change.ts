import type { ManyDone, MessageKey } from '@classwright/contract';
import { auditEach } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Call } from '../../../platform/http/index.ts';
import { type HeldJob, lockJobs } from '../../../platform/jobs/index.ts';
import type { FailedJobsDependencies } from './dependencies.ts';
import { labelOf } from './views.ts';

interface Change {
  /** Returns the reason a job is not changed; null when it is changed. */
  refuse(job: HeldJob): MessageKey | null;
  apply(tx: Tx, ids: readonly number[]): Promise<void>;
}

interface CallForMany extends Call {
  input: { ids: number[] };
}

/**
 * Changes those of the jobs that can be changed, each with an entry in the audit trail, and lists the others with their
 * reason.
 */
export function createChange({ t }: FailedJobsDependencies) {
  return async ({ tx, actor, input, requestId }: CallForMany, action: string, words: string, { refuse, apply }: Change): Promise<ManyDone> => {
    const asked = [...new Set(input.ids)];
    const held = await lockJobs(tx, asked);
    const reasons = new Map(asked.map((id) => [id, refuseIn(held.get(id), refuse)]));
    const ids = asked.filter((id) => reasons.get(id) === null);
    await apply(tx, ids);
    const nameOf = (id: number): string => labelOf(held.get(id)?.kind ?? '', t);
    await auditEach(
      tx,
      actor,
      { action, subjectType: 'failedJob', requestId },
      ids.map((id) => ({ subjectId: id, after: { name: nameOf(id) } })),
    );
    return {
      message: t(`${words}` as MessageKey, { count: ids.length }),
      ids,
      refused: asked.flatMap((id) => {
        const reason = reasons.get(id);
        return reason ? [{ id, name: held.has(id) ? nameOf(id) : `#${id}`, message: t(reason) }] : [];
      }),
    };
  };
}

const refuseIn = (job: HeldJob | undefined, refuse: Change['refuse']): MessageKey | null => (job ? refuse(job) : 'failedJobs.gone');
