import { en, type FailedJobView, type MessageKey, type Translate } from '@classwright/contract';
import type { FailedJobRow, JobKind } from '../../../platform/jobs/index.ts';

/** Returns the name of a kind. A kind of an earlier version is shown by its code. */
export function labelOf(kind: string, t: Translate<MessageKey>): string {
  const key = `jobKind.${kind}`;
  return key in en ? t(key as MessageKey) : t('jobKind.unknown', { kind });
}

/** Builds a job for an administrator, without its content. */
export function toFailedJobView(row: FailedJobRow, kind: JobKind | undefined, t: Translate<MessageKey>): FailedJobView {
  const remedy = `jobKind.${row.kind}.remedy`;
  return {
    id: row.id,
    kind: row.kind,
    label: labelOf(row.kind, t),
    remedy: remedy in en ? t(remedy as MessageKey) : t('jobKind.unknown.remedy'),
    error: row.last_error,
    tries: row.attempts,
    created_at: row.created_at.toISOString(),
    failed_at: row.failed_at.toISOString(),
    request_id: row.request_id,
    can_put_back: kind !== undefined && !kind.isBegunElsewhere,
  };
}
