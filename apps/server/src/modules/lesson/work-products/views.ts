import type { WorkProductView } from '@classwright/contract';
import { fullName } from '../../people/accounts/index.ts';
import type { UrlOfFile } from '../../school/files/index.ts';
import type { WorkProductRow } from './queries.ts';

export function toWorkProductView(row: WorkProductRow, urlOf: UrlOfFile): WorkProductView {
  return {
    id: row.id,
    assessment_id: row.assessment_id,
    title: row.title,
    account_id: row.account_id,
    name: fullName(row),
    state: row.state,
    made_at: row.made_at?.toISOString() ?? null,
    url: row.file_id === null ? null : urlOf(row.file_id),
  };
}
