import type { auditExport, HandlerInput } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { findTimeZone } from '../../people/accounts/index.ts';
import type { AuditSearch } from './queries.ts';

/** Builds the search of the trail from the input, limited to what the person may see. */
export async function toSearch(db: Db, actor: Actor, input: HandlerInput<typeof auditExport>): Promise<AuditSearch> {
  const { account_id, subject_type, subject_id, action, from, to, search_text, folded, batch } = input;
  return {
    accountId: account_id,
    subjectType: subject_type,
    subjectId: subject_id,
    action,
    from: from ?? undefined,
    to: to ?? undefined,
    timeZone: await findTimeZone(db, actor.schoolId),
    searchText: search_text,
    folded: folded === '1' && batch === undefined && subject_id === undefined,
    batch,
    reach: actor.reach,
  };
}
