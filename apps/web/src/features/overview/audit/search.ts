import { parsePageSize } from '../../../ui/data-table/page-sizes.ts';
import { listParsers, parseId, parseText, parseYes, searchParser } from '../../../base/search.ts';

/** What stands in the address of the audit trail. */
export const parseAuditSearch = searchParser({
  ...listParsers,
  account_id: parseId,
  subject_type: parseText,
  subject_id: parseId,
  action: parseText,
  from: parseText,
  to: parseText,
  /** All of one batch. */
  batch: parseText,
  /** Rows of a page, where not the usual number. */
  per_page: parsePageSize,
  /** All entries in one scroll, in place of pages. */
  scroll: parseYes,
});
export type AuditSearch = ReturnType<typeof parseAuditSearch>;
