/**
 * All schools of the installation, for the people who run it: sizes, limits and suspensions.
 *
 * Invariants: no answer names a person; nothing is counted when somebody asks; a suspension deletes nothing, and ends with the
 * row that says it. The doors themselves ask `platform/suspensions-queries.ts`, or read it together with a person's rights.
 */
import { allSchoolsLimit, allSchoolsList, allSchoolsResume, allSchoolsSuspend, type MessageKey, type Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement } from '../../../platform/http/index.ts';
import { personalData } from './personal-data.ts';
import { deleteSuspensions, type LimitKind, listSchoolSizes, lockSchools, saveLimit, saveSuspensions } from './queries.ts';

/** Holds schools until commit. @throws NOT_FOUND when one of them does not exist */
async function requireSchools(tx: Tx, asked: readonly number[]): Promise<number[]> {
  const ids = await lockSchools(tx, asked);
  if (ids.length < new Set(asked).size) throw appError('NOT_FOUND');
  return ids;
}

export function allSchoolsModule({ t }: { t: Translate<MessageKey> }): Manifest {
  const note = async (
    tx: Tx,
    actor: Actor,
    ids: readonly number[],
    entry: { action: string; before?: object; after?: object; requestId: string },
  ): Promise<void> => {
    for (const id of ids) await audit(tx, actor, { ...entry, subjectType: 'school', subjectId: id });
  };
  const implementations = [
    implement(allSchoolsList, async ({ tx }) => ({
      schools: (await listSchoolSizes(tx)).map(({ reason, suspended_at, active_at, ...school }) => ({
        ...school,
        active_at: active_at?.toISOString() ?? null,
        suspension: suspended_at === null ? null : { reason: reason ?? '', since: suspended_at.toISOString() },
      })),
    })),
    implement(allSchoolsSuspend, async ({ tx, actor, input, requestId }) => {
      const ids = await requireSchools(tx, input.ids);
      await saveSuspensions(tx, ids, input.reason);
      await note(tx, actor, ids, { action: allSchoolsSuspend.name, after: { reason: input.reason }, requestId });
      return { message: t('allSchools.suspended', { count: ids.length }) };
    }),
    implement(allSchoolsResume, async ({ tx, actor, input, requestId }) => {
      const ids = await requireSchools(tx, input.ids);
      const ended = await deleteSuspensions(tx, ids);
      for (const { school_id, reason } of ended) await note(tx, actor, [school_id], { action: allSchoolsResume.name, before: { reason }, requestId });
      return { message: t('allSchools.resumed', { count: ended.length }) };
    }),
    implement(allSchoolsLimit, async ({ tx, actor, input, requestId }) => {
      const { ids: asked, max_people: people, max_file_bytes: files, max_requests_per_minute: requests } = input;
      const ids = await requireSchools(tx, asked);
      const limits = Object.entries({ people, files, requests }).filter((limit): limit is [LimitKind, number | null] => limit[1] !== undefined);
      for (const [kind, amount] of limits) await saveLimit(tx, ids, kind, amount);
      await note(tx, actor, ids, { action: allSchoolsLimit.name, after: Object.fromEntries(limits), requestId });
      return { message: t('allSchools.limited', { count: ids.length }) };
    }),
  ];
  return { personalData, implementations };
}
