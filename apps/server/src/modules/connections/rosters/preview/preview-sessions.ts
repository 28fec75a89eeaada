import { isOwnTermId } from '@classwright/rules/sync/own-ids';
import type { Tx } from '../../../../platform/database/index.ts';
import { type KnownSchool, listKnownLinks } from '../known-queries.ts';
import type { Session } from '../read/roster.ts';
import type { RowWriter } from './row-writer.ts';

const FIELDS = ['title', 'type', 'start', 'end', 'year', 'parent'] as const;

/** Matches the terms of a file to a school's, by the ids of their source. */
export async function previewSessions(
  tx: Tx,
  writer: RowWriter,
  schools: readonly KnownSchool[],
  rows: readonly Session[],
  idsAreOurs: boolean,
): Promise<void> {
  for (const school of schools) {
    const ids = rows.map(({ id }) => id);
    const links = new Map(
      (school.sourceId === null ? [] : await listKnownLinks<Record<string, unknown>>(tx, school.sourceId, 'term', ids)).map((link) => [link.externalId, link]),
    );
    for (const row of rows) {
      const link = links.get(row.id);
      const fields = Object.fromEntries(FIELDS.map((field) => [field, row[field]]));
      const isSame = link !== undefined && FIELDS.every((field) => (link.base[field] ?? null) === (row[field] ?? null));
      // our own terms are derived from the school's marking periods
      if (isSame || (row.isEnded && !link) || (!link && idsAreOurs && isOwnTermId(row.id))) await writer.same('session');
      else
        await writer.add({
          ...{ kind: 'session', outcome: link ? 'changed' : 'new', schoolId: school.id, externalId: row.id, file: row.file, line: row.line, name: row.title },
          ...{ detail: [row.start, row.end].filter(Boolean).join(' – '), localId: link?.localId ?? null },
          // undoing needs the earlier values
          fields: link ? { ...fields, before: Object.fromEntries(FIELDS.map((field) => [field, link.base[field] ?? null])) } : fields,
        });
    }
  }
}
