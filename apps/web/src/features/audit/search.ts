import { pageSize } from '../../ui/data-table/page-sizes.ts';
import { list, type ListSearch, type Raw, tidy, whole, words } from '../../base/search.ts';

/** What stands in the address of the audit trail. */
export interface AuditSearch extends ListSearch {
  account_id?: number;
  subject_type?: string;
  subject_id?: number;
  action?: string;
  from?: string;
  to?: string;
  /** All of one batch. */
  batch?: string;
  /** Rows of a page, where not the usual number. */
  per_page?: number;
}

export const auditSearch = (raw: Raw): AuditSearch =>
  tidy({
    ...list(raw),
    account_id: whole(raw['account_id']),
    subject_type: words(raw['subject_type']),
    subject_id: whole(raw['subject_id']),
    action: words(raw['action']),
    from: words(raw['from']),
    to: words(raw['to']),
    batch: words(raw['batch']),
    per_page: pageSize(raw['per_page']),
  });
