import { parsePageSize } from '../../../ui/data-table/pages.ts';
import { listParsers, parseId, parseText, parseYes, searchParser } from '../../../base/search.ts';

/** Parses the address of the audit trail. */
export const parseAuditSearch = searchParser({
  ...listParsers,
  account_id: parseId,
  subject_type: parseText,
  subject_id: parseId,
  action: parseText,
  from: parseText,
  to: parseText,
  /** The batch to show. */
  batch: parseText,
  /** The number of rows per page, if not the usual one. */
  per_page: parsePageSize,
  /** True to show all entries in one scroll instead of pages. */
  scroll: parseYes,
});
export type AuditSearch = ReturnType<typeof parseAuditSearch>;
