import type { Db } from '../../../platform/database/index.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { type BackgroundImport, backgroundImport } from './background-import.ts';
import { resolutionsOf } from './resolutions.ts';
import { applyImport, type ImportMeans } from './run-import.ts';

export const IMPORT_JOB = 'import.account';

/** Imports people from a file that is too long to process within the request. */
export function importJob({ db, access, ...means }: ImportMeans & { db: Db; access: AccessEngine }): JobKind<BackgroundImport> {
  return backgroundImport({
    db,
    access,
    kind: IMPORT_JOB,
    right: 'accounts:create',
    refusedAs: 'import.file.broken',
    apply: ({ row, bytes, requestId, person }) =>
      applyImport(
        db,
        {
          importId: row.id,
          bytes,
          person,
          fileName: row.file_name,
          isPartial: row.is_partial,
          sendsLinks: row.sends_links,
          resolutions: resolutionsOf(row),
          requestId,
        },
        means,
      ),
  });
}
