/**
 * All schools of the installation, for the people who run it: sizes, limits and suspensions.
 *
 * Invariants: no answer names a person; nothing is counted when somebody asks; a suspension deletes nothing, and ends with the
 * row that says it. The doors themselves ask `platform/suspensions-queries.ts`, or read it together with a person's rights.
 */
import { allSchoolsLimit, allSchoolsList, allSchoolsResume, allSchoolsSuspend, type MessageKey, type Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implement } from '../../../platform/http/index.ts';
import { limitSchools, resumeSchools, suspendSchools } from './acts.ts';
import { personalData } from './personal-data.ts';
import { listSchoolSizes } from './queries.ts';

export { type Limits, limitSchools, resumeSchools, suspendSchools } from './acts.ts';
export { listSchoolSizes } from './queries.ts';

export function allSchoolsModule({ t }: { t: Translate<MessageKey> }): Manifest {
  const implementations = [
    implement(allSchoolsList, async ({ tx }) => ({
      schools: (await listSchoolSizes(tx)).map(({ reason, suspended_at, active_at, ...school }) => ({
        ...school,
        active_at: active_at?.toISOString() ?? null,
        suspension: suspended_at === null ? null : { reason: reason ?? '', since: suspended_at.toISOString() },
      })),
    })),
    implement(allSchoolsSuspend, async ({ tx, actor, input: { ids, reason }, requestId }) => ({
      message: t('allSchools.suspended', { count: await suspendSchools(tx, { actor, requestId }, ids, reason) }),
    })),
    implement(allSchoolsResume, async ({ tx, actor, input: { ids }, requestId }) => ({
      message: t('allSchools.resumed', { count: await resumeSchools(tx, { actor, requestId }, ids) }),
    })),
    implement(allSchoolsLimit, async ({ tx, actor, input, requestId }) => {
      const { ids, max_people: people, max_file_bytes: files, max_requests_per_minute: requests } = input;
      return { message: t('allSchools.limited', { count: await limitSchools(tx, { actor, requestId }, ids, { people, files, requests }) }) };
    }),
  ];
  return { personalData, implementations };
}
